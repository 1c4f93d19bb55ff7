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
package dev.stoa.cli.internal.convert;

import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OutputFile;
import dev.stoa.format.StoaException;
import dev.stoa.interop.SinkStream;
import dev.stoa.interop.csv.BadRows;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Counts the bad rows of all inputs of a conversion, up to a limit, and perhaps writes down where they are and why. */
public final class RejectLog implements Closeable {
    private final long most;
    private final Optional<FileSink> sink;
    private final Optional<SinkStream> out;
    private long count;

    /**
     * A log.
     *
     * @param most how many bad rows are passed over
     * @param sink where they are written down; closed with the log
     */
    private RejectLog(long most, Optional<FileSink> sink) throws IOException {
        this.most = most;
        this.sink = sink;
        this.out = sink.map(SinkStream::new);
        line("file", "line", "column", "reason");
    }

    /** Loads texts. */
    public interface Loading<T> {
        T run(Optional<RejectLog> rejects) throws IOException;
    }

    /**
     * Loads texts, and reports how many rows were bad.
     *
     * @param limit the bad rows to leave out; without it the first one ends the load
     * @param replace whether the file of bad rows may replace another
     */
    public static <T> T during(
            Optional<RejectLimit> limit, Configuration conf, boolean replace, PrintWriter err, Loading<T> loading)
            throws IOException {
        if (limit.isEmpty()) {
            return loading.run(Optional.empty());
        }
        Optional<FileSink> sink = Optional.empty();
        if (limit.get().file().isPresent()) {
            sink = Optional.of(sink(limit.get().file().get(), conf, replace));
        }
        RejectLog log = new RejectLog(limit.get().most(), sink);
        try (log) {
            return loading.run(Optional.of(log));
        } finally {
            if (log.count() > 0) {
                err.println("stoa: bad rows: " + log.count());
                err.flush();
            }
        }
    }

    private static FileSink sink(String file, Configuration conf, boolean replace) throws IOException {
        Path path = InputFiles.path(file, conf);
        FileSystem fs = path.getFileSystem(conf);
        ConvertPlan.refuseStream(fs, path);
        return OutputFile.create(fs, path, SinkOptions.DEFAULT.withOverwrite(replace));
    }

    /** For the rows of a file. */
    public BadRows of(String file) {
        return (line, column, reason) -> add(file, line, column, reason);
    }

    private synchronized void add(String file, long line, String column, String reason) throws IOException {
        count++;
        line(file, Long.toString(line), column, reason);
        if (count > most) {
            throw new StoaException(file + ": line " + line + (column.isEmpty() ? "" : ", column '" + column + "'")
                    + ": " + reason + "; that is bad row " + count + ", and --max-bad-rows is " + most);
        }
    }

    private void line(String... fields) throws IOException {
        if (out.isPresent()) {
            StringBuilder line = new StringBuilder();
            for (String field : fields) {
                line.append(line.length() == 0 ? "\"" : ",\"")
                        .append(field.replace("\"", "\"\""))
                        .append('"');
            }
            out.get().write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** How many rows were bad. */
    private synchronized long count() {
        return count;
    }

    /** Makes what was written down visible, also where the conversion failed. */
    @Override
    public synchronized void close() throws IOException {
        if (sink.isPresent()) {
            try (FileSink file = sink.get()) {
                out.orElseThrow().flush();
                file.commit();
            }
        }
    }
}
