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
package dev.stoa.cli;

import dev.stoa.cli.csv.BadRows;
import dev.stoa.cli.io.SinkStream;
import dev.stoa.format.StoaException;
import dev.stoa.vio.FileSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Counts the bad rows of all inputs of a conversion, up to a limit, and perhaps writes down where they are and why. */
final class RejectLog implements Closeable {
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
    RejectLog(long most, Optional<FileSink> sink) throws IOException {
        this.most = most;
        this.sink = sink;
        this.out = sink.map(SinkStream::new);
        line("file", "line", "column", "reason");
    }

    /** For the rows of a file. */
    BadRows of(String file) {
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
    synchronized long count() {
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
