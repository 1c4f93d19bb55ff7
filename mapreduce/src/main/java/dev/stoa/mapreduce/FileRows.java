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
package dev.stoa.mapreduce;

import dev.stoa.table.OtherTable;
import dev.stoa.table.Table;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A file that a task writes, exactly where the committer of the job says: who publishes it, and when, is up to that. */
final class FileRows implements Closeable {
    static final String EXTENSION = ".stoa";

    private final Path file;
    private final StoaWriter writer;
    private Optional<Throwable> failure = Optional.empty();

    FileRows(Configuration job, Path file) throws IOException {
        this.file = file;
        SinkOptions options = SinkOptions.DEFAULT.withDirect(true).withOverwrite(true);
        writer = StoaWriter.create(
                HadoopFileSink.create(file.getFileSystem(job), file, options),
                JobSettings.schema(job),
                WriterOptions.DEFAULT);
    }

    /** Passes if a job may write into a folder: in a table, files count by its log only. */
    static void check(Configuration job, Path output) throws IOException {
        JobSettings.check(job);
        JobSettings.schema(job);
        Folder folder = HadoopFolder.of(output.getFileSystem(job), output);
        Optional<Folder> table = Table.around(folder);
        if (table.isPresent()) {
            throw new IOException(output + ": it is inside the table "
                    + table.get().id() + ", where files count by its log only: write elsewhere, and insert the files");
        }
        Optional<OtherTable> other = OtherTable.around(folder);
        if (other.isPresent()) {
            throw new IOException(other.get().refusal(output.toString()));
        }
    }

    void write(Object[] row) throws IOException {
        try {
            writer.rows().append(row);
        } catch (IOException | RuntimeException | Error e) {
            failure = failure.or(() -> Optional.of(e)); // the first one says more
            throw e;
        }
    }

    /**
     * Completes the file.
     *
     * @throws IOException if a row could not be written, also where the program has caught that failure: the file would lack rows
     */
    @Override
    public void close() throws IOException {
        try (writer) {
            if (failure.isPresent()) {
                throw new IOException(
                        file + ": nothing of this task is kept, as a row could not be written: "
                                + failure.get().getMessage() + ". Check values before they are written",
                        failure.get());
            }
            writer.finish();
        }
    }
}
