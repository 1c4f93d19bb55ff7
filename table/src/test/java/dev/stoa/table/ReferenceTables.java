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
package dev.stoa.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads tables by the decoder that was written from the specification alone, and by this library to the same lines. */
public final class ReferenceTables {
    private ReferenceTables() {}

    /** The root of the repository: the folder that holds {@code format-spec}. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("format-spec"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** What the decoder prints, its errors too, and its exit code. */
    public record Output(int exitCode, List<String> lines) {}

    /** What the decoder prints of a table that it reads; skips the test where there is no python3. */
    public static List<String> run(String command, Path table, Object... version)
            throws IOException, InterruptedException {
        Output output = output(command, table, version);
        assertEquals(0, output.exitCode(), () -> command + " " + table + ": " + output.lines());
        return output.lines();
    }

    /** What the decoder prints of a table that it may refuse; skips the test where there is no python3. */
    public static Output output(String command, Path table, Object... version)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "python3",
                "-B",
                root().resolve("format-spec/reference/stoa_reference.py").toString(),
                command,
                table.toString()));
        for (Object word : version) {
            words.add(word.toString());
        }
        Path out = Files.createTempFile("stoa-reference", ".out");
        try {
            Process process;
            try {
                process = new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
            } catch (IOException e) {
                return abort("skipped: there is no python3 to run the reference decoder with (" + e.getMessage() + ")");
            }
            int exitCode = process.waitFor();
            return new Output(exitCode, Files.readAllLines(out, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
        }
    }

    /** The rows of a snapshot as the decoder prints them. */
    public static List<String> lines(Snapshot snapshot) throws IOException {
        List<String> lines = new ArrayList<>();
        try (TableScan scan = snapshot.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    StringBuilder line = new StringBuilder("[\"")
                            .append(scan.fragment().id())
                            .append("\",")
                            .append(batch.firstRow() + row)
                            .append(',');
                    object(batch.schema().fields(), batch.columns(), row, line);
                    lines.add(line.append(']').toString());
                }
            }
        }
        return lines;
    }

    private static void object(List<Field> fields, List<ColumnVector> columns, int row, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(fields.get(i).name())
                    .append("\":");
            value(columns.get(i), row, out);
        }
        out.append('}');
    }

    private static void value(ColumnVector column, int row, StringBuilder out) {
        if (column.isNull(row)) {
            out.append("null");
        } else if (column instanceof StructVector v) {
            object(v.type().fields(), v.fields(), row, out);
        } else if (column instanceof ListVector v) {
            out.append('[');
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                out.append(i == v.offsets()[row] ? "" : ",");
                if (v.type().kind() == TypeKind.MAP && v.elements() instanceof StructVector entries) {
                    out.append('[');
                    value(entries.field(0), i, out);
                    out.append(',');
                    value(entries.field(1), i, out);
                    out.append(']');
                } else {
                    value(v.elements(), i, out);
                }
            }
            out.append(']');
        } else if (column instanceof DoubleVector v) {
            out.append('"')
                    .append(HexFormat.of().toHexDigits(Double.doubleToRawLongBits(v.values()[row])))
                    .append('"');
        } else if (column instanceof FloatVector v) {
            out.append('"')
                    .append(HexFormat.of().toHexDigits(Float.floatToRawIntBits(v.values()[row])))
                    .append('"');
        } else if (column instanceof IntVector v && v.type().kind() == TypeKind.FLOAT16) {
            out.append('"')
                    .append(HexFormat.of().toHexDigits((short) v.values()[row]))
                    .append('"');
        } else if (column instanceof BytesVector v && v.type().kind() == TypeKind.DECIMAL) {
            out.append(new BigInteger(v.get(row)));
        } else if (column instanceof BytesVector v) {
            out.append('"').append(v.getString(row)).append('"');
        } else {
            out.append(Rows.value(column, row));
        }
    }
}
