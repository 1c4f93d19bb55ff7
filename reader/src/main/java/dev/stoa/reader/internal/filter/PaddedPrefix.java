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
package dev.stoa.reader.internal.filter;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.EntryMemo;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValueSet;

/** The values of a char(n) that, with their blanks, start with a prefix; or all others. MinMax says nothing about them. */
public final class PaddedPrefix implements ValueSet {
    private final byte[] prefix;
    private final boolean wanted;
    private final EntryMemo memo = new EntryMemo();

    /** Values that start with {@code prefix}, which has at most n code points; with {@code wanted} false, all others. */
    PaddedPrefix(byte[] prefix, boolean wanted) {
        this.prefix = prefix;
        this.wanted = wanted;
    }

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        memo.test((BytesVector) vector, rows, out, (data, from, length) -> starts(data, from, length) == wanted);
    }

    private boolean starts(byte[] data, int from, int length) {
        for (int i = 0; i < prefix.length; i++) {
            byte b = i < length ? data[from + i] : (byte) ' ';
            if (b != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        return Match.SOME;
    }

    @Override
    public ValueSet copy() {
        return new PaddedPrefix(prefix, wanted);
    }

    @Override
    public ValueSet complement() {
        return new PaddedPrefix(prefix, !wanted);
    }
}
