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
package dev.stoa.interop.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds of batches, and values at the edges of types. */
class ParquetBatchTest {
    @TempDir
    Path folder;

    private static ParquetSource open(Path file, ParquetSourceOptions options) throws IOException {
        return ParquetSource.open(new Configuration(false), new org.apache.hadoop.fs.Path(file.toUri()), options);
    }

    private Path write(Schema schema, List<ColumnVector> columns, int rows) throws IOException {
        Path file = folder.resolve("edge.parquet");
        try (ParquetTarget target = ParquetTarget.create(
                LocalFileSink.create(file, SinkOptions.DEFAULT.withOverwrite(true)),
                schema,
                List.of(),
                ParquetTargetOptions.DEFAULT)) {
            target.write(new Batch(schema, columns, rows));
            target.finish();
        }
        return file;
    }

    /** A dictionary makes 4 GiB of values out of a file of 1 MiB: a batch holds few of them at a time. */
    @Test
    void boundsABatchInBytes() throws IOException {
        int rows = 4096;
        byte[] large = new byte[1 << 19];
        Arrays.fill(large, (byte) 'x');
        Type text = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT32)),
                Field.nullable("large", text),
                Field.required("last", Type.of(TypeKind.INT32)));
        int[] ids = new int[rows];
        Arrays.setAll(ids, i -> i);
        BytesVector dictionary = new BytesVector(text, large, new int[] {0, large.length}, ColumnVector.NO_NULLS, 1);
        Path file = write(
                schema,
                List.of(
                        new IntVector(Type.of(TypeKind.INT32), ids, ColumnVector.NO_NULLS, rows),
                        new BytesVector(text, new int[rows], dictionary, ColumnVector.NO_NULLS, rows),
                        new IntVector(Type.of(TypeKind.INT32), ids, ColumnVector.NO_NULLS, rows)),
                rows);
        assertTrue(Files.size(file) < 4 << 20);
        int row = 0;
        try (ParquetSource source = open(file, ParquetSourceOptions.DEFAULT.withBatch(4096, 16 << 20))) {
            while (source.next()) {
                Batch batch = source.batch();
                BytesVector values = (BytesVector) batch.column(1);
                assertTrue(values.data().length <= 32 << 20, values.data().length + " bytes in a batch");
                for (int i = 0; i < batch.rowCount(); i++, row++) {
                    assertEquals(row, ((IntVector) batch.column(0)).values()[i]);
                    assertEquals(large.length, values.length(i));
                    assertEquals(row, ((IntVector) batch.column(2)).values()[i]);
                }
            }
        }
        assertEquals(rows, row);
    }

    @Test
    void keepsDecimalsOfEverySize() throws IOException {
        Type small = Type.decimal(9, 2);
        Type wide = Type.decimal(38, 0);
        Type huge = Type.decimal(100, 10);
        java.math.BigInteger[] big = {
            java.math.BigInteger.ZERO,
            java.math.BigInteger.ONE.negate(),
            java.math.BigInteger.TEN.pow(99).negate(),
            java.math.BigInteger.TEN.pow(38).subtract(java.math.BigInteger.ONE)
        };
        byte[] data = new byte[200];
        int[] offsets = new int[5];
        for (int i = 0; i < 4; i++) {
            byte[] bytes = big[i].toByteArray();
            System.arraycopy(bytes, 0, data, offsets[i], bytes.length);
            offsets[i + 1] = offsets[i] + bytes.length;
        }
        long[] unscaled = {0, -1, 999_999_999, -999_999_999};
        long[] high = {0, -1, Long.MAX_VALUE >> 1, -5};
        long[] low = {0, -1, 7, Long.MIN_VALUE};
        Schema schema =
                Schema.of(Field.required("small", small), Field.required("wide", wide), Field.required("huge", huge));
        Path file = write(
                schema,
                List.of(
                        new LongVector(small, unscaled, ColumnVector.NO_NULLS, 4),
                        new Int128Vector(wide, high, low, ColumnVector.NO_NULLS, 4),
                        new BytesVector(huge, data, offsets, ColumnVector.NO_NULLS, 4)),
                4);
        try (ParquetSource source = open(file, ParquetSourceOptions.DEFAULT)) {
            assertEquals(schema, source.schema());
            assertTrue(source.keyValues().isEmpty());
            assertTrue(source.next());
            Int128Vector wideBack = (Int128Vector) source.batch().column(1);
            for (int i = 0; i < 4; i++) {
                assertEquals(unscaled[i], ((LongVector) source.batch().column(0)).values()[i]);
                assertEquals(high[i], wideBack.high(i));
                assertEquals(low[i], wideBack.low()[i]);
                assertArrayEquals(
                        big[i].toByteArray(), ((BytesVector) source.batch().column(2)).get(i));
            }
        }
    }

    @Test
    void refusesValuesThatDoNotFit() throws IOException {
        Type nanos = Type.timestamp(9, true);
        refuse(nanos, new Int128Vector(nanos, new long[] {1}, new long[] {0}, ColumnVector.NO_NULLS, 1));
        Type small = Type.decimal(9, 0);
        refuse(small, new LongVector(small, new long[] {1L << 40}, ColumnVector.NO_NULLS, 1));
        Type fixed = Type.sized(TypeKind.FIXED, 4);
        refuse(fixed, new BytesVector(fixed, new byte[3], new int[] {0, 3}, ColumnVector.NO_NULLS, 1));
        Type interval = Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO);
        refuse(interval, new Int128Vector(interval, new long[] {1}, new long[] {1}, ColumnVector.NO_NULLS, 1));
        refuse(interval, new Int128Vector(interval, new long[] {-1}, new long[] {0}, ColumnVector.NO_NULLS, 1));
        Type number = Type.of(TypeKind.INT32);
        refuse(number, new IntVector(number, new int[1], new boolean[] {true}, 1));
    }

    private void refuse(Type type, ColumnVector vector) {
        Path file = folder.resolve("edge.parquet");
        Schema schema = Schema.of(Field.required("odd", type));
        StoaException e = assertThrows(StoaException.class, () -> write(schema, List.of(vector), 1));
        assertTrue(e.getMessage().contains("'odd'"), e.getMessage());
        assertTrue(Files.notExists(file), "a file was left behind");
    }

    @Test
    void writesSelectedRowsOnlyAndFilesWithoutRows() throws IOException {
        Type number = Type.of(TypeKind.INT32);
        Schema schema = Schema.of(Field.required("n", number));
        Path file = folder.resolve("selected.parquet");
        IntVector vector = new IntVector(number, new int[] {1, 2, 3, 4}, ColumnVector.NO_NULLS, 4);
        for (int selected : new int[] {0, 2}) {
            try (ParquetTarget target = ParquetTarget.create(
                    LocalFileSink.create(file, SinkOptions.DEFAULT.withOverwrite(true)),
                    schema,
                    List.of(),
                    ParquetTargetOptions.DEFAULT)) {
                target.write(new Batch(schema, List.of(vector), 4, 0, new int[] {1, 3}, selected));
                target.finish();
            }
            try (ParquetSource source = open(file, ParquetSourceOptions.DEFAULT)) {
                assertEquals(selected, source.rowCount());
                assertEquals(selected > 0, source.next());
                if (selected > 0) {
                    assertEquals(2, ((IntVector) source.batch().column(0)).values()[0]);
                    assertEquals(4, ((IntVector) source.batch().column(0)).values()[1]);
                }
            }
        }
    }

    @Test
    void readsTextAsBytesAndBackOnDemand() throws IOException {
        Type text = Type.of(TypeKind.STRING);
        Schema schema = Schema.of(Field.required("t", text));
        byte[] notUtf8 = {(byte) 0xFF, 'a'};
        Path file =
                write(schema, List.of(new BytesVector(text, notUtf8, new int[] {0, 2}, ColumnVector.NO_NULLS, 1)), 1);
        try (ParquetSource source = open(file, ParquetSourceOptions.DEFAULT.withText(TextMode.BINARY))) {
            assertEquals(
                    Type.of(TypeKind.BINARY), source.schema().fields().get(0).type());
            TargetSchema back = TargetSchema.of(source.schema(), source.keyValues(), ParquetTargetOptions.DEFAULT);
            try (ParquetInput input =
                    ParquetInput.open(new Configuration(false), new org.apache.hadoop.fs.Path(file.toUri()))) {
                assertEquals(input.schema().getFields(), back.message().getFields());
            }
        }
    }
}
