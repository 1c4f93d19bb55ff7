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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodePage;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Files whose metadata says anything at all and whose checksums are right all the same: reading them gives rows, or an
 * exception that is meant for it.
 */
@Tag("once")
class HostileFileTest {
    private static final int MUTATIONS = 150;

    @TempDir
    Path folder;

    private byte[] file(Random random) throws IOException {
        Schema schema = Schema.of(
                Field.required("n", Type.of(TypeKind.INT64)),
                Field.nullable("d", Type.decimal(30, 2)),
                Field.nullable("s", Type.of(TypeKind.STRING)),
                Field.nullable("t", Type.struct(List.of(Field.nullable("x", Type.of(TypeKind.FLOAT32))))),
                Field.nullable("z", Type.of(TypeKind.NULL)),
                Field.nullable(
                        "l",
                        Type.list(Field.nullable(
                                "element", Type.list(Field.required("element", Type.of(TypeKind.INT32)))))),
                Field.nullable(
                        "m",
                        Type.map(
                                Field.required("key", Type.of(TypeKind.STRING)),
                                Field.nullable("value", Type.of(TypeKind.BOOLEAN)))));
        List<Object[]> rows = new ArrayList<>();
        int count = 1 + random.nextInt(random.nextInt(5) == 0 ? 9000 : 300);
        for (int i = 0; i < count; i++) {
            rows.add(new Object[] {
                (long) random.nextInt(1000),
                i % 7 == 0 ? null : new java.math.BigDecimal(random.nextInt()).movePointLeft(2),
                i % 5 == 0 ? null : "text " + (i == 9 ? "long ".repeat(80_000) : random.nextInt(20)),
                i % 3 == 0 ? null : new Object[] {1.5f * i},
                null,
                i % 4 == 0 ? null : List.of(List.of(i, 1), List.of()),
                Map.of("key" + i % 3, true)
            });
        }
        Path path = folder.resolve("file" + random.nextLong());
        Tables.write(
                path, schema, rows, WriterOptions.DEFAULT.withSizes(200, 8000).withVectorsPerZone(1));
        return Files.readAllBytes(path);
    }

    @ParameterizedTest
    @Seeds(12)
    void anythingMayStandInTheMetadata(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] sound = file(random);
        Tail tail = tail(sound);
        int metadata = firstIndex(sound, tail);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = sound.clone();
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                int from = random.nextBoolean() ? metadata : (int) tail.nodesOffset(sound.length);
                int at = from + random.nextInt(sound.length - from);
                bytes[at] = (byte) (random.nextBoolean() ? bytes[at] ^ (1 << random.nextInt(8)) : random.nextInt());
            }
            refit(bytes, tail);
            try (RangeSource source = source(bytes)) {
                read(source);
            } catch (StoaException e) {
                refused++;
                assertTrue(e.getMessage().startsWith("hostile"), e.getMessage());
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + ", mutation " + i, e);
            }
            try (RangeSource source = source(bytes)) {
                Verifier.verify(source, (done, all) -> {});
            } catch (Throwable e) {
                throw new AssertionError("verification of seed " + seed + ", mutation " + i, e);
            }
        }
        assertTrue(refused > MUTATIONS / 4, refused + " of " + MUTATIONS + " were refused");
    }

    private static void read(RangeSource source) throws IOException {
        StoaFile file = StoaFile.open(source);
        try (Scan scan = file.scan()
                .rows(0, Math.min(20_000, file.rowCount()))
                .maxRowBytes(64 << 20)
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (ColumnVector column : batch.columns()) {
                    for (int i = 0; i < batch.rowCount(); i += 50) {
                        Model.read(column, i);
                    }
                }
            }
        }
        Filter filter = Filter.or(Filter.less("n", 500), Filter.startsWith("s", "text 1"), Filter.greater("t.x", 2));
        try (Scan scan = file.scan()
                .rows(0, Math.min(20_000, file.rowCount()))
                .select("d")
                .filter(filter)
                .build()) {
            while (scan.next()) {
                assertTrue(scan.batch().selectedCount() > 0);
            }
        } catch (IllegalArgumentException e) {
            // a column has another name or type now
            assertTrue(e.getMessage().contains("column '"), e.getMessage());
        }
        FileReport.of(file);
        file.info();
        file.splits(1000, List.of());
    }

    private static RangeSource source(byte[] bytes) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) {
                int n = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, n);
                return n;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        return RangeSources.of("hostile", bytes.length, StoreProfile.local(), BufferAllocator.pooled(), reader);
    }

    private static Tail tail(byte[] bytes) throws IOException {
        ByteBuffer end = ByteBuffer.wrap(bytes, bytes.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES);
        return Tail.read(end, bytes.length, "sound");
    }

    private static int firstIndex(byte[] bytes, Tail tail) throws IOException {
        int at = (int) tail.nodesOffset(bytes.length);
        ByteBuffer page = ByteBuffer.wrap(bytes, at, tail.nodeBytes());
        return (int) NodePage.read(page, 0, tail, "sound").node(0).index().offset();
    }

    /** Makes all checksums right again, but for those of granules, pages and dictionaries. */
    private static void refit(byte[] bytes, Tail tail) {
        ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = bytes.length;
        signPage(bytes, (int) tail.nodesOffset(length), tail.nodeBytes());
        for (int i = 0; i < tail.rowSetCount(); i++) {
            int at = (int) tail.rowSetsOffset(length) + i * Layout.ROW_SET_BYTES;
            fit(b, at + Layout.ROW_SET_BYTES - 4, at, Layout.ROW_SET_BYTES - 4);
        }
        int properties = (int) tail.propertiesLength(length);
        fit(b, (int) tail.footerOffset() + properties - 4, tail.footerOffset(), properties - 4);
        int end = length - Layout.TAIL_BYTES;
        fit(b, end + 48, tail.footerOffset(), end - tail.footerOffset());
        fit(b, end + 80, end, 80);
    }

    /** Makes the checksums in a page of nodes right, as far as its lengths make sense. */
    private static void signPage(byte[] bytes, int from, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        try {
            in.position(from).limit(from + length - 4);
            long[] at = {Wire.varint(in), Wire.varint(in)};
            while (in.hasRemaining()) {
                long node = Wire.varint(in);
                for (int part = 0; part < 2; part++) {
                    long partLength = Wire.varint(in);
                    if (partLength != 0) {
                        Wire.require(in, 4, "a CRC");
                        fit(in, in.position(), at[part], partLength);
                        in.getInt();
                    }
                    at[part] += partLength;
                }
                in.position(Math.toIntExact(in.position() + node));
            }
        } catch (CorruptFileException | IllegalArgumentException | ArithmeticException | BufferUnderflowException e) {
            in.position(from); // a change that broke the lengths
        }
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(from + length - 4, Layout.crc(bytes, from, length - 4));
    }

    private static void fit(ByteBuffer b, int at, long from, long length) {
        if (from >= 0 && length > 0 && from <= b.capacity() - length) {
            b.putInt(at, Layout.crc(b.array(), (int) from, (int) length));
        }
    }
}
