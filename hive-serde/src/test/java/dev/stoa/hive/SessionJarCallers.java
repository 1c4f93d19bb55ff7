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
package dev.stoa.hive;

import dev.stoa.hive.internal.session.SessionJar;
import dev.stoa.hive.internal.table.TableHook;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.Table;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.hadoop.mapred.JobConf;

/**
 * What Hive calls in statements, by the classes of a session's loader: {@link SessionJarTest} makes one. Where Tez does not run in
 * Hive's process, the session's classes suffice.
 */
public final class SessionJarCallers implements Callable<Map<String, String>> {
    private interface Statement {
        void run() throws Exception;
    }

    private final Map<String, String> told = new TreeMap<>();

    /** Returns the messages of refusals by the kind of statement. */
    @Override
    public Map<String, String> call() {
        HiveConf conf = new HiveConf();
        SessionJar.refuse(conf);
        conf.setBoolean("tez.local.mode", true);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        SessionState.setCurrentSessionState(new SessionState(conf));
        try {
            told("create", () -> new TableHook(conf).preCreateTable(new Table()));
            told("stored as", () -> new StoaStorageFormat().getInputFormat());
            told("insert", () -> handler(conf).configureOutputJobProperties(null, Map.of()));
            told("scan", () -> new StoaInputFormat().getSplits(new JobConf(conf), 1));
        } finally {
            SessionState.detachSession();
            Thread.currentThread().setContextClassLoader(before); // a session replaces it
        }
        return told;
    }

    private static StoaStorageHandler handler(Configuration conf) {
        StoaStorageHandler handler = new StoaStorageHandler();
        handler.setConf(conf);
        return handler;
    }

    private void told(String kind, Statement statement) {
        try {
            statement.run();
            told.put(kind, "it was not refused");
        } catch (Exception e) {
            told.put(kind, e.toString());
        }
    }
}
