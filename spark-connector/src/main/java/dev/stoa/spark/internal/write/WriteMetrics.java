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
package dev.stoa.spark.internal.write;

import dev.stoa.spark.internal.BytesWritten;
import dev.stoa.spark.internal.FilesWritten;
import dev.stoa.spark.internal.RowsAdded;
import dev.stoa.spark.internal.RowsDeleted;
import dev.stoa.spark.internal.SidecarsWritten;
import dev.stoa.table.AddedFiles;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The counts of a statement's writes, for Spark's UI. The driver counts, since tasks end before their files do. */
public final class WriteMetrics {
    /** By this name Spark knows how many rows a task has written. */
    private static final String RECORDS_WRITTEN = "recordsWritten";

    private static final FilesWritten FILES = new FilesWritten();
    private static final SidecarsWritten SIDECARS = new SidecarsWritten();
    private static final BytesWritten BYTES = new BytesWritten();
    private static final RowsAdded ROWS_ADDED = new RowsAdded();
    private static final RowsDeleted ROWS_DELETED = new RowsDeleted();

    private WriteMetrics() {}

    /** All of them. */
    public static CustomMetric[] all() {
        return new CustomMetric[] {FILES, SIDECARS, BYTES, ROWS_ADDED, ROWS_DELETED};
    }

    /** Returns the counts of a task up to now. */
    static CustomTaskMetric[] ofTask(long rows) {
        return new CustomTaskMetric[] {new Count(RECORDS_WRITTEN, rows)};
    }

    private record Count(String name, long value) implements CustomTaskMetric {}

    /** Returns the counts of a commit. */
    static CustomTaskMetric[] ofCommit(AddedFiles added) {
        return new CustomTaskMetric[] {
            FILES.of(added.files()),
            SIDECARS.of(added.sidecars()),
            BYTES.of(added.bytes()),
            ROWS_ADDED.of(added.rows()),
            ROWS_DELETED.of(added.deletedRows())
        };
    }
}
