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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.MutableNode.Part;
import dev.stoa.reader.reference.ReferenceDecoder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden files of later releases: each has one thing that this release lacks. Both readers refuse it by name, and nothing else
 * of the file.
 */
final class GoldenRefusalsTest {
    private static final Path FOLDER =
            ReferenceDecoder.root().resolve("format-spec/src/test/resources/golden/edition-1/refused");
    private static final boolean UPDATE = Boolean.getBoolean("stoa.golden.update");
    private static final String COLUMN = "n";
    private static final int NODE = 1;

    @TempDir
    static Path folder;

    /** What a reader refuses. */
    enum Scope {
        FILE,
        COLUMN,
        FILTER
    }

    /**
     * A file.
     *
     * @param name without what follows the point
     * @param word that the refusal has
     */
    record Refusal(String name, Scope scope, String word, byte[] bytes) {
        String line() {
            return name + "\t" + scope + "\t" + (scope == Scope.FILE ? "" : COLUMN) + "\t" + word;
        }
    }

    private static List<Refusal> all() throws IOException {
        List<Refusal> all = new ArrayList<>();
        all.add(new Refusal("edition", Scope.FILE, "edition 2", edition(file().toBytes(), 2)));
        all.add(new Refusal("edition-0", Scope.FILE, "edition 0", draft(file().toBytes())));
        all.add(new Refusal("feature", Scope.FILE, "63", features(file(), 1L << 63)));
        all.add(new Refusal("encrypted-footer", Scope.FILE, "footer is encrypted", features(file(), 1)));
        all.add(column("transform", "transform 77", file().transform(NODE, 77, 3)));
        all.add(column("encrypted-column", "is encrypted with key 3", file().transform(NODE, 1, 3)));
        MutableFile encoding = file();
        encoding.indexes.get(NODE)[1] = 99;
        all.add(column("encoding", "encoding 99", encoding));
        all.add(column("type", "200", file().node(NODE, Part.TYPE, 200)));
        all.add(column("node-entry", "entry 33", file().entries(NODE, MutableFile.entries(33))));
        MutableFile index = file();
        byte[] full = index.fullIndex(NODE, Type.of(TypeKind.INT32));
        all.add(column("index-entry", "entry 35", index.index(NODE, MutableFile.withEntry(full, 35))));
        MutableFile bounds = file();
        bounds.minMax(NODE, MutableFile.withEntry(bounds.minMaxes.get(NODE), 37));
        all.add(new Refusal("bounds-entry", Scope.FILTER, "entry 37", bounds.toBytes()));
        return all;
    }

    private static Refusal column(String name, String word, MutableFile file) {
        return new Refusal(name, Scope.COLUMN, word, file.toBytes());
    }

    @BeforeAll
    static void write() throws IOException {
        if (UPDATE) {
            Files.createDirectories(FOLDER);
            List<String> lines = new ArrayList<>();
            for (Refusal refusal : all()) {
                Files.write(FOLDER.resolve(refusal.name() + ".stoa"), refusal.bytes());
                lines.add(refusal.line());
            }
            Files.writeString(FOLDER.resolve("refused.tsv"), String.join("\n", lines) + "\n");
        }
    }

    static Stream<Refusal> refusals() throws IOException {
        return all().stream();
    }

    @Test
    void allAreListed() throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("refused.tsv"), StandardCharsets.UTF_8);
        assertEquals(all().stream().map(Refusal::line).toList(), lines);
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void bothReadersRefuseItByName(Refusal refusal) throws Exception {
        Path path = FOLDER.resolve(refusal.name() + ".stoa");
        assertArrayEquals(refusal.bytes(), Files.readAllBytes(path), "other bytes are written");
        ReferenceDecoder.Output output = ReferenceDecoder.run("check", path);
        assertEquals(1, output.exitCode());
        assertTrue(output.errors().contains(refusal.word()), output.errors());
        if (refusal.scope() != Scope.FILE) {
            assertEquals(3, rows(path, List.of("id", "text"), List.of()));
        }
        String message = assertThrows(UnsupportedFileException.class, () -> {
                    switch (refusal.scope()) {
                        case FILE -> rows(path, List.of("id"), List.of());
                        case COLUMN -> rows(path, List.of(COLUMN), List.of());
                        case FILTER -> {
                            assertEquals(3, rows(path, List.of(COLUMN), List.of()));
                            rows(path, List.of("id"), List.of(Filter.greater(COLUMN, 1)));
                        }
                    }
                })
                .getMessage();
        assertTrue(message.contains(refusal.word()), message);
        assertTrue(refusal.scope() == Scope.FILE || message.contains(COLUMN) || message.contains("node 1"), message);
    }

    private static long rows(Path path, List<String> columns, List<Filter> filters) throws IOException {
        try (StoaFile file = Tables.open(path)) {
            ScanBuilder builder = file.scan().select(columns.toArray(String[]::new));
            filters.forEach(builder::filter);
            long rows = 0;
            try (Scan scan = builder.build()) {
                while (scan.next()) {
                    rows += scan.batch().selectedCount();
                }
            }
            return rows;
        }
    }

    /** A small file of three columns and three rows. */
    private static MutableFile file() throws IOException {
        Path path = folder.resolve("sound.stoa");
        if (!Files.exists(path)) {
            Schema schema = Schema.of(
                    Field.required("id", Type.of(TypeKind.INT64)),
                    Field.required(COLUMN, Type.of(TypeKind.INT32)),
                    Field.nullable("text", Type.of(TypeKind.STRING)));
            WriterOptions options =
                    WriterOptions.DEFAULT.withCreatedBy("golden").withUuid(new UUID(0x4000, Long.MIN_VALUE));
            List<Object[]> rows =
                    List.of(new Object[] {1L, 10, "a"}, new Object[] {2L, 25, null}, new Object[] {3L, 31, "c"});
            Tables.write(path, schema, rows, options);
        }
        return new MutableFile(Files.readAllBytes(path));
    }

    private static byte[] features(MutableFile file, long features) {
        byte[] bytes = file.toBytes();
        byte[] body = Arrays.copyOf(bytes, bytes.length - Layout.TAIL_BYTES);
        byte[] tail = Arrays.copyOfRange(bytes, body.length, bytes.length);
        int footer = (int) MutableFile.le(tail).getLong(16);
        TailBytes.sign(tail, body, body.length - footer, features, file.data.length);
        System.arraycopy(tail, 0, bytes, body.length, tail.length);
        return bytes;
    }

    private static byte[] edition(byte[] bytes, int edition) {
        int tail = bytes.length - Layout.TAIL_BYTES;
        MutableFile.le(bytes).putShort(4, (short) edition).putShort(tail + 76, (short) edition);
        return signed(bytes, tail, 80);
    }

    /** Signs the last 64 bytes as the tail of edition 0: its CRC covers the first 56. */
    private static byte[] draft(byte[] bytes) {
        int tail = bytes.length - Layout.TAIL_BYTES;
        MutableFile.le(bytes).putShort(4, (short) 0).putShort(tail + 76, (short) 0);
        return signed(bytes, tail + 24, 56);
    }

    private static byte[] signed(byte[] bytes, int from, int length) {
        MutableFile.le(bytes).putInt(from + length, Layout.crc(bytes, from, length));
        return bytes;
    }
}
