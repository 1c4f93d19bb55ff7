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
package dev.stoa.cli.internal.tables;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Lists names of versions: tags or branches. */
final class NamedVersions {
    private NamedVersions() {}

    /**
     * Prints a line for each name.
     *
     * @param kind what the names are, such as {@code tag}
     * @param heading the title of the versions in a table
     */
    static void print(String kind, String heading, Map<String, Long> versions, boolean json, PrintWriter out)
            throws IOException {
        TextTable lines = new TextTable(List.of(kind, ">" + heading));
        for (Map.Entry<String, Long> named : versions.entrySet()) {
            if (json) {
                JsonGenerator g = Json.lines(out);
                g.writeStartObject();
                g.writeStringField(kind, named.getKey());
                g.writeNumberField("version", named.getValue());
                g.writeEndObject();
                g.flush();
                out.println();
            } else {
                lines.row(named.getKey(), named.getValue());
            }
        }
        if (!json) {
            lines.print(out);
        }
    }
}
