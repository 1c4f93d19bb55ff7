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
package dev.stoa.format.internal.encoding;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.integers.BitsWriter;
import dev.stoa.format.internal.encoding.integers.IntPfor;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.ConstantValue;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import dev.stoa.format.internal.encoding.wire.Pfor;
import dev.stoa.format.internal.kernel.StraightPacking;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Random trees of encodings of integers with payloads that follow all rules, as no writer would choose them: what is stored
 * is random, not the values, so that they wrap around, meet their frames' ends and lie in any place.
 */
final class RandomVectors {
    private final Random random;
    private final Physical shape;
    private final ByteSink out = new ByteSink();
    private boolean frequent;
    private Optional<DecodedDictionary> dictionary = Optional.empty();

    /** A vector: its tree, payload, rows, and dictionary. */
    record Vector(Encoding encoding, byte[] payload, int rows, DecodedDictionary dictionary) {}

    private RandomVectors(Random random, Physical shape) {
        this.random = random;
        this.shape = shape;
    }

    /** A vector of shape INT, LONG or BOOLEAN. */
    static Vector next(Random random, Physical shape) throws Exception {
        return new RandomVectors(random, shape).vector();
    }

    private Vector vector() throws Exception {
        int[] sizes = {1, 1 + random.nextInt(20), 1 + random.nextInt(4096), 4095, 4096, 4096};
        int n = sizes[random.nextInt(sizes.length)];
        if (random.nextInt(40) == 0) {
            return new Vector(new Encoding.AllNull(), new byte[0], n, DecodedDictionary.NONE);
        }
        Encoding root;
        if (random.nextBoolean()) {
            boolean isCompact = random.nextBoolean();
            int valid = bits(n);
            root = new Encoding.Nullable(isCompact, values(isCompact ? valid : n, 2, true));
        } else {
            root = values(n, 1, true);
        }
        return new Vector(root, out.toByteArray(), n, dictionary.orElse(DecodedDictionary.NONE));
    }

    /** BITS of n booleans; returns how many are true. */
    private int bits(int n) {
        byte[] bits = new byte[n];
        boolean areRuns = random.nextBoolean();
        int one = random.nextInt(4);
        for (int i = 0; i < n; i++) {
            boolean changes = random.nextInt(500) == 0;
            bits[i] = (byte) (areRuns && i > 0 ? bits[i - 1] ^ (changes ? 1 : 0) : random.nextInt(4) < one ? 1 : 0);
        }
        new BitsWriter().write(bits, n, out);
        int sum = 0;
        for (byte bit : bits) {
            sum += bit;
        }
        return sum;
    }

    /** Values that are the column's own. */
    private Encoding values(int n, int depth, boolean runsAllowed) throws Exception {
        int kind = random.nextInt(5);
        if (kind == 0 && runsAllowed) {
            int runs = runs(n);
            out.varint(runs);
            Encoding child = values(runs, depth + 1, false);
            return new Encoding.Rle(child, lengths(runs, n));
        }
        if (shape == Physical.BOOLEAN) {
            if (random.nextInt(4) == 0) {
                return new Encoding.Constant(ConstantValue.ofBits(shape, random.nextInt(2)));
            }
            bits(n);
            return new Encoding.Bits();
        }
        if (kind == 1) {
            int entries = random.nextBoolean() ? 1 + random.nextInt(9) : 1 + random.nextInt(2000);
            makeDictionary(entries);
            return new Encoding.Dictionary(0, codes(n, entries, runsAllowed));
        }
        return integers(n, depth, runsAllowed);
    }

    private void makeDictionary(int entries) throws Exception {
        ByteSink stored = new ByteSink();
        for (int i = 0; i < entries; i++) {
            long value = value();
            if (shape == Physical.LONG) {
                stored.u64(value);
            } else {
                stored.u32(value);
            }
        }
        dictionary = Optional.of(
                DecodedDictionary.decode(new Encoding.Plain(), shape, entries, ByteBuffer.wrap(stored.toByteArray())));
    }

