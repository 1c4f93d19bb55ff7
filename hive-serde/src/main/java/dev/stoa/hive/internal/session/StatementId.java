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

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.LogUtils;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.slf4j.MDC;

/**
 * The id of the statement that a thread works for. While Hive compiles a statement, handlers get the configuration of the session,
 * whose id is that of the statement that began last. HiveServer2 runs several statements of one connection at once. It tells the
 * threads of each by the context of their log messages, unless {@code hive.server2.logging.operation.enabled} is off.
 */
public final class StatementId {
    private StatementId() {}

    /**
     * Returns a configuration that leads Hive to what it keeps of the statement: the given one, unless the thread works for
     * another statement.
     */
    public static Configuration configuration(Configuration given) {
        String id = MDC.get(LogUtils.QUERYID_LOG_KEY);
        boolean isKnown =
                id != null && SessionState.get() != null && SessionState.get().getQueryState(id) != null;
        if (!isKnown || id.equals(of(given))) {
            return given;
        }
        Configuration own = new Configuration(false);
        own.set(HiveConf.ConfVars.HIVE_QUERY_ID.varname, id);
        return own;
    }

    private static String of(Configuration configuration) {
        return configuration.get(HiveConf.ConfVars.HIVE_QUERY_ID.varname, "");
    }

    /** The folder of the notes about one statement, below the scratch folder of the session. */
    static Path notes(Path scratch, Configuration configuration) {
        return new Path(scratch, "stoa/" + of(configuration));
    }

    /**
     * Whether notes are those of a statement.
     *
     * @param configuration of the statement, at its end
     * @param notes about one of its tables
     */
    static boolean isOf(Configuration configuration, Path notes) {
        return notes.getParent().getName().equals(of(configuration));
    }
}
