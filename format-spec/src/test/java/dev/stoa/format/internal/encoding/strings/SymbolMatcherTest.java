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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.kernel.Symbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Finding the longest symbol, joining symbols and learning them, against plain loops. */
final class SymbolMatcherTest {
    private static long word(byte[] text, int from, int bytes) {
        long word = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            word = word << 8 | (from + i < text.length ? text[from + i] & 0xFF : 0xA5);
        }
        return word;
    }

    private static int add(SymbolMatcher matcher, byte[] symbol) {
        long low = word(symbol, 0, Math.min(8, symbol.length));
        long high = symbol.length <= 8 ? 0 : word(symbol, 8, symbol.length - 8);
        return matcher.add(low, Symbols.high(high, symbol.length));
    }

    private static byte[] bytes(SymbolMatcher matcher, int code) {
        byte[] bytes = new byte[matcher.length(code)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i < 8 ? matcher.low(code) >>> 8 * i : matcher.high(code) >>> 8 * (i - 8));
        }
        return bytes;
    }

    private static byte[] random(Random random, int length, int letters) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (random.nextInt(letters) * 255 / Math.max(1, letters - 1));
        }
        return bytes;
    }

    @Test
    void theLongestSymbolIsFound() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int letters = 2 + random.nextInt(seed % 2 == 0 ? 3 : 100);
            SymbolMatcher matcher = new SymbolMatcher();
            List<byte[]> symbols = new ArrayList<>();
            for (int i = random.nextInt(2000); i > 0; i--) {
                byte[] symbol = random(random, 1 + random.nextInt(15), letters);
                int before = matcher.codes();
                int code = add(matcher, symbol);
                if (code >= 0) {
                    assertArrayEquals(symbol, bytes(matcher, code));
                    assertEquals(code, add(matcher, symbol));
                }
                if (matcher.codes() > before) {
                    symbols.add(symbol);
                }
            }
            byte[] text = random(random, 3000, letters);
            for (int at = 0; at < text.length; at++) {
                int left = 1 + random.nextInt(Math.min(30, text.length - at));
                int found = matcher.match(word(text, at, 8), word(text, at + 8, 8), left);
                byte[] longest = new byte[] {text[at]};
                for (byte[] symbol : symbols) {
                    if (symbol.length > longest.length
                            && symbol.length <= left
                            && Arrays.equals(symbol, 0, symbol.length, text, at, at + symbol.length)) {
                        longest = symbol;
                    }
                }
                assertArrayEquals(longest, bytes(matcher, SymbolMatcher.code(found)), "seed " + seed + " at " + at);
                assertEquals(longest.length, SymbolMatcher.foundLength(found));
            }
        }
    }

    @Test
    void joinsHaveAllBytes() {
        for (int first = 1; first < 15; first++) {
            for (int second = 1; first + second <= 15; second++) {
                SymbolMatcher matcher = new SymbolMatcher();
                byte[] all = random(new Random(first * 16 + second), first + second, 256);
                int a = add(matcher, Arrays.copyOf(all, first));
                int b = add(matcher, Arrays.copyOfRange(all, first, all.length));
                assertArrayEquals(all, bytes(matcher, matcher.addPair(a, b)));
            }
        }
    }

    /** What was learnt or trained makes codes of which the text comes back. */
    @Test
    void learningKeepsTheText() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            byte[][] words = new byte[50][];
            Arrays.setAll(words, i -> random(random, 1 + random.nextInt(12), 60));
            int n = 1 + random.nextInt(2000);
            int[] starts = new int[n];
            int[] lengths = new int[n];
            ByteSink sink = new ByteSink();
            for (int i = 0; i < n; i++) {
                starts[i] = sink.size();
                for (int k = random.nextInt(6); k > 0; k--) {
                    sink.bytes(words[random.nextInt(words.length)]);
                }
                lengths[i] = sink.size() - starts[i];
            }
            SymbolText text = new SymbolText();
            text.load(sink.toByteArray(), starts, lengths, n, sink.size());
            SymbolMatcher matcher = SymbolTrainer.train(text, 4096, 1).matcher();
            text.encode(matcher);
            assertText(sink, lengths, text, matcher);
            int before = text.total();
            text.learn(matcher, 5000, 3);
            assertText(sink, lengths, text, matcher);
            assertTrue(text.total() <= before + before / 10, "seed " + seed);
        }
    }

    private static void assertText(ByteSink expected, int[] lengths, SymbolText text, SymbolMatcher matcher) {
        ByteSink made = new ByteSink();
        int code = 0;
        for (int i = 0; i < lengths.length; i++) {
            int start = made.size();
            for (int k = 0; k < text.counts()[i]; k++) {
                made.bytes(bytes(matcher, text.codes()[code++]));
            }
            assertEquals(lengths[i], made.size() - start);
        }
        assertArrayEquals(expected.toByteArray(), made.toByteArray());
    }

    @Test
    void agedCountsKeepWhatIsFrequent() {
        PairCounts pairs = new PairCounts();
        pairs.clear();
        for (int i = 0; i < 10; i++) {
            pairs.add(1, 2);
        }
        int rare = 0;
        while (!pairs.isFull()) {
            pairs.add(3, rare++);
        }
        assertEquals(0, pairs.add(9, 9));
        pairs.age();
        assertEquals(6, pairs.add(1, 2));
        assertEquals(1, pairs.add(3, 0));
    }
}
