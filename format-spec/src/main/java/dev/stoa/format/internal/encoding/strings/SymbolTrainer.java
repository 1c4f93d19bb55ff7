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

import dev.stoa.format.internal.encoding.wire.SymbolTable;
import java.util.Arrays;

/**
 * Finds the symbols that suit a text. For large tables, it encodes the text several times and joins pairs meanwhile. Then it
 * drops symbols with too few uses to pay for themselves. For a short text it also tries small tables, which make codes of 8 or
 * 9 bits. They grow in generations by gain, as in FSST (Boncz, Neumann, Leis, VLDB 2020).
 *
 * <p>Noise, such as UUIDs and hashes, has one pass to show pairs that repeat. Checkpoints of tables hold much of it: 400 commits
 * with 100 checkpoints take 0.6 of the CPU time that they took with all passes.
 */
public final class SymbolTrainer {
    /** The bits of an entry without its bytes. A table takes {@code TABLE_BYTES} more. */
    private static final int ENTRY_BITS = 5;

    private static final int TABLE_BYTES = 24;

    /** About how many bits a code has. */
    private static final int CODE_BITS = 11;

    private static final int PASSES = 4;
    private static final int OFTEN = 3;
    private static final int GENERATIONS = 5;

    /** The longest text, in bytes, that small tables are tried for. */
    private static final int LITTLE_TEXT = 1 << 16;

    private static final int SORT_BITS = 20;

    /** How much a pair must promise to be a candidate, in two strengths: the sieve that is better depends on the text. */
    private static final int[] SIEVES = {2, 1};

    private static final int[] SMALL_TABLES = {256, 512};

    private final SymbolText text;
    private final int share;
    private final boolean isNoise;
    private SymbolMatcher best = new SymbolMatcher();
    private long bestCost;
    private boolean isSmall;

    private SymbolTrainer(SymbolText text, int share) {
        this.text = text;
        this.share = share;
        this.isNoise = text.isNoise();
    }

    /**
     * Symbols for a text.
     *
     * @param most the most entries
     * @param share how many texts like this one share the table
     */
    public static SymbolTrainer train(SymbolText text, int most, int share) {
        SymbolTrainer trainer = new SymbolTrainer(text, share);
        trainer.bestCost = Long.MAX_VALUE;
        trainer.joins(most);
        if (text.size() <= LITTLE_TEXT && !trainer.isNoise) {
            if (share > 1) {
                for (int entries : SMALL_TABLES) {
                    for (int sieve : SIEVES) {
                        trainer.generations(Math.min(most, entries), sieve);
                    }
                }
            } else {
                // of a few rows more trials take half of the time to store them, and save hardly a byte
                trainer.generations(Math.min(most, SMALL_TABLES[0]), SIEVES[0]);
            }
        }
        trainer.best = trainer.byUse(trainer.best);
        return trainer;
    }

    /** The symbols. */
    public SymbolMatcher matcher() {
        return best;
    }

    /** Whether a small table was the best: codes of fewer bits are worth more for this text than longer symbols. */
    boolean isSmall() {
        return isSmall;
    }

    /** The bytes that a table takes. */
    public static int tableBytes(SymbolMatcher matcher) {
        int bits = 0;
        for (int code = SymbolTable.BYTES; code < matcher.codes(); code++) {
            bits += entryBits(matcher.length(code));
        }
        return bits / Byte.SIZE + TABLE_BYTES;
    }

    private static int entryBits(int length) {
        return Byte.SIZE * length + ENTRY_BITS;
    }

    private void consider(SymbolMatcher candidate, boolean isSmallOne) {
        text.encode(candidate);
        long cost = (long) text.bytes() * share + tableBytes(candidate);
        if (cost < bestCost) {
            best = candidate;
            bestCost = cost;
            isSmall = isSmallOne;
        }
    }

    private void joins(int most) {
        SymbolMatcher matcher = new SymbolMatcher();
        int room = Math.min(4 * most, SymbolTable.MAX_ENTRIES);
        int passes = isNoise ? 1 : PASSES;
        for (int pass = 0; pass < passes; pass++) {
            text.learn(matcher, SymbolTable.BYTES + room, OFTEN);
            text.encode(matcher);
            matcher = used(matcher, room);
        }
        if (matcher.codes() > SymbolTable.BYTES + most) {
            text.encode(matcher);
            matcher = used(matcher, most);
        }
        text.encode(matcher);
        consider(used(matcher, most), false);
    }

