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
package dev.stoa.format.internal.encoding.strings;

import dev.stoa.format.internal.encoding.integers.IntPfor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * FSST as in its paper (Boncz, Neumann, Leis, VLDB 2020), to compare sizes with: at most 255 symbols of at most 8 bytes, codes of
 * one byte, an escape before bytes that no symbol covers; trained in five generations on a sample of 16 KiB.
 */
public final class PlainFsst {
    private static final int SAMPLE = 1 << 14;
    private static final int PART = 512;
    private static final int ESCAPED = 256;
    private static final int MOST = 255;
    private static final int LONGEST = 8;
    private static final int[] FRACTIONS = {8, 38, 68, 98, 128};

    private final byte[][] symbols = new byte[ESCAPED + MOST][];
    private final Map<String, Integer> codes = new HashMap<>();
    private int size;

    private PlainFsst() {
        for (int b = 0; b < ESCAPED; b++) {
            symbols[b] = new byte[] {(byte) b};
        }
    }

    /** The bytes of values: table, codes and, packed per 4096 values, the lengths in codes. */
    public static long size(byte[][] values) {
        PlainFsst table = train(sample(values));
        IntPfor pfor = new IntPfor();
        long bytes = 16; // version and number of symbols of each length
        for (int i = 0; i < table.size; i++) {
            bytes += table.symbols[ESCAPED + i].length;
        }
        int[] lengths = new int[4096];
        for (int from = 0; from < values.length; from += lengths.length) {
            int n = Math.min(lengths.length, values.length - from);
            for (int i = 0; i < n; i++) {
                byte[] value = values[from + i];
                int length = 0;
                for (int at = 0; at < value.length; ) {
                    int code = table.match(value, at, value.length);
                    length += code < ESCAPED ? 2 : 1;
                    at += table.symbols[code].length;
                }
                lengths[i] = length;
                bytes += length;
            }
            bytes += pfor.plan(lengths, n);
        }
        return bytes;
    }

    private static List<byte[]> sample(byte[][] values) {
        long total = 0;
        for (byte[] value : values) {
            total += value.length;
        }
        if (total <= SAMPLE) {
            return List.of(values);
        }
        Random random = new Random(42);
        List<byte[]> sample = new ArrayList<>();
        for (int bytes = 0; bytes < SAMPLE; ) {
            byte[] value = values[random.nextInt(values.length)];
            int from = value.length <= PART ? 0 : random.nextInt((value.length - 1) / PART + 1) * PART;
            byte[] part = java.util.Arrays.copyOfRange(value, from, Math.min(value.length, from + PART));
            sample.add(part);
            bytes += part.length;
        }
        return sample;
    }

    private static PlainFsst train(List<byte[]> sample) {
        PlainFsst table = new PlainFsst();
        Random random = new Random(7);
        for (int fraction : FRACTIONS) {
            int[] singles = new int[ESCAPED + MOST];
            Map<Integer, int[]> pairs = new HashMap<>();
            for (byte[] value : sample) {
                if (random.nextInt(128) < fraction) {
                    table.count(value, singles, pairs);
                }
            }
            table = table.next(singles, pairs, fraction);
        }
        return table;
    }

    private void count(byte[] value, int[] singles, Map<Integer, int[]> pairs) {
        int last = -1;
        for (int at = 0; at < value.length; ) {
            int code = match(value, at, value.length);
            int first = value[at] & 0xFF;
            singles[code]++;
            if (last >= 0) {
                pairs.computeIfAbsent(last << 9 | code, pair -> new int[1])[0]++;
            }
            if (symbols[code].length > 1) {
                singles[first]++;
                if (last >= 0) {
                    pairs.computeIfAbsent(last << 9 | first, pair -> new int[1])[0]++;
                }
            }
            last = code;
            at += symbols[code].length;
        }
    }

    private PlainFsst next(int[] singles, Map<Integer, int[]> pairs, int fraction) {
        int least = fraction < 128 ? 5 * fraction / 128 : 1;
        Map<String, Long> gains = new HashMap<>();
        for (int code = 0; code < ESCAPED + size; code++) {
            if (singles[code] >= Math.max(1, least)) {
                // single bytes are preferred: the others can be made of them
                int weight = symbols[code].length == 1 ? 8 : symbols[code].length;
                gains.merge(text(symbols[code]), (long) singles[code] * weight, Long::sum);
            }
        }
        if (fraction < 128) {
            pairs.forEach((pair, count) -> {
                byte[] first = symbols[pair >> 9];
                byte[] second = symbols[pair & 511];
                if (count[0] >= Math.max(1, least) && first.length < LONGEST) {
                    String joined = text(first) + text(second);
                    joined = joined.substring(0, Math.min(LONGEST, joined.length()));
                    gains.merge(joined, (long) count[0] * joined.length(), Long::sum);
                }
            });
        }
        PlainFsst table = new PlainFsst();
        gains.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .forEach(entry -> table.add(entry.getKey()));
        return table;
    }

    private void add(String symbol) {
        symbols[ESCAPED + size] = symbol.getBytes(StandardCharsets.ISO_8859_1);
        codes.put(symbol, ESCAPED + size++);
    }

    private int match(byte[] text, int from, int to) {
        for (int length = Math.min(LONGEST, to - from); length > 0; length--) {
            Integer code = codes.get(new String(text, from, length, StandardCharsets.ISO_8859_1));
            if (code != null) {
                return code;
            }
        }
        return text[from] & 0xFF;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
