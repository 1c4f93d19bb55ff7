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

import dev.stoa.format.internal.encoding.dictionary.DictionaryBudget;
import dev.stoa.format.internal.encoding.dictionary.DictionaryMemory;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import java.util.Optional;

/**
 * The symbols of a column that is written: those found in its first vector, and more as long as further vectors have
 * use for them. Codes never change.
 */
public final class SymbolDictionary {
    /** The number of vectors that are assumed to share the symbols of one, if it isn't the last. */
    public static final int SHARE = 4;

    /** Two symbols are joined when one has followed the other this often. Older pairs count less. */
    private static final int OFTEN = 6;

    /** If a vector adds fewer symbols, learning pauses, for up to {@code LONGEST_PAUSE} vectors. */
    private static final int FEW = 16;

    private static final int LONGEST_PAUSE = 15;

    /** Symbols that are shorter by this factor than they were show that the text is another one. */
    private static final double DRIFT = 1.1;

    private final SymbolMatcher matcher;
    private final DictionaryMemory memory;
    private final int most;
    /** There while symbols are learnt. */
    private Optional<PairCounts> pairs = Optional.empty();

    /** The bytes of a symbol on average, where a small table was the best: it is left small while that goes for further texts. */
    private double usualLength;

    private int pause;
    /** The number of texts to skip before learning again. The first is the one that the symbols come from. */
    private int left = 1;

    private SymbolDictionary(SymbolMatcher matcher, DictionaryMemory memory, int most) {
        this.matcher = matcher;
        this.memory = memory;
        this.most = most;
    }

    /** Symbols for a text and what follows it; without any if the text has none worth it, or the budget is used up. */
    public static SymbolDictionary train(SymbolText text, int most, int share, DictionaryBudget budget) {
        SymbolTrainer trainer = SymbolTrainer.train(text, most, share);
        SymbolMatcher matcher = trainer.matcher();
        DictionaryMemory memory = new DictionaryMemory(budget);
        boolean fits = memory.grant(matcher.memory());
        SymbolDictionary symbols = new SymbolDictionary(fits ? matcher : new SymbolMatcher(), memory, most);
        if (trainer.isSmall()) {
            text.encode(matcher);
            symbols.usualLength = (double) text.size() / text.total();
        }
        return symbols;
    }

    public SymbolMatcher matcher() {
        return matcher;
    }

    /** The number of entries. */
    public int size() {
        return matcher.codes() - SymbolTable.BYTES;
    }

    /** The bytes that the table takes. */
    public int bytes() {
        return SymbolTrainer.tableBytes(matcher);
    }

    /**
     * Makes codes of a text and learns from it, unless that hardly paid in the last vectors.
     *
     * @param isLast whether nothing is to come that could use what is learnt
     */
    public void encode(SymbolText text, boolean isLast) {
        if (left > 0 || isLast || size() >= most || !mayGrow()) {
            left = Math.max(0, left - 1);
            text.encode(matcher);
            return;
        }
        if (usualLength > 0) {
            text.encode(matcher);
            if (DRIFT * text.size() >= usualLength * text.total()) {
                return;
            }
            usualLength = 0;
        }
        int before = size();
        text.learn(matcher, pairs.orElseThrow(), SymbolTable.BYTES + most, OFTEN);
        if (size() >= most) {
            pairs = Optional.empty();
            memory.giveBack(PairCounts.MEMORY);
        }
        pause = size() - before < FEW ? Math.min(LONGEST_PAUSE, 2 * pause + 1) : 0;
        left = pause;
    }

    /** Whether the budget has room for another vector. A vector at most doubles the memory. */
    private boolean mayGrow() {
        long missing = 2 * matcher.memory() + PairCounts.MEMORY - memory.granted();
        if (missing > 0 && !memory.grant(missing)) {
            return false;
        }
        if (pairs.isEmpty()) {
            PairCounts counts = new PairCounts();
            counts.clear();
            pairs = Optional.of(counts);
        }
        return true;
    }

    public long retainedBytes() {
        return memory.granted();
    }

    public void free() {
        memory.free();
    }
}
