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
package dev.stoa.spark.internal.store;

import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Snapshot;
import java.util.Map;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The most files that one write may make. */
public final class FileCount {
    private static final Logger LOG = LoggerFactory.getLogger(FileCount.class);

    /** A write of this number of files logs a warning. */
    private static final int MANY = 1000;

    private FileCount() {}

    /** Returns the limit: that of the write, or of the table; else none. */
    public static int most(LogicalWriteInfo info, Snapshot snapshot) {
        String ofTable = snapshot.properties().other().getOrDefault(Options.MOST_FILES, "");
        String most = info.options().getOrDefault(Options.MOST_FILES, ofTable);
        return most.isEmpty() ? Integer.MAX_VALUE : number(most);
    }

    /** Refuses properties of a table that give no number. */
    static void check(Map<String, String> properties) {
        if (properties.containsKey(Options.MOST_FILES)) {
            number(properties.get(Options.MOST_FILES));
        }
    }

    private static int number(String text) {
        if (text.matches("[1-9]\\d{0,8}")) {
            return Integer.parseInt(text);
        }
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_INVALID_SETTING,
                Options.MOST_FILES + " is '" + text + "': give a number of files, such as 1000");
    }

    /**
     * Looks at the files of all tasks before they are committed.
     *
     * Throws an {@link org.apache.spark.sql.AnalysisException} if they are more than the limit.
     */
    public static void check(Snapshot snapshot, long files, int most) {
        if (files > most) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_INVALID_TABLE,
                    snapshot + ": the tasks of the write made " + files + " files, and "
                            + Options.MOST_FILES + " allows " + most + ": " + FragmentWriter.MANY_FILES
                            + " by the option or"
                            + " property " + Options.MOST_FILES);
        } else if (files >= MANY) {
            LOG.warn("{}: one write makes {} files: {}", snapshot, files, FragmentWriter.MANY_FILES);
        }
    }
}
