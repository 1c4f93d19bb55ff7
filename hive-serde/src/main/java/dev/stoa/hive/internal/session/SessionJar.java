/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.hive.internal.session;

import dev.stoa.hive.StoaSplit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.HiveInputFormat;

/**
 * Whether tasks find Stoa's classes. {@code add jar} gives them to the session only. A cluster copies the jar to its containers, but
 * tasks that Tez runs in Hive's own process, in local mode, load classes from that process's class path.
 */
public final class SessionJar {
    private static final String LOCAL_MODE = "tez.local.mode";

    private SessionJar() {}

    /**
     * Refuses classes that tasks would not find.
     *
     * @throws IllegalStateException if only the session has them, and Tez runs in this process
     */
    public static void refuse(Configuration configuration) {
        if (configuration.getBoolean(LOCAL_MODE, false) && !isFound()) {
            throw new IllegalStateException(
                    "Stoa's jar was added to this session only (add jar), where tasks of Tez's local mode"
                            + " don't find it: put the jar on the class path that Hive or HiveServer2 starts with, such as by the variable"
                            + " HIVE_AUX_JARS_PATH, and start it again");
        }
    }

    private static boolean isFound() {
        try {
            Class.forName(StoaSplit.class.getName(), false, HiveInputFormat.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
