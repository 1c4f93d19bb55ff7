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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.vortex.api.DataSource;
import dev.vortex.api.Expression;
import dev.vortex.api.Scan;
import dev.vortex.api.ScanOptions;
import dev.vortex.api.Session;
import dev.vortex.arrow.ArrowAllocation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Vortex through its Java library: the calling thread decodes in native code and gets vectors of Arrow outside of the heap,
 * decimals with 16 bytes, texts copied. They are added up where they lie.
 */
final class VortexJni implements PeerFormat {
    private static final int BATCH_ROWS = 4096;
    private static final Session SESSION = Session.create();
    private static final BufferAllocator ALLOCATOR = ArrowAllocation.rootAllocator();

    VortexJni() {}

    @Override
    public void write(Path parquet, String variant, Path file) {
        throw new UnsupportedOperationException("the files are vortex-native's");
    }

    @Override
    public Map<String, Long> columnBytes(Path file) {
        throw new UnsupportedOperationException("the files are vortex-native's");
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        long values = 0;
        long checksum = 0;
        Scan scan = DataSource.open(SESSION, "file://" + file.toAbsolutePath())
                .scan(ScanOptions.builder()
                        .projection(Expression.select(columns.toArray(String[]::new), Expression.root()))
                        .ordered(true)
                        .build());
        while (scan.hasNext()) {
            try (ArrowReader reader = scan.next().scanArrow(ALLOCATOR)) {
                while (reader.loadNextBatch()) {
                    for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
                        checksum += touch(vector);
                        values += vector.getValueCount();
                    }
                }
            }
        }
        return new ReadResult(values, checksum + Touch.rest(), IoCounts.NONE);
    }

    /**
     * The filter is evaluated in native code; what is handed out qualifies. A session keeps the footers of its files, so where
     * each query is to open its file it has a session of its own.
     */
    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        Qualifying found = new Qualifying();
        int[] part = new int[BATCH_ROWS];
        Session session = query.keptOpen() ? SESSION : Session.create();
        Scan scan = DataSource.open(session, "file://" + file.local().toAbsolutePath())
                .scan(ScanOptions.builder()
                        .projection(Expression.select(new String[] {Fig1Query.NUMBERS}, Expression.root()))
                        .filter(Expression.binary(
                                Expression.BinaryOp.LT,
                                Expression.column(Fig1Query.DATES),
                                Expression.literalDate(query.day(), Expression.TimeUnit.DAYS)))
                        .build());
        while (scan.hasNext()) {
            try (ArrowReader reader = scan.next().scanArrow(ALLOCATOR)) {
                while (reader.loadNextBatch()) {
                    FieldVector numbers = reader.getVectorSchemaRoot().getVector(0);
                    int count = numbers.getValueCount();
                    IntBuffer values = numbers.getDataBuffer()
                            .nioBuffer(0, count * Integer.BYTES)
                            .order(ByteOrder.nativeOrder())
                            .asIntBuffer();
                    while (values.hasRemaining()) {
                        int rows = Math.min(BATCH_ROWS, values.remaining());
                        values.get(part, 0, rows);
                        found.add(part, rows);
                    }
                }
            }
        }
        return found.result();
    }

    private static long touch(FieldVector vector) {
        int count = vector.getValueCount();
        if (vector instanceof BaseVariableWidthVector texts) {
            return texts(texts, count);
        }
        if (!(vector instanceof BaseFixedWidthVector fixed)) {
            throw new IllegalArgumentException("no benchmark has a column of " + vector.getField());
        }
        int width = fixed.getTypeWidth();
        if (Touch.DELIVERY == Delivery.ARRAYS) {
            return words(vector.getDataBuffer(), 0, (long) count * width);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            ArrowBuf data = vector.getDataBuffer();
            long at = (long) i * width;
            // decimals have few digits: their lower half is the number
            sum += Touch.number(width == Integer.BYTES ? data.getInt(at) : data.getLong(at));
        }
        return sum;
    }

    private static long texts(BaseVariableWidthVector texts, int count) {
        ArrowBuf offsets = texts.getOffsetBuffer();
        ArrowBuf data = texts.getDataBuffer();
        if (Touch.DELIVERY == Delivery.ARRAYS) {
            return words(offsets, 0, 4L * (count + 1))
                    + words(data, offsets.getInt(0), offsets.getInt(4L * count) - offsets.getInt(0));
        }
        long sum = 0;
        byte[] copy = new byte[1 << 16];
        for (int i = 0; i < count; i++) {
            int start = offsets.getInt(4L * i);
            int length = offsets.getInt(4L * (i + 1)) - start;
            data.getBytes(start, copy, 0, length);
            sum += Touch.text(copy, 0, length);
        }
        return sum;
    }

    /** The sum of bytes, eight at a time. */
    private static long words(ArrowBuf buffer, long start, long length) {
        ByteBuffer bytes = buffer.nioBuffer(start, Math.toIntExact(length)).order(ByteOrder.nativeOrder());
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = 0;
        int end = bytes.remaining();
        for (; i <= end - 32; i += 32) {
            a += bytes.getLong(i);
            b += bytes.getLong(i + 8);
            c += bytes.getLong(i + 16);
            d += bytes.getLong(i + 24);
        }
        for (; i < end; i++) {
            a += bytes.get(i);
        }
        return a + b + c + d;
    }
}
