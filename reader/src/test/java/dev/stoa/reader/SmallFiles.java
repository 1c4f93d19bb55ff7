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
package dev.stoa.reader;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;

/** Small files that have, together, every part that a file can have. */
final class SmallFiles {
    private SmallFiles() {}

    /** A kind of file. */
    enum Kind {
        /** Numbers of several encodings, with nulls, bounds and field ids, in several granules. */
        FLAT,
        /** Lists, maps and structs. */
        NESTED,
        /** Strings with dictionaries, runs and plain ones. */
        TEXT,
        /** Values so long that they are cut into pages. */
        PAGED
    }

    private static final Map<Kind, byte[]> MADE = new EnumMap<>(Kind.class);

    /** The bytes of a file. */
    static synchronized byte[] bytes(Kind kind) throws IOException {
        byte[] made = MADE.get(kind);
        if (made == null) {
            made = make(kind);
            MADE.put(kind, made);
        }
        return made.clone();
    }

    private static byte[] make(Kind kind) throws IOException {
        Path folder = Files.createTempDirectory("stoa-small");
        Path path = folder.resolve(kind + ".stoa");
        Schema schema = schema(kind);
        int rows = switch (kind) {
            case FLAT -> 5000;
            case NESTED -> 40;
            case TEXT -> 300;
            case PAGED -> 12;
        };
        List<Object[]> values = new ArrayList<>();
        IntFunction<Object[]> row = row(kind);
        for (int i = 0; i < rows; i++) {
            values.add(row.apply(i));
        }
        WriterOptions options = WriterOptions.DEFAULT
                .withSizes(1024, 4096)
                .withVectorsPerZone(1)
                .withUuid(new UUID(17, kind.name().hashCode()))
                .withCreatedBy("stoa test");
        Tables.write(path, schema, values, options);
        byte[] bytes = Files.readAllBytes(path);
        Files.delete(path);
        Files.delete(folder);
        return bytes;
    }

    static Schema schema(Kind kind) {
        return switch (kind) {
            case FLAT ->
                Schema.of(
                        Field.required("id", Type.of(TypeKind.INT64)).withFieldId(1),
                        Field.nullable("n", Type.of(TypeKind.INT32)).withFieldId(2),
                        Field.nullable("price", Type.decimal(30, 2)),
                        Field.nullable("flag", Type.of(TypeKind.BOOLEAN)),
                        Field.required("f", Type.of(TypeKind.FLOAT64)));
            case NESTED ->
                Schema.of(
                        Field.nullable("tags", Type.list(Field.nullable("element", Type.of(TypeKind.STRING)))),
                        Field.nullable(
                                "m",
                                Type.map(
                                        Field.required("key", Type.of(TypeKind.INT16)),
                                        Field.nullable(
                                                "value",
                                                Type.list(Field.required("element", Type.of(TypeKind.DATE)))))),
                        Field.nullable(
                                "s",
                                Type.struct(List.of(
                                        Field.required("a", Type.of(TypeKind.INT8)),
                                        Field.nullable("g", Type.geo(TypeKind.GEOMETRY, "EPSG:4326"))))));
            case TEXT ->
                Schema.of(
                        Field.nullable("city", Type.of(TypeKind.STRING)),
                        Field.required("code", Type.sized(TypeKind.CHAR, 4)),
                        Field.required("note", Type.of(TypeKind.STRING)),
                        Field.nullable("same", Type.of(TypeKind.STRING)));
            case PAGED -> Schema.of(Field.nullable("doc", Type.of(TypeKind.STRING)));
        };
    }

    private static IntFunction<Object[]> row(Kind kind) {
        return switch (kind) {
            case FLAT ->
                i -> new Object[] {
                    (long) i,
                    i % 7 == 0 ? null : i / 1000,
                    i % 3 == 0 ? null : new java.math.BigDecimal(i % 16).setScale(2),
                    i < 2500,
                    (i - i % 500) / 2000.0
                };
            case NESTED ->
                i -> new Object[] {
                    i % 5 == 0 ? null : Arrays.asList("t" + i % 3, null, "x".repeat(i % 4)),
                    i % 4 == 0
                            ? null
                            : List.of(new AbstractMap.SimpleEntry<>(i, i % 3 == 0 ? null : List.of(i, 2 * i))),
                    i % 6 == 0 ? null : new Object[] {i, i % 2 == 0 ? null : new byte[] {1, (byte) i}}
                };
            case TEXT ->
                i -> new Object[] {
                    i % 9 == 0 ? null : "city " + i * 7 % 5,
                    i < 150 ? "ab" : "cd",
                    "note no. " + i * 31 % 300,
                    i % 2 == 0 ? null : "same"
                };
            case PAGED -> i -> new Object[] {i == 3 ? null : ("page " + i + ", ").repeat(i == 5 ? 150_000 : 5000)};
        };
    }
}
