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
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.Set;
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

    /**
     * Returns the counts of a commit.
     *
     * @param after the version that it made
     * @param paths of the files, relative to the table's folder
     */
    static CustomTaskMetric[] ofCommit(Snapshot after, Set<String> paths) throws IOException {
        long files = 0;
        long sidecars = 0;
        long bytes = 0;
        long added = 0;
        long deleted = 0;
        for (Fragment fragment : after.fragments()) {
            for (DataFile file : fragment.files()) {
                if (paths.contains(file.path())) {
                    files++;
                    bytes += file.identity().length();
                    added += fragment.rows();
                }
            }
            for (SidecarFile sidecar : fragment.sidecars()) {
                boolean isOwnInLog = sidecar.isInLog() && sidecar.version() == after.version();
                if (isOwnInLog || paths.contains(sidecar.path())) {
                    sidecars++;
                    bytes += sidecar.identity().length();
                    deleted += sidecar.deletedRows();
                }
            }
        }
        return new CustomTaskMetric[] {
            FILES.of(files), SIDECARS.of(sidecars), BYTES.of(bytes), ROWS_ADDED.of(added), ROWS_DELETED.of(deleted)
        };
    }
}
