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
package dev.stoa.table.internal.logfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Rows;
import dev.stoa.table.internal.schema.SameValues;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bounds of all types in a cell, and cells that were damaged. */
class PackedBoundsTest {
    private static Optional<ColumnVector> value(Type type, Object value) {
        return Optional.of(Cells.vector(type, List.of(value)));
    }

    private static Map<Integer, ColumnBounds> all() {
        Map<Integer, ColumnBounds> all = new LinkedHashMap<>();
        all.put(1, new ColumnBounds(Rows.INT, 9, 2, 0, value(Rows.INT, -7), true, value(Rows.INT, 1 << 30), false));
        all.put(2, ColumnBounds.ofNulls(Rows.LONG, 4));
        all.put(
                3,
                new ColumnBounds(
                        Rows.STRING,
                        5,
                        0,
                        0,
                        value(Rows.STRING, ""),
                        true,
                        value(Rows.STRING, "\u00fc" + "x".repeat(200)),
                        false,
                        OptionalLong.of(1L << 40)));
        Type time = Type.timestamp(6, true);
        all.put(70, new ColumnBounds(time, 1, 0, 0, value(time, Long.MIN_VALUE), true, Optional.empty(), false));
        Type flag = Type.of(TypeKind.BOOLEAN);
        all.put(71, new ColumnBounds(flag, 3, 0, 0, value(flag, false), true, value(flag, true), true));
        all.put(72, ColumnBounds.unknown(Type.of(TypeKind.FLOAT64), 8, 1, 2));
        Type uuid = Type.of(TypeKind.UUID);
        all.put(
                Integer.MAX_VALUE,
                new ColumnBounds(
                        uuid,
                        2,
                        0,
                        0,
                        value(uuid, new java.util.UUID(1, 2)),
                        true,
                        value(uuid, new java.util.UUID(-1, 2)),
                        true));
        return all;
    }

    private static void assertSame(ColumnBounds expected, ColumnBounds actual) {
        assertEquals(expected.type(), actual.type());
        assertEquals(expected.rows(), actual.rows());
        assertEquals(expected.nullCount(), actual.nullCount());
        assertEquals(expected.nanCount(), actual.nanCount());
        assertEquals(expected.minExact(), actual.minExact());
        assertEquals(expected.maxExact(), actual.maxExact());
        assertEquals(expected.length(), actual.length());
        assertSame(expected.min(), actual.min());
        assertSame(expected.max(), actual.max());
    }

    private static void assertSame(Optional<ColumnVector> expected, Optional<ColumnVector> actual) {
        assertEquals(expected.isPresent(), actual.isPresent());
        assertTrue(expected.isEmpty() || SameValues.in(expected.get(), 0, actual.get(), 0));
    }

    @Test
    void boundsComeBack() throws Exception {
        Map<Integer, ColumnBounds> all = all();
        Map<Integer, ColumnBounds> read = PackedBounds.read(PackedBounds.bytes(all), "here");
        assertEquals(List.copyOf(all.keySet()), List.copyOf(read.keySet()));
        all.forEach((id, bounds) -> assertSame(bounds, read.get(id)));
    }

    /** Only counts are known of a type without an order, and of bounds that are too long. */
    @Test
    void whatIsNotToldStaysUnknown() throws Exception {
        Type geometry = new Type(TypeKind.GEOMETRY, 0, 0, false, List.of("OGC:CRS84"), List.of());
        Optional<ColumnVector> large = value(Rows.STRING, "x".repeat(LogBounds.MAX_BYTES + 1));
        Map<Integer, ColumnBounds> read = PackedBounds.read(
                PackedBounds.bytes(Map.of(
                        1,
                        ColumnBounds.unknown(geometry, 9, 4, 0),
                        2,
                        new ColumnBounds(Rows.STRING, 2, 0, 0, value(Rows.STRING, "a"), true, large, true))),
                "here");
        assertEquals(4, read.get(1).nullCount());
        assertTrue(read.get(1).min().isEmpty());
        assertTrue(read.get(2).min().isPresent());
        assertTrue(read.get(2).max().isEmpty());
    }

    private static void refused(byte[] cell, String problem) {
        StoaException e = assertThrows(StoaException.class, () -> PackedBounds.read(cell, "here"));
        assertTrue(e.getMessage().startsWith("here: ") && e.getMessage().contains(problem), e.getMessage());
    }

    /** Of one field, whose id, kind and flags are the first bytes. */
    private static byte[] one(int id) {
        return PackedBounds.bytes(Map.of(id, ColumnBounds.ofNulls(Rows.LONG, 4)));
    }

    @Test
    void rulesOfCells() throws Exception {
        for (int next : new int[] {6, 7, 8}) {
            byte[] two = Arrays.copyOf(one(7), 2 * one(7).length);
            System.arraycopy(one(next), 0, two, one(7).length, one(7).length);
            if (next > 7) {
                assertEquals(
                        List.of(7, next),
                        List.copyOf(PackedBounds.read(two, "here").keySet()));
            } else {
                refused(two, "the fields of its bounds do not ascend");
            }
        }
        refused(PackedBounds.bytes(Map.of(0, ColumnBounds.ofNulls(Rows.LONG, 4))), "do not ascend");
        byte[] flags = one(7);
        flags[2] |= 4;
        refused(flags, "its bounds have unknown flags");
        byte[] kind = one(7);
        kind[1] = (byte) TypeKind.INTERVAL_MONTH_DAY_NANO.code();
        refused(kind, "its bounds are of the type");
        refused(Arrays.copyOf(one(7), one(7).length - 1), "cut short");
    }

    /** A checksum covers the cell, so damage of this kind is made on purpose. */
    @Test
    void damagedCellsAreRefused() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] right = PackedBounds.bytes(all());
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] wrong = Arrays.copyOf(right, i % 5 == 0 ? random.nextInt(right.length) : right.length);
            for (int flips = random.nextInt(3); flips >= 0 && wrong.length > 0; flips--) {
                wrong[random.nextInt(wrong.length)] = (byte) random.nextInt(256);
            }
            try {
                PackedBounds.read(wrong, "here");
            } catch (StoaException e) {
                assertTrue(e.getMessage().startsWith("here"), e.getMessage());
                refused++;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", cell " + i, e);
            }
        }
        assertTrue(refused > 5000, refused + " of 20,000, seed " + seed);
        assertThrows(StoaException.class, () -> PackedBounds.read(new byte[] {1}, "here"));
    }
}
