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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.dictionary.BytesDictionary;
import dev.stoa.format.internal.encoding.dictionary.DictionaryBudget;
import dev.stoa.format.internal.encoding.dictionary.GrowingDictionary;
import dev.stoa.format.internal.encoding.dictionary.LongDictionary;
import dev.stoa.format.internal.encoding.strings.SymbolDictionary;
import dev.stoa.format.internal.encoding.strings.SymbolText;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.util.Optional;

/** The state that a column's encoder keeps between vectors for its {@link ShapeEncoder}. */
final class ColumnState {
    private static final LongDictionary UNUSED = new LongDictionary(new DictionaryBudget(0), 0);

    private static final int MOST_FAILURES = 8;

    private final Physical shape;
    private final DictionaryBudget budget;
    private GrowingDictionary dictionary = UNUSED;
    private Optional<SymbolDictionary> symbols = Optional.empty();
    private int dictionaryOrdinal = -1;
    private int symbolsOrdinal = -1;
    private int failures;
    private int wait;

    ColumnState(Physical shape, DictionaryBudget budget) {
        this.shape = shape;
        this.budget = budget;
    }

    Physical shape() {
        return shape;
    }

    /** The dictionary of a column whose entries are keyed by 64 bits. */
    LongDictionary longDictionary() {
        if (dictionary == UNUSED) {
            int entryBytes = shape == Physical.INT || shape == Physical.FLOAT ? Integer.BYTES : Long.BYTES;
            dictionary = new LongDictionary(budget, entryBytes);
        }
        return (LongDictionary) dictionary;
    }

    /** The dictionary of a column whose entries are keyed by bytes. */
    BytesDictionary bytesDictionary() {
        if (dictionary == UNUSED) {
            dictionary = new BytesDictionary(budget);
        }
        return (BytesDictionary) dictionary;
    }

    /** The number of entries. */
    int dictionarySize() {
        return dictionary.size();
    }

    /** The bytes of the entries as such. */
    long dictionaryBytes() {
        return dictionary.bytes();
    }

    /** Takes back the entries from {@code size} on; an empty dictionary is given up. */
    void cutDictionary(int size) {
        if (size == 0) {
            freeDictionary();
        } else {
            dictionary.truncate(size);
        }
    }

    /** The symbols, if the column has some. */
    Optional<SymbolDictionary> symbols() {
        return symbols;
    }

    /**
     * The symbols. If the column has none, trains them with a text, unless it waits after a failure.
     *
     * @param most the most entries
     * @param share the expected number of texts like this one, with this one
     */
    Optional<SymbolDictionary> symbols(SymbolText text, int most, int share) {
        if (symbols.isEmpty() && wait == 0) {
            symbols = Optional.of(SymbolDictionary.train(text, most, share, budget));
        } else if (symbols.isEmpty()) {
            wait--;
        }
        return symbols;
    }

    /** Gives symbols up that no block uses, and tries again later, each time less soon. */
    void dropUnusedSymbols() {
        if (symbols.isPresent() && symbolsOrdinal < 0) {
            freeSymbols();
            failures = Math.min(MOST_FAILURES, failures + 1);
            wait = (1 << failures) - 1;
        }
    }

    /** The ordinal of the dictionary in the column index, or the one it gets when it is used. */
    int dictionaryOrdinal() {
        return dictionaryOrdinal >= 0 ? dictionaryOrdinal : symbolsOrdinal + 1;
    }

    /** The ordinal of the symbols in the column index, or the one they get when they are used. */
    int symbolsOrdinal() {
        return symbolsOrdinal >= 0 ? symbolsOrdinal : dictionaryOrdinal + 1;
    }

    /** Whether some block uses the dictionary. */
    boolean usesDictionary() {
        return dictionaryOrdinal >= 0;
    }

    /** Whether some block uses the symbols. */
    boolean usesSymbols() {
        return symbolsOrdinal >= 0;
    }

    /** Notes what a block uses. */
    void use(Encoding encoding) {
        if (encoding instanceof Encoding.Dictionary dictionaryCodes) {
            dictionaryOrdinal = dictionaryCodes.ordinal();
        } else if (encoding instanceof BytesEncoding.Fsst fsst) {
            symbolsOrdinal = fsst.ordinal();
        } else if (encoding instanceof Encoding.Rle rle) {
            use(rle.values());
        } else if (encoding instanceof BytesEncoding.Prefix prefix) {
            use(prefix.rest());
        } else if (encoding instanceof Encoding.Nullable nullable
                && nullable.child().isPresent()) {
            use(nullable.child().get());
        }
    }

    /** Gives the memory back, when the column is done. */
    void free() {
        freeDictionary();
        freeSymbols();
    }

    private void freeDictionary() {
        if (dictionary != UNUSED) {
            dictionary.free();
            dictionary = UNUSED;
        }
    }

    private void freeSymbols() {
        symbols.ifPresent(SymbolDictionary::free);
        symbols = Optional.empty();
    }

    long retainedBytes() {
        return dictionary.retainedBytes()
                + symbols.map(SymbolDictionary::retainedBytes).orElse(0L);
    }
}
