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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/** Tells whether the entries of a dictionary are distinct, as they must be (format-spec, section 7.4). */
public final class DistinctEntries {
    private DistinctEntries() {}

    static boolean areDistinct(DecodedDictionary dictionary) {
        int n = dictionary.size();
        return switch (dictionary.shape()) {
            case INT -> numbers(n, i -> dictionary.ints()[i]);
            case LONG -> numbers(n, i -> dictionary.longs()[i]);
            case FLOAT -> numbers(n, i -> Float.floatToRawIntBits(dictionary.floats()[i]));
            case DOUBLE -> numbers(n, i -> Double.doubleToRawLongBits(dictionary.doubles()[i]));
            case INT128 ->
                dictionary.int128().isNarrow()
                        ? numbers(n, i -> dictionary.int128().low()[i])
                        : objects(
                                n,
                                i -> List.of(
                                        dictionary.int128().high()[i],
                                        dictionary.int128().low()[i]));
            case BYTES -> {
                int[] offsets = dictionary.offsets();
                ByteBuffer data = ByteBuffer.wrap(dictionary.data());
                yield objects(n, i -> data.slice(offsets[i], offsets[i + 1] - offsets[i]));
            }
            case NONE, BOOLEAN -> true;
        };
    }

    private static boolean numbers(int n, IntToLongFunction entry) {
        long[] sorted = new long[n];
        Arrays.setAll(sorted, entry);
        Arrays.sort(sorted);
        for (int i = 1; i < n; i++) {
            if (sorted[i] == sorted[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static boolean objects(int n, IntFunction<Object> entry) {
        Set<Object> entries = new HashSet<>();
        for (int i = 0; i < n; i++) {
            if (!entries.add(entry.apply(i))) {
                return false;
            }
        }
        return true;
    }
}
