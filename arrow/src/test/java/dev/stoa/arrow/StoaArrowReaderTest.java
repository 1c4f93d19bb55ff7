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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.Filter;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoaArrowReaderTest {
    private static final int ROWS = 3 * StoaArrowReader.MAX_ROWS / 2;

    @TempDir
    private Path folder;

    private Path numbers() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)), Field.nullable("name", Type.of(TypeKind.STRING)));
        List<Object[]> rows = new ArrayList<>();
        for (long i = 0; i < ROWS; i++) {
            rows.add(new Object[] {i, i % 3 == 0 ? null : "n" + i % 7});
        }
        Path path = folder.resolve("numbers.stoa");
        StoaFiles.write(path, schema, rows);
        return path;
    }

    @Test
    void aBatchStaysAsItIsWhenTheNextOneComes() throws IOException {
        try (BufferAllocator allocator = new RootAllocator()) {
            readAndKeepTheFirst(allocator);
            assertEquals(0, allocator.getAllocatedMemory());
        }
    }

    private void readAndKeepTheFirst(BufferAllocator allocator) throws IOException {
        try (StoaFile file = StoaFiles.open(numbers());
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            assertTrue(reader.loadNextBatch());
            assertEquals(StoaArrowReader.MAX_ROWS, root.getRowCount());
            ArrowBuf first = root.getVector("id").getDataBuffer();
            first.getReferenceManager().retain();
            try (first) {
                assertTrue(reader.loadNextBatch());
                assertEquals(ROWS - StoaArrowReader.MAX_ROWS, root.getRowCount());
                assertNotEquals(
                        first.memoryAddress(),
                        root.getVector("id").getDataBuffer().memoryAddress());
                for (long i = 0; i < StoaArrowReader.MAX_ROWS; i++) {
                    assertEquals(i, first.getLong(8 * i));
                }
            }
            assertFalse(reader.loadNextBatch());
            assertEquals(0, root.getRowCount());
        }
    }

    /** Python has a reader for each few batches. */
    @Test
    void buffersOfTheFirstBatchDoNotGrow() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.nullable("price", Type.decimal(15, 2)),
                Field.required("name", Type.of(TypeKind.STRING)),
                Field.required("tags", Type.list(Field.required("element", Type.of(TypeKind.INT32)))));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 2 * StoaArrowReader.MAX_ROWS; i++) {
            rows.add(new Object[] {(long) i, i % 9 == 0 ? null : BigDecimal.valueOf(i, 2), "n" + i, List.of(i, i + 1)});
        }
        Path path = folder.resolve("wide.stoa");
        StoaFiles.write(path, schema, rows);
        AtomicInteger allocations = new AtomicInteger();
        AllocationListener listener = new AllocationListener() {
            @Override
            public void onAllocation(long size) {
                allocations.incrementAndGet();
            }
        };
        try (BufferAllocator allocator = new RootAllocator(listener, Long.MAX_VALUE);
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            assertTrue(reader.loadNextBatch());
            int first = allocations.getAndSet(0);
            assertTrue(reader.loadNextBatch());
            assertEquals(allocations.get(), first);
        }
    }

    @Test
    void onlySelectedRowsAndColumns() throws IOException {
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(numbers());
                StoaArrowReader reader = StoaArrowReader.of(
                        allocator,
                        file.scan()
                                .select("name", "id")
                                .filter(Filter.equal("name", "n4"))
                                .build())) {
            List<Long> ids = new ArrayList<>();
            while (reader.loadNextBatch()) {
                VectorSchemaRoot root = reader.getVectorSchemaRoot();
                VarCharVector names = (VarCharVector) root.getVector(0);
                for (int row = 0; row < root.getRowCount(); row++) {
                    assertEquals("n4", names.getObject(row).toString());
                    ids.add(((BigIntVector) root.getVector(1)).get(row));
                }
            }
            List<Long> expected = new ArrayList<>();
            for (long i = 4; i < ROWS; i += 7) {
                if (i % 3 != 0) {
                    expected.add(i);
                }
            }
            assertEquals(expected, ids);
        }
    }

    @Test
    void aFileWithoutRows() throws IOException {
        Path path = folder.resolve("empty.stoa");
        StoaFiles.write(path, Schema.of(Field.nullable("name", Type.of(TypeKind.STRING))), List.of());
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            assertEquals(
                    "Utf8",
                    reader.getVectorSchemaRoot()
                            .getSchema()
                            .findField("name")
                            .getType()
                            .toString());
            assertFalse(reader.loadNextBatch());
        }
    }

    @Test
    void typesThatArrowLacksAreRefusedWithTheirPath() {
        refused(Type.decimal(77, 0), "76 digits");
        refused(Type.timestamp(10, true), "nanosecond");
        refused(Type.time(12, false), "nanosecond");
        refused(Type.sized(TypeKind.INTERVAL_DAY_TIME, 11), "nanosecond");
        refused(
                Type.map(
                        Field.nullable("key", Type.of(TypeKind.STRING)),
                        Field.nullable("value", Type.of(TypeKind.STRING))),
                "never null");
    }

    private static void refused(Type type, String why) {
        Schema schema = Schema.of(Field.nullable("a", Type.struct(List.of(Field.nullable("b", type)))));
        StoaException e = assertThrows(UnsupportedFileException.class, () -> ArrowSchemas.toArrow(schema));
        assertTrue(e.getMessage().contains("'a.b'") && e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void aTimestampThatNeedsMoreThan64BitsIsRefused() throws IOException {
        Path path = folder.resolve("late.stoa");
        Schema schema = Schema.of(Field.nullable("at", Type.timestamp(9, true)));
        BigInteger late = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);
        StoaFiles.write(path, schema, List.<Object[]>of(new Object[] {BigInteger.ONE}, new Object[] {late}));
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(path);
                StoaArrowReader reader =
                        StoaArrowReader.of(allocator, file.scan().build())) {
            StoaException e = assertThrows(StoaException.class, reader::loadNextBatch);
            assertTrue(e.getMessage().contains("'at'") && e.getMessage().contains(late.toString()), e.getMessage());
            assertThrows(IllegalStateException.class, reader::loadNextBatch);
        }
    }
}
