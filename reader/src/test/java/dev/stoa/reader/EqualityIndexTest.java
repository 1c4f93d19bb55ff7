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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.reader.internal.scan.EqualityIndex;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.EqualityIndexWriter;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Scans with indexes give what scans without them give, and read less. */
@Tag("once")
class EqualityIndexTest {
    private static final Schema SCHEMA = Schema.of(
            Field.required("key", Type.of(TypeKind.INT64)),
            Field.nullable("number", Type.of(TypeKind.UINT64)),
            Field.nullable("text", Type.of(TypeKind.STRING)),
            Field.nullable("padded", Type.sized(TypeKind.CHAR, 6)),
            Field.required("payload", Type.of(TypeKind.INT32)));

    @TempDir
    Path folder;

    @Test
    void hashesAreThoseOfTheSpecification() {
        assertEquals(0x9F29CB17A2A49995L >>> 1, EqualityIndexFormat.cut(ValueHash.ofNumber(1), 63));
        assertEquals(40745, EqualityIndexFormat.cut(ValueHash.ofNumber(1), 16));
        assertEquals(0xEF46DB3751D8E999L >>> 1, EqualityIndexFormat.cut(ValueHash.ofBytes(new byte[0]), 63));
    }

    @Test
    void hashAndVectorFitALong() {
        for (long rows = 1; rows > 0; rows *= 2) {
            int bits = EqualityIndexFormat.hashBits(rows) + EqualityIndexFormat.vectorBits(rows);
            assertTrue(bits <= 63 && EqualityIndexFormat.hashBits(rows) > 0, rows + " rows: " + bits);
        }
    }

    /** Odd values are beyond 2^63. */
    private static BigInteger unsigned(long value) {
        return BigInteger.valueOf(value).add(value % 2 == 0 ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(63));
    }