    /** The symbols that pay for themselves: if they are too many, those with the largest gain. */
    private SymbolMatcher used(SymbolMatcher matcher, int most) {
        int[] uses = text.uses(matcher);
        long[] sorted = new long[uses.length];
        int found = 0;
        for (int code = 0; code < uses.length; code++) {
            int length = matcher.length(code);
            boolean pays = length == 1 ? uses[code] > 0 : (long) uses[code] * share * CODE_BITS > entryBits(length);
            if (pays) {
                sorted[found++] = gain(uses[code], length) << SORT_BITS | (sorted.length - code);
            }
        }
        SymbolMatcher chosen = new SymbolMatcher();
        if (found <= most) {
            // in the order in which they were learnt
            for (int i = 0; i < found; i++) {
                copy(matcher, sorted.length - (int) (sorted[i] & ((1 << SORT_BITS) - 1)), chosen);
            }
            return chosen;
        }
        Arrays.sort(sorted, 0, found);
        for (int i = found - 1; i >= found - most; i--) {
            copy(matcher, sorted.length - (int) (sorted[i] & ((1 << SORT_BITS) - 1)), chosen);
        }
        return chosen;
    }

    /** The symbols in descending order of their use, so that neighbouring codes are about as frequent. */
    private SymbolMatcher byUse(SymbolMatcher matcher) {
        text.encode(matcher);
        int[] uses = text.uses(matcher);
        int entries = matcher.codes() - SymbolTable.BYTES;
        long[] sorted = new long[entries];
        for (int i = 0; i < entries; i++) {
            sorted[i] = (long) uses[SymbolTable.BYTES + i] << SORT_BITS | (entries - i);
        }
        Arrays.sort(sorted);
        SymbolMatcher ordered = new SymbolMatcher();
        for (int i = entries - 1; i >= 0; i--) {
            int entry = entries - (int) (sorted[i] & ((1 << SORT_BITS) - 1));
            copy(matcher, SymbolTable.BYTES + entry, ordered);
        }
        return ordered;
    }

    /** The bytes that a symbol saves. A byte without an entry becomes an exception of a PFOR, which takes several bytes. */
    private static long gain(int uses, int length) {
        return (long) uses * (length == 1 ? 32 : length);
    }

    private static void copy(SymbolMatcher from, int code, SymbolMatcher to) {
        to.add(from.low(code), from.high(code));
    }

    private void generations(int most, int sieve) {
        SymbolMatcher matcher = new SymbolMatcher();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            text.encode(matcher);
            matcher = next(matcher, most, sieve);
        }
        text.encode(matcher);
        consider(used(matcher, most), true);
    }

    /** The symbols of largest gain among the present ones and the joins of two of them. */
    private SymbolMatcher next(SymbolMatcher matcher, int most, int sieve) {
        int[] uses = text.uses(matcher);
        PairCounts pairs = text.countPairs(matcher);
        int ids = uses.length + pairs.slots();
        long[] sorted = new long[uses.length + pairs.size()];
        int found = 0;
        for (int code = 0; code < uses.length; code++) {
            if (uses[code] > 0) {
                sorted[found++] = gain(uses[code], matcher.length(code)) << SORT_BITS | (ids - code);
            }
        }
        for (int i = 0; i < pairs.size(); i++) {
            int slot = pairs.slotOf(i);
            int count = pairs.count(slot);
            if (count > 1) {
                int length = matcher.length(pairs.first(slot)) + matcher.length(pairs.second(slot));
                if (sieve * count * share >= length) {
                    sorted[found++] = gain(count, length) << SORT_BITS | (ids - uses.length - slot);
                }
            }
        }
        Arrays.sort(sorted, 0, found);
        SymbolMatcher chosen = new SymbolMatcher();
        for (int i = found - 1; i >= 0 && chosen.codes() < SymbolTable.BYTES + most; i--) {
            int id = ids - (int) (sorted[i] & ((1 << SORT_BITS) - 1));
            if (id < uses.length) {
                copy(matcher, id, chosen);
            } else {
                int first = pairs.first(id - uses.length);
                int second = pairs.second(id - uses.length);
                long low = matcher.joinedLow(first, second);
                chosen.add(low, matcher.joinedHigh(first, second));
            }
        }
        return chosen;
    }
}
