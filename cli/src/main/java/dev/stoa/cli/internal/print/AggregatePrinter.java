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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ValueText;
import dev.stoa.reader.Aggregates;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Prints counts and bounds. */
public final class AggregatePrinter {
    private final PrintWriter out;

    public AggregatePrinter(PrintWriter out) {
        this.out = out;
    }

    public void print(String file, Aggregates aggregates, boolean asJson) throws IOException {
        if (asJson) {
            json(file, aggregates);
        } else {
            table(file, aggregates);
        }
    }

    private void table(String file, Aggregates aggregates) {
        out.println(file);
        out.print(Counted.text(
                "  %,d row[s], %,d of them by metadata alone%n", aggregates.rows(), aggregates.rowsFromMetadata()));
        if (!aggregates.columns().isEmpty()) {
            TextTable table = new TextTable(List.of("column", ">nulls", ">NaN", "min", "max"));
            for (Aggregates.Column column : aggregates.columns()) {
                table.row(
                        column.path(),
                        "%,d".formatted(column.nullCount()),
                        "%,d".formatted(column.nanCount()),
                        text(column.min()),
                        text(column.max()));
            }
            table.print(out);
        }
        out.flush();
    }

    private static String text(Optional<ColumnVector> bound) {
        return bound.map(vector -> ValueText.of(vector, 0)).orElse("");
    }

    private void json(String file, Aggregates aggregates) throws IOException {
        JsonGenerator g = Json.lines(out);
        g.writeStartObject();
        g.writeStringField("file", file);
        g.writeNumberField("rows", aggregates.rows());
        g.writeNumberField("rowsFromMetadata", aggregates.rowsFromMetadata());
        g.writeArrayFieldStart("columns");
        for (Aggregates.Column column : aggregates.columns()) {
            g.writeStartObject();
            g.writeStringField("column", column.path().toString());
            g.writeNumberField("nulls", column.nullCount());
            g.writeNumberField("nans", column.nanCount());
            bound(g, "min", column.min());
            bound(g, "max", column.max());
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
        out.flush();
    }

    private static void bound(JsonGenerator g, String name, Optional<ColumnVector> bound) throws IOException {
        if (bound.isPresent()) {
            g.writeFieldName(name);
            JsonValues.write(g, bound.get(), 0);
        }
    }
}
