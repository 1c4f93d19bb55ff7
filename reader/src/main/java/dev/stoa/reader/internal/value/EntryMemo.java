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
package dev.stoa.reader.internal.value;

import dev.stoa.format.BytesVector;
import java.util.Arrays;
import java.util.Optional;

/** Tests values of variable length, those of a dictionary once per entry and not once per row. */
public final class EntryMemo {
    private static final byte UNKNOWN = 0;
    private static final byte OUT = 1;
    private static final byte IN = 2;

    private Optional<BytesVector> dictionary = Optional.empty();
    private byte[] known = new byte[0];

    /** A test of one value. */
    @FunctionalInterface
    public interface Test {
        boolean test(byte[] data, int from, int length);
    }

    public void test(BytesVector vector, int rows, boolean[] out, Test test) {
        byte[] data = vector.data();
        int[] offsets = vector.offsets();
        if (vector.dictionary().isEmpty()) {
            for (int i = 0; i < rows; i++) {
                out[i] = test.test(data, offsets[i], offsets[i + 1] - offsets[i]);
            }
            return;
        }
        BytesVector entries = vector.dictionary().get();
        if (dictionary.isEmpty() || dictionary.get() != entries) {
            dictionary = Optional.of(entries);
            known = new byte[entries.size()];
        }
        if (entries.size() == 0) {
            Arrays.fill(out, 0, rows, false); // all rows are null
            return;
        }
        int[] ids = vector.ids();
        for (int i = 0; i < rows; i++) {
            int id = ids[i];
            if (known[id] == UNKNOWN) {
                known[id] = test.test(data, offsets[id], offsets[id + 1] - offsets[id]) ? IN : OUT;
            }
        }
        for (int i = 0; i < rows; i++) {
            out[i] = known[ids[i]] == IN;
        }
    }
}
