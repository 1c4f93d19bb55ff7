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
package dev.stoa.format.internal.encoding.select;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import java.util.Arrays;
import java.util.Optional;

/**
 * The entries of a dictionary that match: found once per dictionary, for all vectors that refer to it. Immutable.
 *
 * <p>If the entries that match are few runs of codes, the codes of a vector are compared with these runs, as integers. One
 * entry is one run, and so is the result of any comparison with sorted entries.
 */
public final class EntrySet {
    /** The argument for an encoding that refers to no dictionary. */
    public static final EntrySet NONE = new EntrySet(new boolean[0], 0);

    private final boolean[] matches;
    private final int size;
    private final Optional<IntegerSet> codes;

    private EntrySet(boolean[] matches, int size) {
        this.matches = matches;
        this.size = size;
        this.codes = runs();
    }

    /** The set of the entries i with {@code matches[i]}, of {@code size} entries. Copies the array. */
    public static EntrySet of(boolean[] matches, int size) {
        return new EntrySet(Arrays.copyOf(matches, size), size);
    }

    /** The entries, of shape INT or LONG, that are in a set. */
    public static EntrySet of(DecodedDictionary dictionary, IntegerSet set) {
        boolean[] matches = new boolean[dictionary.size()];
        int[] ints = dictionary.ints();
        long[] longs = dictionary.longs();
        boolean areInts = dictionary.shape() == Physical.INT;
        for (int i = 0; i < matches.length; i++) {
            matches[i] = set.contains(areInts ? ints[i] : longs[i]);
        }
        return new EntrySet(matches, matches.length);
    }

    private Optional<IntegerSet> runs() {
        IntegerSet.Builder runs = new IntegerSet.Builder(VectorSelector.MAX_PASSES);
        int found = 0;
        int at = 0;
        while (at < size) {
            if (!matches[at]) {
                at++;
                continue;
            }
            if (found++ == VectorSelector.MAX_PASSES) {
                return Optional.empty();
            }
            int start = at;
            while (at < size && matches[at]) {
                at++;
            }
            runs.add(start, at - 1L);
        }
        return Optional.of(runs.build());
    }

    /** The number of entries of the dictionary. */
    int size() {
        return size;
    }

    /** By code, whether the entry matches. */
    boolean[] matches() {
        return matches;
    }

    /** The codes of those that match, if they make up few runs. */
    Optional<IntegerSet> codes() {
        return codes;
    }
}
