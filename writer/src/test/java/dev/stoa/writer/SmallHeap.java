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
package dev.stoa.writer;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a process with a small heap writes: {@code SmallHeap CASE FOLDER COLUMNS}. */
final class SmallHeap {
    private SmallHeap() {}

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[1]).resolve("file.stoa");
        WriterOptions options = WriterOptions.DEFAULT.withSpillFolder(Optional.of(Path.of(args[1])));
        WriteResult result = switch (args[0]) {
            case "wide" -> wide(file, options, Integer.parseInt(args[2]));
            case "texts" -> texts(file, options);
            case "list" -> list(file, options);
            default -> throw new IllegalArgumentException(args[0]);
        };
        System.out.println(result.rows() + " rows, spilled " + (result.spilledBytes() > 0));
    }

    /** Columns of int64, 8192 rows, 64 at a time. */
    private static WriteResult wide(Path file, WriterOptions options, int columns) throws IOException {
        int batchRows = 64;
        Type type = Type.of(TypeKind.INT64);
        List<Field> fields = new ArrayList<>();
        for (int c = 0; c < columns; c++) {
            fields.add(Field.required("c" + c, type));
        }
        Schema schema = new Schema(fields);
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            for (long row = 0; row < 8192; row += batchRows) {
                List<ColumnVector> vectors = new ArrayList<>();
                for (int c = 0; c < columns; c++) {
                    long[] values = new long[batchRows];
                    for (int i = 0; i < batchRows; i++) {
                        values[i] = wideValue(c, row + i);
                    }
                    vectors.add(new LongVector(type, values, ColumnVector.NO_NULLS, batchRows));
                }
                writer.write(new Batch(schema, vectors, batchRows));
            }
            return writer.finish();
        }
    }

    static long wideValue(int column, long row) {
        return (row * 0x9E3779B97F4A7C15L >>> 40) + column;
    }

    /** 4096 strings of a million bytes. */
    private static WriteResult texts(Path file, WriterOptions options) throws IOException {
        Type type = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(Field.required("s", type));
        byte[] text = new byte[1_000_000];
        Arrays.fill(text, (byte) 'x');
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            for (int row = 0; row < 4096; row++) {
                byte[] start = String.format("%08d", row).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(start, 0, text, 0, start.length);
                int[] offsets = {0, text.length};
                writer.write(
                        new Batch(schema, List.of(new BytesVector(type, text, offsets, ColumnVector.NO_NULLS, 1)), 1));
            }
            return writer.finish();
        }
    }

    /** One list of 50 million elements. */
    private static WriteResult list(Path file, WriterOptions options) throws IOException {
        Type element = Type.of(TypeKind.INT32);
        Schema schema = Schema.of(Field.required("l", Type.list(Field.required("element", element))));
        int[] values = new int[50_000];
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            for (int part = 0; part < 1000; part++) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = listElement(part * values.length + i);
                }
                writer.appendElements("l", new IntVector(element, values, ColumnVector.NO_NULLS, values.length));
            }
            ColumnVector none = new IntVector(element, values, ColumnVector.NO_NULLS, 0);
            ListVector row =
                    new ListVector(schema.fields().get(0).type(), new int[] {0, 0}, none, ColumnVector.NO_NULLS, 1);
            writer.write(new Batch(schema, List.of(row), 1));
            return writer.finish();
        }
    }

    static int listElement(int i) {
        return i * 0x9E3779B1 >>> 12;
    }
}
