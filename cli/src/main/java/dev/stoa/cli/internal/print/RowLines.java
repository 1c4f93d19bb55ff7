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
package dev.stoa.cli.internal.print;

import dev.stoa.format.Batch;
import dev.stoa.format.Schema;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Writes rows to a stream as lines of JSON or Markdown. */
public final class RowLines implements Closeable {
    private final RowRenderer renderer;
    private final Writer out;

    /** Writes the lines before the rows. */
    public RowLines(OutputStream out, RowFormat format, Schema schema) throws IOException {
        this.renderer = new RowRenderer(format, Long.MAX_VALUE);
        this.out = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (String line : format.head(schema)) {
            write(line);
        }
    }

    /** Writes the selected rows of a batch. */
    public void write(Batch batch) throws IOException {
        for (String line : renderer.of(batch).lines()) {
            write(line);
        }
    }

    private void write(String line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
