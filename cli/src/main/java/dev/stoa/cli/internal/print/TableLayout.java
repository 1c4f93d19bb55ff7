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
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints the layout of a table's version from its log: sizes, declared orders, and the bounds of each column. */
public final class TableLayout {
    private final Snapshot snapshot;
    private final long files;
    private final long sidecars;
    private final long fileBytes;
    private final long sidecarBytes;

    public TableLayout(Snapshot snapshot) throws IOException {
        this.snapshot = snapshot;
        List<Fragment> all = snapshot.fragments();
        files = all.stream().mapToLong(fragment -> fragment.files().size()).sum();
        sidecars =
                all.stream().mapToLong(fragment -> fragment.sidecars().size()).sum();
        fileBytes = all.stream()
                .flatMap(fragment -> fragment.files().stream())
                .mapToLong(file -> file.identity().length())
                .sum();
        sidecarBytes = all.stream()
                .flatMap(fragment -> fragment.sidecars().stream())
                .mapToLong(sidecar -> sidecar.identity().length())
                .sum();
    }

    /** Prints it for people. */
    public void print(PrintWriter out) throws IOException {
        int fragments = snapshot.fragmentCount();
        out.print(Counted.text(
                "%s: version %,d, %s: %,d row[s] in %,d fragment[s]%n",
                snapshot.folder().id(),
                snapshot.version(),
                Printable.of(snapshot.commit().operation()),
                snapshot.rowCount(),
                fragments));
        out.print(Counted.text(
                "committed %s; %,d data file[s], %s; %,d sidecar[s], %s%n",
                snapshot.time(), files, Sizes.text(fileBytes), sidecars, Sizes.text(sidecarBytes)));
        TableProperties properties = snapshot.properties();
        if (!properties.key().isEmpty()) {
            out.println("key "
                    + String.join(
                            ", ", properties.key().stream().map(this::name).toList()));
        }
        if (!properties.sortedBy().isEmpty()) {
            List<String> order = properties.sortedBy().stream()
                    .map(column -> name(column.fieldId()) + (column.descending() ? " desc" : ""))
                    .toList();
            out.println("sorted by " + String.join(", ", order));
        }
        for (TableProperties.PartitionColumn column : properties.partitionedBy()) {
            out.println("partitioned by " + name(column.fieldId()) + " " + Printable.of(column.transform()));
        }
        out.println();
        TextTable text = new TextTable(List.of("column", "type", ">nulls", "min", "max"));
        for (Field field : snapshot.schema().fields()) {
            Optional<ColumnBounds> bounds = bounds(field);
            List<Object> cells = new ArrayList<>(List.of(
                    field.name(),
                    field.type().kind().isNested()
                            ? field.type().kind().name().toLowerCase(Locale.ROOT)
                            : field.type()));
            cells.add(bounds.map(b -> String.format(Locale.ROOT, "%,d", b.nullCount()))
                    .orElse(""));
            cells.add(bounds.map(b -> BoundText.of(b.min(), b.minExact())).orElse(""));
            cells.add(bounds.map(b -> BoundText.of(b.max(), b.maxExact())).orElse(""));
            text.row(cells.toArray());
        }
        text.print(out);
        out.printf("%n'stoa table files' lists the files, 'stoa table health' says what to do.%n");
    }

    /** Prints it as one JSON document. */
    public void writeJson(PrintWriter out) throws IOException {
        JsonGenerator g = Json.document(out);
        g.writeStartObject();
        g.writeStringField("table", snapshot.folder().id());
        g.writeNumberField("version", snapshot.version());
        g.writeStringField("time", snapshot.time().toString());
        g.writeNumberField("rows", snapshot.rowCount());
        g.writeNumberField("fragments", snapshot.fragmentCount());
        g.writeNumberField("files", files);
        g.writeNumberField("bytes", fileBytes);
        g.writeNumberField("sidecars", sidecars);
        g.writeNumberField("sidecarBytes", sidecarBytes);
        g.writeArrayFieldStart("columns");
        for (Field field : snapshot.schema().fields()) {
            g.writeStartObject();
            g.writeStringField("name", field.name());
            g.writeStringField("type", field.type().toString());
            Optional<ColumnBounds> bounds = bounds(field);
            if (bounds.isPresent()) {
                g.writeNumberField("nulls", bounds.get().nullCount());
                write(g, "min", bounds.get().min(), bounds.get().minExact());
                write(g, "max", bounds.get().max(), bounds.get().maxExact());
            }
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
    }

    private static void write(JsonGenerator g, String name, Optional<ColumnVector> bound, boolean exact)
            throws IOException {
        if (bound.isPresent()) {
            g.writeFieldName(name);
            JsonValues.write(g, bound.get(), 0);
            g.writeBooleanField(name + "Exact", exact);
        }
    }

    /** The bounds of a column in all fragments, if the log has them; deleted rows count. */
    private Optional<ColumnBounds> bounds(Field field) throws IOException {
        if (field.type().kind().isNested()) {
            return Optional.empty();
        }
        return snapshot.bounds(snapshot.fragments(), field.fieldId().getAsInt());
    }

    private String name(int id) {
        return snapshot.schema().field(id).map(Field::name).orElse("field " + id);
    }
}