    private Path data(String name, Random random, int rows, int values) throws IOException {
        List<Object[]> table = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            long value = random.nextInt(values);
            table.add(new Object[] {
                value * 31,
                random.nextInt(10) == 0 ? null : unsigned(value),
                random.nextInt(10) == 0 ? null : "text " + value,
                random.nextInt(10) == 0 ? null : value % 1000 + (random.nextBoolean() ? " " : ""),
                i
            });
        }
        Path path = folder.resolve(name);
        Tables.write(path, SCHEMA, table, WriterOptions.DEFAULT.withVectorsPerZone(2));
        return path;
    }

    private Path index(Path data, String column) throws IOException {
        Path path = folder.resolve(data.getFileName() + "." + column);
        Tables.writeIndex(path, data, ColumnPath.parse(column), folder, "test");
        return path;
    }

    private static List<Long> rows(StoaFile file, Filter filter) throws IOException {
        List<Long> rows = new ArrayList<>();
        try (Scan scan = file.scan().select("payload").filter(filter).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    rows.add(batch.firstRow() + batch.selected(i));
                }
            }
        }
        return rows;
    }

    @ParameterizedTest
    @Seeds(10)
    void scansGiveTheSameRows(long seed) throws IOException {
        Random random = new Random(seed);
        int values = 1 + random.nextInt(random.nextBoolean() ? 10 : 20_000);
        Path data = data("data", random, 1 + random.nextInt(30_000), values);
        try (StoaFile plain = StoaFile.open(RangeSources.open(data));
                StoaFile indexed = StoaFile.open(RangeSources.open(data))) {
            for (String column : List.of("key", "number", "text", "padded")) {
                if (random.nextInt(4) > 0) {
                    assertTrue(indexed.addIndex(RangeSources.open(index(data, column))));
                }
            }
            for (int i = 0; i < 30; i++) {
                Filter filter = filter(random, values, 2);
                assertEquals(rows(plain, filter), rows(indexed, filter), "seed " + seed + ", filter " + filter);
            }
        }
    }

    /** A file of the same id, made again with other bytes, is another one. */
    @Test
    void anIndexIsOfTheVeryFile() throws IOException {
        Path data = data("data", new Random(1), 100, 10);
        try (StoaFile file = StoaFile.open(RangeSources.open(data));
                StoaFile opened = StoaFile.open(RangeSources.open(index(data, "key")));
                EqualityIndex index = EqualityIndex.open(opened)) {
            FileIdentity id = file.identity();
            assertTrue(index.isOf(id));
            assertFalse(index.isOf(new FileIdentity(id.uuid(), id.length() + 1, id.hash())));
            assertFalse(index.isOf(new FileIdentity(
                    id.uuid(),
                    id.length(),
                    new ContentHash(id.hash().high(), id.hash().low() + 1))));
            assertFalse(index.isOf(new FileIdentity(UUID.randomUUID(), id.length(), id.hash())));
        }
    }

    private static Filter filter(Random random, int values, int depth) {
        long value = random.nextInt(values + 2);
        return switch (random.nextInt(depth == 0 ? 6 : 9)) {
            case 0 -> Filter.equal("key", value * 31);
            case 1 -> Filter.in("number", List.of(unsigned(value), new BigDecimal("1.5"), 3));
            case 2 -> Filter.equal("text", "text " + value);
            case 3 -> Filter.in("padded", List.of(value % 1000 + "  ", "x"));
            case 4 -> Filter.greater("payload", random.nextInt(10_000));
            case 5 -> Filter.nullSafeEqual("number", unsigned(value));
            case 6 -> Filter.and(filter(random, values, depth - 1), filter(random, values, depth - 1));
            case 7 -> Filter.or(filter(random, values, depth - 1), filter(random, values, depth - 1));
            default -> Filter.not(filter(random, values, depth - 1));
        };
    }

    @Test
    void aLookUpReadsTheVectorsOfTheValueOnly() throws IOException {
        Path data = data("data", new Random(7), 200_000, 1_000_000);
        try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
            long all = RangeSources.open(data).length();
            assertTrue(file.addIndex(RangeSources.open(index(data, "key"))));
            long key;
            try (Scan scan = file.scan().select("key").rows(123_456, 123_457).build()) {
                assertTrue(scan.next());
                key = ((LongVector) scan.batch().column(0)).values()[0];
            }
            try (Scan scan = file.scan()
                    .select("payload")
                    .filter(Filter.equal("key", key))
                    .build()) {
                assertTrue(scan.next());
                assertTrue(scan.stats().vectors() <= 5, scan.stats().toString());
                assertTrue(scan.stats().rowsByIndex() >= 180_000, scan.stats().toString());
                assertTrue(scan.stats().bytesRead() < all / 10, scan.stats().bytesRead() + " of " + all);
            }
        }
    }

    @Test
    void anIndexOfAnotherFileIsNotUsed() throws IOException {
        Path index = index(data("data", new Random(1), 100, 10), "key");
        Path other = data("other", new Random(1), 100, 10);
        try (StoaFile file = StoaFile.open(RangeSources.open(other))) {
            assertFalse(file.addIndex(RangeSources.open(index)));
            assertEquals(100, rows(file, Filter.and()).size());
            CorruptFileException e =
                    assertThrows(CorruptFileException.class, () -> file.addIndex(RangeSources.open(other)));
            assertTrue(e.getMessage().contains("is not an index"), e.getMessage());
        }
    }

    @Test
    void aLyingIndexIsRefusedWhereItCanBeSeen() throws IOException {
        Path data = data("data", new Random(1), 100, 10);
        Path lie = folder.resolve("lie");
        try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
            FileIdentity identity = file.identity();
            try (EqualityIndexWriter writer = EqualityIndexWriter.create(
                    LocalFileSink.create(lie, SinkOptions.DEFAULT),
                    new EqualityIndexWriter.IndexedFile(identity.uuid(), identity.length(), identity.hash(), 1_000_000),
                    "key",
                    Type.of(TypeKind.INT64),
                    folder,
                    "test")) {
                writer.add(
                        new LongVector(
                                Type.of(TypeKind.INT64), new long[] {31}, dev.stoa.format.ColumnVector.NO_NULLS, 1),
                        1,
                        999_999);
                writer.finish();
            }
            assertTrue(file.addIndex(RangeSources.open(lie)));
            assertThrows(CorruptFileException.class, () -> rows(file, Filter.equal("key", 31)));
        }
    }

    private static Verifier.IndexReport verify(Path index, Path data) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(data));
                RangeSource source = RangeSources.open(index)) {
            return Verifier.verifyIndex(source, file, (rows, of) -> {});
        }
    }

    /** An index of column key with the pairs of another, but for one change. */
    private Path lie(Path index, int at, long hash, int vector, int copies) throws IOException {
        return lie(index, "lie" + at + "." + hash + "." + vector + "." + copies, "", pairs -> {
            pairs.remove(at);
            for (int i = 0; i < copies; i++) {
                pairs.add(at, new Object[] {hash, vector});
            }
        });
    }

    /** An index with other rows, and of another column if one is given. */
    private Path lie(Path index, String name, String column, Consumer<List<Object[]>> change) throws IOException {
        List<Object[]> pairs = new ArrayList<>();
        try (StoaFile file = StoaFile.open(RangeSources.open(index));
                Scan scan = file.scan().build()) {
            while (scan.next()) {
                for (int i = 0; i < scan.batch().rowCount(); i++) {
                    pairs.add(new Object[] {
                        ((LongVector) scan.batch().column(0)).values()[i],
                        ((IntVector) scan.batch().column(1)).values()[i]
                    });
                }
            }
        }
        change.accept(pairs);
        Map<String, String> changed = column.isEmpty() ? Map.of() : Map.of(EqualityIndexFormat.COLUMN, column);
        return like(index, name, EqualityIndexFormat.SCHEMA, changed, pairs.toArray(Object[][]::new));
    }

    @Test
    void anIndexOfAnotherColumnIsNamed() throws IOException {
        Path data = data("data", new Random(3), 100, 5);
        Path index = index(data, "key");
        Path none = lie(index, "none", "none", pairs -> {});
        assertOnlyProblem("is of a column that is not there: ", none, data);
        assertProblem("of its values are missing in the index", lie(index, "other", "payload", pairs -> {}), data);
    }

    /** A file may say that it is an index, and have other columns, or be of a column that can have none. */
    @Test
    void anIndexThatCanBeNoneIsNamed() throws IOException {
        Path data = folder.resolve("doubles");
        Schema schema = Schema.of(
                Field.required("key", Type.of(TypeKind.INT64)), Field.required("x", Type.of(TypeKind.FLOAT64)));
        Tables.write(data, schema, List.<Object[]>of(new Object[] {1L, 1.5}), WriterOptions.DEFAULT);
        Path index = index(data, "key");
        assertOnlyProblem(
                "is of column 'x', a " + Type.of(TypeKind.FLOAT64) + ", which can have none",
                lie(index, "x", "x", pairs -> {}),
                data);
        Path other = like(index, "other", schema, Map.of(), new Object[] {1L, 1.5});
        assertOnlyProblem("is not an index: it has the columns " + schema + ", an index has ", other, data);
    }

    /** A file with the properties of an index, but for some. */
    private Path like(Path index, String name, Schema schema, Map<String, String> changed, Object[]... rows)
            throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(index))) {
            List<KeyValue> properties = file.info().keyValues().stream()
                    .map(p -> KeyValue.of(
                            p.key(), changed.getOrDefault(p.key(), p.value().orElseThrow())))
                    .toList();
            Path path = folder.resolve(name);
            Tables.write(path, schema, List.of(rows), WriterOptions.DEFAULT.withMetadata(properties));
            return path;
        }
    }

    private static void assertRefused(String part, Path index, Path data) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
            CorruptFileException e =
                    assertThrows(CorruptFileException.class, () -> file.addIndex(RangeSources.open(index)));
            assertTrue(e.getMessage().contains(part), e.getMessage());
            assertFalse(rows(file, Filter.equal("key", 0)).isEmpty(), "the file is read without it");
        }
    }

    /** A scan would find no hashes there, or take other values for ordinals of vectors. */
    @Test
    void aFileWithOtherColumnsIsNoIndex() throws IOException {
        Path data = data("data", new Random(3), 100, 5);
        Path index = index(data, "key");
        Field hash = Field.required("hash", Type.of(TypeKind.INT64));
        Field longs = Field.required("vector", Type.of(TypeKind.INT64));
        Field nulls = Field.nullable("vector", Type.of(TypeKind.INT32));
        String part = "is not an index: it has the columns ";
        assertRefused(part, like(index, "longs", Schema.of(hash, longs), Map.of(), new Object[] {1L, 0L}), data);
        assertRefused(part, like(index, "nulls", Schema.of(hash, nulls), Map.of(), new Object[] {1L, null}), data);
        assertRefused(part, like(index, "one", Schema.of(hash), Map.of(), new Object[] {1L}), data);
    }

    @Test
    void bitsAndColumnsThatCantBeAreRefused() throws IOException {
        Path data = data("data", new Random(3), 100, 5);
        Path index = index(data, "key");
        for (String bits : List.of("0", "64", "99", "100", "-1", "07", "x", "")) {
            Map<String, String> changed = Map.of(EqualityIndexFormat.BITS, bits);
            assertRefused(
                    "an index with hashes of '" + bits + "' bits",
                    like(index, "bits" + bits, EqualityIndexFormat.SCHEMA, changed),
                    data);
        }
        Map<String, String> changed = Map.of(EqualityIndexFormat.COLUMN, "a..b");
        assertRefused("an index of 'a..b': ", like(index, "path", EqualityIndexFormat.SCHEMA, changed), data);
        Path most = like(index, "most", EqualityIndexFormat.SCHEMA, Map.of(EqualityIndexFormat.BITS, "63"));
        try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
            assertTrue(file.addIndex(RangeSources.open(most)));
            assertEquals(List.of(), rows(file, Filter.equal("key", 0)), "it has no rows, so no vector has a value");
        }
    }

    /** The vectors of a file are 0 and 1, and an index that says more of a value lies. */
    @Test
    void onlyVectorsOfTheFileAreTaken() throws IOException {
        Path data = data("data", new Random(3), 5000, 1);
        Path index = index(data, "key");
        long hash;
        try (StoaFile file = StoaFile.open(RangeSources.open(index));
                Scan scan = file.scan().build()) {
            assertTrue(scan.next());
            hash = ((LongVector) scan.batch().column(0)).values()[0];
        }
        for (int vector : new int[] {-1, 0, 1, 2}) {
            Path lie = like(index, "lie" + vector, EqualityIndexFormat.SCHEMA, Map.of(), new Object[] {hash, vector});
            try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
                assertTrue(file.addIndex(RangeSources.open(lie)));
                if (vector == 0 || vector == 1) {
                    assertEquals(
                            vector == 0 ? 4096 : 904,
                            rows(file, Filter.equal("key", 0)).size());
                } else {
                    CorruptFileException e =
                            assertThrows(CorruptFileException.class, () -> rows(file, Filter.equal("key", 0)));
                    assertTrue(e.getMessage().contains("values are in vector " + vector + " of 2"), e.getMessage());
                }
            }
        }
    }

    /** Only the first of them are looked at. */
    @Test
    void manyWrongVectorsAreCounted() throws IOException {
        Path data = data("data", new Random(3), 22 * 4096, 5);
        Path index = index(data, "key");
        assertEquals(List.of(), verify(index, data).problems());
        Path twenty = lie(index, "twenty", "", pairs -> pairs.removeIf(pair -> (int) pair[1] >= 2));
        List<Verifier.Problem> problems = verify(twenty, data).problems();
        assertEquals(20, problems.size());
        assertEquals(
                "vector 21 (rows 86016..90111) of column 'key'",
                problems.get(19).where());
        problems = verify(lie(index, "all", "", List::clear), data).problems();
        assertEquals(21, problems.size());
        assertEquals(
                new Verifier.Problem("the index", "is wrong about 22 vectors; drop it, and make it again"),
                problems.get(20));
    }

    @Test
    void theComparisonWithTheFileHasLimits() throws IOException {
        Path data = data("data", new Random(7), 20_000, 900);
        ScanLimits limits = ScanLimits.NONE.withRows(1_000_000);
        try (StoaFile file = StoaFile.open(RangeSources.open(data));
                RangeSource source = RangeSources.open(index(data, "key"))) {
            Verifier.Progress others = (rows, of) -> {
                try {
                    limits.count("another file", 600_000, 0);
                } catch (ScanLimitException e) {
                    assertEquals(8192, rows, "after the second vector");
                }
            };
            assertThrows(ScanLimitException.class, () -> Verifier.verifyIndex(source, file, others, limits));
        }
    }

    @Test
    void anIndexIsComparedWithItsFile() throws IOException {
        Path data = data("data", new Random(3), 20_000, 500);
        for (String column : List.of("key", "number", "text", "padded", "payload")) {
            Verifier.IndexReport report = verify(index(data, column), data);
            assertEquals(List.of(), report.problems(), column);
            assertFalse(report.isStale());
        }
        Path index = folder.resolve("data.key");
        assertTrue(verify(index, data("other", new Random(4), 100, 5)).isStale());

        long hash;
        try (StoaFile file = StoaFile.open(RangeSources.open(index));
                Scan scan = file.scan().rows(77, 78).build()) {
            assertTrue(scan.next());
            hash = ((LongVector) scan.batch().column(0)).values()[0];
        }
        long last; // of the five vectors that a key is in
        try (StoaFile file = StoaFile.open(RangeSources.open(index));
                Scan scan = file.scan().rows(79, 80).build()) {
            assertTrue(scan.next());
            last = ((LongVector) scan.batch().column(0)).values()[0];
            assertEquals(4, ((IntVector) scan.batch().column(1)).values()[0]);
        }
        assertProblem(
                "vector 4 (rows 16384..19999) of column 'key': 1 of its values are missing in the index, and 1 are there",
                lie(index, 79, last + 1, 4, 1),
                data);
        assertProblem("1 of its values are missing in the index, and 0 are there", lie(index, 77, 0, 0, 0), data);
        assertProblem("0 of its values are missing in the index, and 1 are there", lie(index, 0, 0, 3, 1), data);
        assertOnlyProblem("does not follow the row before it", lie(index, 77, hash, 0, 2), data);
        assertOnlyProblem("row 77: does not follow the row before it", lie(index, 77, 0, 0, 1), data);
        assertOnlyProblem("has more than", lie(index, 77, 1L << 50, 0, 1), data);
        assertOnlyProblem("is in vector 5 of 5", lie(index, 77, hash, 5, 1), data);
        assertProblem("is not an index", data, data);
    }

    private static void assertProblem(String part, Path index, Path data) throws IOException {
        List<Verifier.Problem> problems = verify(index, data).problems();
        assertTrue(problems.toString().contains(part), problems.toString());
    }

    /** The index is compared no further. */
    private static void assertOnlyProblem(String part, Path index, Path data) throws IOException {
        assertProblem(part, index, data);
        assertEquals(1, verify(index, data).problems().size());
    }

    @Test
    void typesWithoutHashesAreRefused() {
        for (Type type : List.of(Type.of(TypeKind.FLOAT64), Type.decimal(38, 2), Type.of(TypeKind.BOOLEAN))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> EqualityIndexWriter.create(
                            LocalFileSink.create(folder.resolve("none"), SinkOptions.DEFAULT),
                            new EqualityIndexWriter.IndexedFile(
                                    new java.util.UUID(1, 2), 100, new ContentHash(0, 1), 10),
                            "x",
                            type,
                            folder,
                            "test"));
        }
    }

    /** Indexes know old values only: rows with new ones are found nevertheless. */
    @Test
    void newValuesAreFoundThoughNoIndexKnowsThem() throws IOException {
        Path data = data("data", new Random(3), 20_000, 1_000_000);
        long[] news = {1_000_000_007};
        RowChanges changes = RowChanges.builder()
                .modify(
                        "key",
                        new long[] {12_345},
                        new LongVector(Type.of(TypeKind.INT64), news, ColumnVector.NO_NULLS, 1))
                .build();
        try (StoaFile file = StoaFile.open(RangeSources.open(data))) {
            assertTrue(file.addIndex(RangeSources.open(index(data, "key"))));
            try (Scan scan = file.scan()
                    .changes(changes)
                    .filter(Filter.equal("key", news[0]))
                    .build()) {
                assertTrue(scan.next());
                assertEquals(12_345, scan.batch().firstRow() + scan.batch().selected(0));
                assertFalse(scan.next());
                assertEquals(1, scan.stats().vectors());
            }
        }
    }
}
