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
package dev.stoa.cli.internal.files;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.cli.internal.arguments.FormatOption;
import dev.stoa.cli.internal.arguments.HadoopOptions;
import dev.stoa.cli.internal.io.ForeignFiles;
import dev.stoa.cli.internal.io.Guard;
import dev.stoa.cli.internal.io.InputFiles;
import dev.stoa.cli.internal.io.OpenFiles;
import dev.stoa.cli.internal.io.Spool;
import dev.stoa.cli.internal.io.Tables;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.cli.internal.print.Json;
import dev.stoa.cli.internal.print.Notes;
import dev.stoa.cli.internal.print.Printable;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.FileKind;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code stoa schema}. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the columns, row count, sort order and key-value metadata of a file or table.",
            "For Parquet, ORC, Avro, Arrow, CSV and TSV files: the columns that 'stoa convert' would make."
        },
        footer = {
            "",
            "Examples:",
            "  stoa schema lineitem.stoa",
            "  stoa schema flights.csv",
            "  stoa schema --json hdfs:///lake/lineitem.stoa"
        })
public final class SchemaCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "A file, a folder of files, or a table.")
    private String file;

    @Mixin
    private FormatOption from;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Mixin
    private HadoopOptions hadoop;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (Tables.isTable(file, hadoop.configuration())) {
            from.refuseTable(file);
            Snapshot snapshot = Tables.open(file, hadoop.configuration()).snapshot();
            if (json) {
                writeJson(out, snapshot);
            } else {
                print(out, snapshot);
            }
            return 0;
        }
        String gap = "";
        for (InputFiles.Input input : InputFiles.find(List.of(file), hadoop.configuration(), Guard.none())) {
            out.print(gap);
            gap = json ? "" : System.lineSeparator();
            print(out, input);
        }
        return 0;
    }

    private void print(PrintWriter out, InputFiles.Input input) throws IOException {
        Optional<FileKind> foreign = ForeignFiles.kind(input, from.kind());
        if (foreign.isPresent()) {
            printForeign(out, input, foreign.get());
            return;
        }
        try (StoaFile stoa = OpenFiles.stoa(input)) {
            FileInfo info = stoa.info();
            if (json) {
                writeJson(out, stoa, info);
            } else {
                SchemaText.print(out, stoa);
                out.flush();
            }
        }
    }

    private void printForeign(PrintWriter out, InputFiles.Input input, FileKind kind) throws IOException {
        Schema schema = ForeignFiles.schema(input, kind, hadoop.configuration(), Notes.of(spec));
        if (json) {
            JsonGenerator g = Json.document(out);
            g.writeStartObject();
            g.writeStringField("file", Spool.named(input.path().toString()));
            g.writeStringField("format", kind.name());
            g.writeArrayFieldStart("columns");
            writeFields(g, schema.fields());
            g.writeEndArray();
            g.writeEndObject();
            g.flush();
            out.println();
        } else {
            out.println(Spool.named(input.path() + ": " + kind + ", as Stoa columns"));
            for (Field field : schema.fields()) {
                SchemaText.print(out, field, "  ");
            }
        }
        out.flush();
    }

    private void print(PrintWriter out, Snapshot snapshot) throws IOException {
        out.print(Counted.text(
                "%s: a table, version %d of %s: %,d row[s] in %,d fragment[s]%n",
                file, snapshot.version(), snapshot.time(), snapshot.rowCount(), snapshot.fragmentCount()));
        for (Field field : snapshot.schema().fields()) {
            SchemaText.print(out, field, "  ");
        }
        TableProperties properties = snapshot.properties();
        if (!properties.key().isEmpty()) {
            out.println("key "
                    + String.join(
                            ", ",
                            properties.key().stream()
                                    .map(id -> name(snapshot, id))
                                    .toList()));
        }
        if (!properties.sortedBy().isEmpty()) {
            out.println("sorted by " + String.join(", ", orders(snapshot)));
        }
        for (TableProperties.PartitionColumn column : properties.partitionedBy()) {
            out.println("divided by " + name(snapshot, column.fieldId()) + " " + Printable.of(column.transform()));
        }
        properties
                .checks()
                .forEach((check, condition) ->
                        out.println("check " + Printable.of(check) + " (" + Printable.of(condition) + ")"));
        out.flush();
    }

    private static List<String> orders(Snapshot snapshot) {
        return snapshot.properties().sortedBy().stream()
                .map(column -> name(snapshot, column.fieldId())
                        + (column.descending() ? " desc" : "")
                        + (column.nullsFirst() ? " nulls first" : ""))
                .toList();
    }

    private static String name(Snapshot snapshot, int id) {
        return snapshot.schema().field(id).map(Field::name).orElse("field " + id);
    }

    private void writeJson(PrintWriter out, Snapshot snapshot) throws IOException {
        JsonGenerator g = Json.document(out);
        g.writeStartObject();
        g.writeStringField("table", file);
        g.writeNumberField("version", snapshot.version());
        g.writeStringField("time", snapshot.time().toString());
        g.writeNumberField("rows", snapshot.rowCount());
        g.writeNumberField("fragments", snapshot.fragmentCount());
        g.writeArrayFieldStart("columns");
        writeFields(g, snapshot.schema().fields());
        g.writeEndArray();
        g.writeArrayFieldStart("key");
        for (int id : snapshot.properties().key()) {
            g.writeString(name(snapshot, id));
        }
        g.writeEndArray();
        g.writeArrayFieldStart("sortedBy");
        for (String order : orders(snapshot)) {
            g.writeString(order);
        }
        g.writeEndArray();
        g.writeObjectFieldStart("checks");
        for (Map.Entry<String, String> check : snapshot.properties().checks().entrySet()) {
            g.writeStringField(check.getKey(), check.getValue());
        }
        g.writeEndObject();
        g.writeEndObject();
        g.flush();
        out.println();
        out.flush();
    }

    private static void writeJson(PrintWriter out, StoaFile stoa, FileInfo info) throws IOException {
        JsonGenerator g = Json.document(out);
        g.writeStartObject();
        g.writeStringField("file", Spool.named(stoa.name()));
        g.writeNumberField("rows", stoa.rowCount());
        g.writeNumberField("edition", info.edition());
        g.writeStringField("uuid", info.identity().uuid().toString());
        g.writeStringField("createdBy", info.createdBy());
        g.writeArrayFieldStart("columns");
        writeFields(g, stoa.schema().fields());
        g.writeEndArray();
        g.writeArrayFieldStart("sortedBy");
        for (FileInfo.SortOrder order : info.sortColumns()) {
            g.writeString(SchemaText.order(order));
        }
        g.writeEndArray();
        g.writeArrayFieldStart("keyValues");
        for (FileInfo.KeyValue pair : info.keyValues()) {
            g.writeStartObject();
            g.writeStringField("key", pair.key());
            g.writeStringField("value", pair.value().orElse(null));
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeEndObject();
        g.flush();
        out.println();
        out.flush();
    }

    private static void writeFields(JsonGenerator g, List<Field> fields) throws IOException {
        for (Field field : fields) {
            g.writeStartObject();
            g.writeStringField("name", field.name());
            Type type = field.type();
            g.writeStringField("type", type.toString());
            g.writeBooleanField("nullable", field.nullable());
            if (field.fieldId().isPresent()) {
                g.writeNumberField("fieldId", field.fieldId().getAsInt());
            }
            if (type.kind().isNested() && type.kind() != TypeKind.NULL) {
                g.writeArrayFieldStart("fields");
                writeFields(g, type.fields());
                g.writeEndArray();
            }
            g.writeEndObject();
        }
    }
}
