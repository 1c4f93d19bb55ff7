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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArrowBatchesTest {
    private final BufferAllocator allocator = new RootAllocator();
    private final MapDictionaryProvider dictionaries = new MapDictionaryProvider();

    @TempDir
    private Path folder;

    @AfterEach
    void nothingIsLeft() {
        allocator.close();
    }

    private List<List<Object>> rows(FieldVector vector) throws IOException {
        try (VectorSchemaRoot root = VectorSchemaRoot.of(vector)) {
            ArrowBatches batches = ArrowBatches.of(root, dictionaries);
            List<List<Object>> rows = new ArrayList<>();
            batches.writeTo(batch -> StoaFiles.addRows(batch, rows));
            return rows;
        }
    }

    private <T extends StoaException> void refused(Class<T> type, FieldVector vector, String... words) {
        StoaException e = assertThrows(type, () -> rows(vector));
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
    }

    private static List<Object> text(String text) {
        return Arrays.asList((Object) java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private VarCharVector texts(String... values) {
        VarCharVector vector = new VarCharVector("t", allocator);
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                vector.setSafe(i, values[i].getBytes(StandardCharsets.UTF_8));
            }
        }
        vector.setValueCount(values.length);
        return vector;
    }

    @Test
    void valuesOfNoBytesAreRefused() throws IOException {
        ArrowType none = new ArrowType.FixedSizeBinary(0);
        org.apache.arrow.vector.types.pojo.Field field =
                new org.apache.arrow.vector.types.pojo.Field("b", FieldType.nullable(none), List.of());
        try (ArrowReader reader = new ArrowReader(allocator) {
            @Override
            public boolean loadNextBatch() {
                return false;
            }

            @Override
            public long bytesRead() {
                return 0;
            }

            @Override
            protected void closeReadSource() {
                // it has none
            }

            @Override
            protected org.apache.arrow.vector.types.pojo.Schema readSchema() {
                return new org.apache.arrow.vector.types.pojo.Schema(List.of(field));
            }
        }) {
            UnsupportedFileException e = assertThrows(UnsupportedFileException.class, () -> ArrowBatches.of(reader));
            assertTrue(e.getMessage().contains("a fixed length of 0 bytes"), e.getMessage());
        }
    }

    @Test
    void offsetsThatDescendAreRefused() {
        VarCharVector vector = texts("one", "two", "three");
        vector.getOffsetBuffer().setInt(8, 1);
        refused(CorruptFileException.class, vector, "'t'", "row 1");
    }

    @Test
    void offsetsBeyondTheBytesAreRefused() {
        VarCharVector vector = texts("one", "two", "three");
        vector.getOffsetBuffer().setInt(12, 1 << 30);
        refused(CorruptFileException.class, vector, "'t'", "row 2");
    }

    @Test
    void negativeOffsetsAreRefused() {
        VarCharVector vector = texts("one", "two");
        vector.getOffsetBuffer().setInt(0, -4);
        refused(CorruptFileException.class, vector, "'t'", "-4");
    }

    @Test
    void buffersThatAreTooShortAreRefused() {
        BigIntVector vector = new BigIntVector("n", allocator);
        vector.setSafe(0, 1);
        vector.setValueCount(1);
        vector.getDataBuffer().capacity(4);
        refused(CorruptFileException.class, vector, "'n'", "4 bytes");
    }

    @Test
    void aRootThatClaimsMoreRowsThanItsVectorsIsRefused() throws IOException {
        VarCharVector vector = texts("one");
        try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(vector.getField()), List.of(vector), 3)) {
            ArrowBatches batches = ArrowBatches.of(root, dictionaries);
            StoaException e = assertThrows(CorruptFileException.class, batches::next);
            assertTrue(e.getMessage().contains("1 rows, 3"), e.getMessage());
        }
    }

    @Test
    void elementsThatAreMissingAreRefused() {
        ListVector lists = ListVector.empty("l", allocator);
        lists.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)));
        lists.startNewValue(0);
        ((IntVector) lists.getDataVector()).setSafe(0, 7);
        lists.endValue(0, 1);
        lists.setValueCount(1);
        lists.getOffsetBuffer().setInt(4, 9);
        refused(CorruptFileException.class, lists, "'l'", "9");
    }

    @Test
    void nullsWhereNoneMayBeAreRefused() throws IOException {
        BigIntVector vector = new BigIntVector("n", FieldType.notNullable(new ArrowType.Int(64, true)), allocator);
        vector.setSafe(0, 1);
        vector.setNull(1);
        vector.setValueCount(2);
        try (VectorSchemaRoot root = VectorSchemaRoot.of(vector);
                StoaWriter writer = StoaFiles.writer(
                        folder.resolve("n.stoa"), Schema.of(Field.required("n", Type.of(TypeKind.INT64))))) {
            ArrowBatches batches = ArrowBatches.of(root, dictionaries);
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> batches.writeTo(writer::write));
            assertEquals(1, e.row());
        }
    }

    @Test
    void datesOfMillisecondsMustBeDays() throws IOException {
        DateMilliVector days = new DateMilliVector("d", allocator);
        days.setSafe(0, -86_400_000L);
        days.setValueCount(1);
        assertEquals(List.of(List.of((Object) Integer.valueOf(-1))), rows(days));
        DateMilliVector hours = new DateMilliVector("d", allocator);
        hours.setSafe(0, 3_600_000L);
        hours.setValueCount(1);
        refused(StoaException.class, hours, "'d'", "3600000");
    }

    @Test
    void unionsAreRefusedByName() {
        FieldVector union = new org.apache.arrow.vector.complex.UnionVector("u", allocator, null, null);
        refused(UnsupportedFileException.class, union, "'u'", "unions");
    }

    @Test
    void longOffsetsAndViews() throws IOException {
        LargeVarCharVector large = new LargeVarCharVector("t", allocator);
        ViewVarCharVector views = new ViewVarCharVector("t", allocator);
        large.allocateNew();
        views.allocateNew();
        List<List<Object>> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String value = "x".repeat(i);
            large.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
            views.setSafe(i, value.getBytes(StandardCharsets.UTF_8));
            expected.add(text(value));
        }
        large.setValueCount(50);
        views.setValueCount(50);
        assertEquals(expected, rows(large));
        assertEquals(expected, rows(views));
    }

    @Test
    void longOffsetsAndViewsKeepTheTypeThatTheMetadataNames() throws IOException {
        for (ArrowType type :
                List.of(ArrowType.Utf8.INSTANCE, ArrowType.LargeUtf8.INSTANCE, ArrowType.Utf8View.INSTANCE)) {
            FieldType json = new FieldType(true, type, null, Map.of("ARROW:extension:name", "arrow.json"));
            var schema = new org.apache.arrow.vector.types.pojo.Schema(
                    List.of(new org.apache.arrow.vector.types.pojo.Field("j", json, List.of())));
            assertEquals(
                    Schema.of(Field.nullable("j", Type.of(TypeKind.JSON))), ArrowSchemas.toStoa(schema, dictionaries));
        }
    }

    @Test
    void batchesAreSmallWhereverTheirBytesLie() throws IOException {
        byte[] large = new byte[40 << 20];
        byte[] middle = new byte[5_000];
        List<FieldVector> skewed = List.of(
                new VarBinaryVector("t", allocator),
                new LargeVarBinaryVector("t", allocator),
                new ViewVarBinaryVector("t", allocator));
        for (FieldVector vector : skewed) {
            vector.allocateNew();
            for (int i = 0; i < 20_000; i++) {
                byte[] value = i == 3 || i == 4 ? large : middle;
                if (vector instanceof VarBinaryVector texts) {
                    texts.setSafe(i, value);
                } else if (vector instanceof LargeVarBinaryVector texts) {
                    texts.setSafe(i, value);
                } else {
                    ((ViewVarBinaryVector) vector).setSafe(i, value);
                }
            }
            vector.setValueCount(20_000);
            assertEquals(20_000, rowsOfSmallBatches(vector), vector.getClass().getName());
        }
        FixedSizeBinaryVector fixed =
                new FixedSizeBinaryVector("t", FieldType.nullable(new ArrowType.FixedSizeBinary(10_000)), allocator);
        fixed.allocateNew(20_000);
        fixed.setValueCount(20_000);
        assertEquals(20_000, rowsOfSmallBatches(fixed));
    }

    private long rowsOfSmallBatches(FieldVector vector) throws IOException {
        try (VectorSchemaRoot root = VectorSchemaRoot.of(vector)) {
            ArrowBatches batches = ArrowBatches.of(root, dictionaries);
            long rows = 0;
            while (batches.next()) {
                BytesVector bytes = (BytesVector) batches.batch().column(0);
                assertTrue(bytes.size() == 1 || bytes.data().length <= 64 << 20, () -> bytes.size() + " rows");
                rows += bytes.size();
            }
            return rows;
        }
    }

    /** The buffer has no such value, so that the test needs no room for one. */
    @Test
    void aValueLongerThanAnArrayIsRefused() {
        try (ArrowBuf offsets = allocator.buffer(24)) {
            offsets.setLong(0, 0);
            offsets.setLong(8, 1);
            offsets.setLong(16, 1L << 31);
            UnsupportedFileException e =
                    assertThrows(UnsupportedFileException.class, () -> OnHeap.offsets(offsets, 8, 1, 1, 1L << 32, "t"));
            assertTrue(e.getMessage().startsWith("column 't', row 1 of its Arrow vector: "), e.getMessage());
            assertTrue(e.getMessage().endsWith(": divide the value among rows"), e.getMessage());
        }
    }

    @Test
    void viewsThatPointNowhereAreRefused() {
        ViewVarCharVector views = new ViewVarCharVector("t", allocator);
        views.setSafe(0, "a text of more than twelve bytes".getBytes(StandardCharsets.UTF_8));
        views.setValueCount(1);
        views.getDataBuffer().setInt(8, 5);
        refused(CorruptFileException.class, views, "'t'", "buffer 5");
    }

    @Test
    void slicesBeginWhereTheyBegin() throws IOException {
        try (VectorSchemaRoot root = VectorSchemaRoot.of(texts("one", null, "three", "four"));
                VectorSchemaRoot slice = root.slice(1, 2)) {
            List<List<Object>> rows = new ArrayList<>();
            assertEquals(2, ArrowBatches.of(slice, dictionaries).writeTo(batch -> StoaFiles.addRows(batch, rows)));
            assertEquals(List.of(Arrays.asList((Object) null), text("three")), rows);
        }
    }

    @Test
    void nullListsLoseTheirElements() throws IOException {
        FixedSizeListVector lists = FixedSizeListVector.empty("l", 2, allocator);
        lists.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)));
        IntVector elements = (IntVector) lists.getDataVector();
        for (int i = 0; i < 6; i++) {
            elements.setSafe(i, i);
        }
        lists.setValueCount(3);
        lists.setNotNull(0);
        lists.setNotNull(2);
        assertEquals(
                Arrays.asList(List.of(List.of(0, 1)), Arrays.asList((Object) null), List.of(List.of(4, 5))),
                rows(lists));
    }

    @Test
    void dictionariesOfTextsAndOfNumbers() throws IOException {
        assertEquals(List.of(text("b"), text("a"), text("b")), indexed(texts("a", "b"), 1, 0, 1));
        BigIntVector numbers = new BigIntVector("n", allocator);
        numbers.setSafe(0, 70);
        numbers.setSafe(1, 71);
        numbers.setValueCount(2);
        assertEquals(List.of(List.of(71L), List.of(70L)), indexed(numbers, 1, 0));
    }

    @Test
    void indicesOutsideOfTheDictionaryAreRefused() {
        for (int index : new int[] {2, -1}) {
            StoaException e = assertThrows(CorruptFileException.class, () -> indexed(texts("a", "b"), 0, index));
            assertTrue(e.getMessage().contains("row 1") && e.getMessage().contains("'i'"), e.getMessage());
        }
    }

    @Test
    void aNullInTheDictionaryMakesTheRowNull() throws IOException {
        assertEquals(List.of(Arrays.asList((Object) null), text("a")), indexed(texts("a", null), 1, 0));
    }

    /** As pandas makes of a category without values. */
    @Test
    void anEmptyDictionaryHasNullsOnly() throws IOException {
        List<Supplier<FieldVector>> empty = List.of(
                this::texts,
                () -> new NullVector("v"),
                () -> new BitVector("v", allocator),
                () -> new IntVector("v", allocator),
                () -> new BigIntVector("v", allocator),
                () -> new Float4Vector("v", allocator),
                () -> new Float8Vector("v", allocator),
                () -> new DecimalVector("v", allocator, 30, 2));
        List<Object> none = Arrays.asList((Object) null);
        for (Supplier<FieldVector> values : empty) {
            assertEquals(List.of(none, none), indexed(values.get(), null, null));
            assertEquals(List.of(), indexed(values.get()));
            assertThrows(CorruptFileException.class, () -> indexed(values.get(), null, 0));
        }
    }

    private List<List<Object>> indexed(FieldVector values, Integer... ids) throws IOException {
        DictionaryEncoding encoding = new DictionaryEncoding(3, false, new ArrowType.Int(8, true));
        dictionaries.put(new Dictionary(values, encoding));
        TinyIntVector indices =
                new TinyIntVector("i", new FieldType(true, new ArrowType.Int(8, true), encoding), allocator);
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != null) {
                indices.setSafe(i, ids[i]);
            }
        }
        indices.setValueCount(ids.length);
        try (values) {
            return rows(indices);
        }
    }
}