    /** Codes below a number of entries. */
    private Encoding codes(int n, int entries, boolean runsAllowed) {
        if (runsAllowed && random.nextInt(4) == 0) {
            int runs = runs(n);
            out.varint(runs);
            Encoding child = codes(runs, entries, false);
            return new Encoding.Rle(child, lengths(runs, n));
        }
        if (random.nextInt(6) == 0) {
            return new Encoding.Constant(ConstantValue.ofBits(Physical.INT, random.nextInt(entries)));
        }
        int from = random.nextInt(entries);
        int most = 1 + random.nextInt(entries - from);
        int[] codes = new int[n];
        for (int i = 0; i < n; i++) {
            codes[i] = from + random.nextInt(most);
        }
        return written(codes, n);
    }

    /** Writes ints as they are. */
    private Encoding written(int[] values, int n) {
        IntPfor pfor = new IntPfor();
        switch (random.nextInt(3)) {
            case 0 -> {
                for (int i = 0; i < n; i++) {
                    out.u32(values[i]);
                }
                return new Encoding.Plain();
            }
            case 1 -> {
                int[] deltas = values.clone();
                for (int i = n - 1; i > 0; i--) {
                    deltas[i] -= deltas[i - 1];
                }
                out.zigzag(0);
                pfor.plan(deltas, n);
                pfor.write(deltas, n, out);
                return new IntegerEncoding.PforDelta();
            }
            default -> {
                pfor.plan(values, n);
                pfor.write(values, n, out);
                return new IntegerEncoding.Pfor();
            }
        }
    }

