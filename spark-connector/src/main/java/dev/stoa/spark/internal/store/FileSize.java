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

import dev.stoa.table.Snapshot;
import java.util.Map;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** After about how many bytes a file is full. */
public final class FileSize {
    private static final Logger LOG = LoggerFactory.getLogger(FileSize.class);
    private static final String DEFAULT = "256m";

    private FileSize() {}

    /** In bytes: as the write says, or the table. */
    public static long of(LogicalWriteInfo info, Snapshot snapshot) {
        String ofTable = snapshot.properties().other().getOrDefault(Options.FILE_SIZE, DEFAULT);
        return bytes(info.options().getOrDefault(Options.FILE_SIZE, ofTable));
    }

    /** Refuses properties of a table that give no size, or no number of files. */
    public static void check(Map<String, String> properties) {
        FileCount.check(properties);
        if (properties.containsKey(Options.FILE_SIZE)) {
            bytes(properties.get(Options.FILE_SIZE));
        }
    }

    private static long bytes(String size) {
        try {
            long bytes = JavaUtils.byteStringAsBytes(size);
            if (bytes > 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            LOG.debug("'{}' is not a size", size, e);
        }
        throw SparkErrors.refusal(
                SparkErrors.Condition.STOA_INVALID_SETTING,
                Options.FILE_SIZE + " is '" + size + "': give bytes, such as 256m or 1g, and more than none");
    }
}
