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

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.table.OperationResult;
import dev.stoa.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Says what an operation did: version, rows, files, bytes. */
public final class OperationPrinter {
    private OperationPrinter() {}

    public static void print(PrintWriter out, boolean json, Table table, OperationResult result) throws IOException {
        if (json) {
            JsonGenerator g = Json.lines(out);
            g.writeStartObject();
            g.writeStringField("table", table.folder().id());
            g.writeNumberField("version", result.snapshot().version());
            g.writeNumberField("inserted", result.inserted());
            g.writeNumberField("updated", result.updated());
            g.writeNumberField("deleted", result.deleted());
            g.writeNumberField("rows", result.snapshot().rowCount());
            g.writeNumberField("files", result.files());
            g.writeNumberField("bytes", result.bytes());
            g.writeNumberField("attempts", result.attempts());
            g.writeEndObject();
            g.flush();
            out.println();
        } else {
            List<String> parts = new ArrayList<>();
            add(parts, result.inserted(), "inserted");
            add(parts, result.updated(), "updated");
            add(parts, result.deleted(), "deleted");
            boolean isNothing = parts.isEmpty() && result.files() == 0;
            if (parts.isEmpty()) {
                parts.add("no rows changed");
            }
            String written = result.files() == 0
                    ? "nothing written" + (isNothing ? "" : " but the log")
                    : Counted.text("%,d file[s], %s written", result.files(), Sizes.text(result.bytes()));
            out.print(Counted.text(
                    "%s: version %,d: %s; %s; %,d row[s] now%s%n",
                    table.folder().id(),
                    result.snapshot().version(),
                    String.join(", ", parts),
                    written,
                    result.snapshot().rowCount(),
                    result.attempts() == 1
                            ? ""
                            : "; done %d times, as others were faster".formatted(result.attempts())));
        }
        out.flush();
    }

    private static void add(List<String> parts, long rows, String what) {
        if (rows > 0) {
            parts.add(Counted.text("%,d row[s] %s", rows, what));
        }
    }
}