    private int runs(int n) {
        return n == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? n : Math.min(n, 10));
    }

    private Encoding lengths(int runs, int n) {
        int[] lengths = new int[runs];
        Arrays.fill(lengths, 1);
        for (int left = n - runs; left > 0 && runs > 0; ) {
            int more = 1 + random.nextInt(left);
            lengths[random.nextInt(runs)] += more;
            left -= more;
        }
        return written(lengths, runs);
    }

    private Encoding integers(int n, int depth, boolean runsAllowed) throws Exception {
        int bits = shape == Physical.LONG ? Long.SIZE : Integer.SIZE;
        switch (depth > 5 ? random.nextInt(4) : random.nextInt(11)) {
            case 0 -> {
                return new Encoding.Constant(ConstantValue.ofBits(shape, value()));
            }
            case 1 -> {
                for (int i = 0; i < n; i++) {
                    if (shape == Physical.LONG) {
                        out.u64(value());
                    } else {
                        out.u32(value());
                    }
                }
                return new Encoding.Plain();
            }
            case 2 -> {
                out.zigzag(value());
                pfor(n, random.nextInt(3) == 0 ? value() : random.nextInt(9) - 4, random.nextInt(6));
                return new IntegerEncoding.PforDelta();
            }
            case 3, 4 -> {
                pfor(n, value(), random.nextBoolean() ? random.nextInt(12) : random.nextInt(bits + 1));
                return new IntegerEncoding.Pfor();
            }
            case 5, 6 -> {
                long factor = random.nextBoolean() ? 2 + random.nextInt(200) : Math.max(2, value() & Long.MAX_VALUE);
                return new IntegerEncoding.Scale(
                        shape == Physical.LONG ? factor : Math.max(2, factor & Integer.MAX_VALUE),
                        value(),
                        integers(n, depth + 1, runsAllowed));
            }
            case 7 -> {
                int low = 1 + random.nextInt(random.nextBoolean() ? 6 : bits - 2);
                int gap = 1 + random.nextInt(Math.min(random.nextBoolean() ? 8 : bits, bits - 1 - low));
                return new IntegerEncoding.Gap(low, gap, value(), integers(n, depth + 1, runsAllowed));
            }
            case 9 -> {
                if (frequent || shape != Physical.INT) {
                    return integers(n, depth, runsAllowed);
                }
                return repeats(n, depth, runsAllowed);
            }
            case 8 -> {
                if (frequent) {
                    return integers(n, depth, runsAllowed);
                }
                out.zigzag(value());
                frequent = true;
                Encoding others = integers(bits(n), depth + 1, runsAllowed);
                frequent = false;
                return new IntegerEncoding.Frequent(others);
            }
            default -> {
                if (!runsAllowed) {
                    return integers(n, depth, false);
                }
                int runs = runs(n);
                out.varint(runs);
                Encoding child = integers(runs, depth + 1, false);
                return new Encoding.Rle(child, lengths(runs, n));
            }
        }
    }

    private Encoding repeats(int n, int depth, boolean runsAllowed) throws Exception {
        int[] counts = new int[n];
        int[] lengths = new int[n];
        int[] distances = new int[n];
        int copies = 0;
        int most = 1 + random.nextInt(random.nextBoolean() ? n + 1 : 20);
        for (int at = 0; at < n && random.nextInt(100) > 0; copies++) {
            counts[copies] = at == 0 ? 1 : random.nextInt(Math.min(most, n - at));
            at += counts[copies];
            if (at == n) {
                break;
            }
            lengths[copies] = 1 + random.nextInt(Math.min(most, n - at));
            distances[copies] = 1 + random.nextInt(random.nextBoolean() ? at : Math.min(at, 5));
            at += lengths[copies];
        }
        int literals = n - Arrays.stream(lengths, 0, copies).sum();
        out.varint(copies);
        Encoding count = written(counts, copies);
        Encoding length = written(lengths, copies);
        Encoding distance = written(distances, copies);
        frequent = true;
        Encoding literal = integers(literals, depth + 1, runsAllowed);
        frequent = false;
        return new IntegerEncoding.Repeat(count, length, distance, literal);
    }

    /** A PFOR payload of random offsets. */
    private void pfor(int n, long base, int width) {
        int bits = shape == Physical.LONG ? Long.SIZE : Integer.SIZE;
        boolean hasExceptions = n > 0 && width < bits && random.nextInt(3) == 0;
        int exceptions = hasExceptions ? 1 + random.nextInt(Math.min(n, 30)) : 0;
        out.u8(width);
        out.varint(exceptions);
        out.zigzag(base);
        bytes(StraightPacking.byteLength(n, width));
        if (hasExceptions) {
            int high = 1 + random.nextInt(random.nextBoolean() ? bits - width : Math.min(3, bits - width));
            out.u8(random.nextBoolean() ? high : high | Pfor.SIGNED);
            int[] positions =
                    random.ints(0, n).distinct().limit(exceptions).sorted().toArray();
            int positionWidth = Pfor.positionWidth(n);
            int at = out.reserve((int) StraightPacking.byteLength(exceptions, positionWidth));
            StraightPacking.pack(positions, 0, exceptions, positionWidth, 0, out.array(), at);
            bytes(StraightPacking.byteLength(exceptions, high));
        }
    }

    private void bytes(long count) {
        byte[] bytes = new byte[(int) count];
        random.nextBytes(bytes);
        out.bytes(bytes);
    }

    /** A value of the shape: small, near an end, or any. */
    private long value() {
        long value = switch (random.nextInt(5)) {
            case 0 -> random.nextInt(2000) - 1000;
            case 1 -> random.nextLong();
            case 2 -> Long.MAX_VALUE - random.nextInt(100);
            case 3 -> Long.MIN_VALUE + random.nextInt(100);
            default -> random.nextInt();
        };
        if (shape == Physical.LONG) {
            return value;
        }
        return value > Integer.MAX_VALUE - 200L || value < Integer.MIN_VALUE + 200L
                ? (value < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE) - (value < 0 ? -1 : 1) * random.nextInt(100)
                : (int) value;
    }
}
