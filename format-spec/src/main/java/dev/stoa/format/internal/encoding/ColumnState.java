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

/** What a column's encoder keeps between vectors for its {@link ShapeEncoder}. */
final class ColumnState {
    private static final LongDictionary UNUSED = new LongDictionary(new DictionaryBudget(0), 0);

    private final Physical shape;
    private final DictionaryBudget budget;
    private GrowingDictionary dictionary = UNUSED;

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
            free();
        } else {
            dictionary.truncate(size);
        }
    }

    /** Gives the dictionary up. */
    void free() {
        if (dictionary != UNUSED) {
            dictionary.free();
            dictionary = UNUSED;
        }
    }

    long retainedBytes() {
        return dictionary.retainedBytes();
    }
}
