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
package dev.stoa.reader.internal.fetch;

import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.vio.Range;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Adjacent granules of a column in the file, which are fetched together. */
public final class GranuleRun implements Fetched {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DataStore.Fetch owner;
    private final ColumnIndex index;
    private final int first;
    private final int end;
    private final Range range;
    private final BitSet checked = new BitSet();
    /** Bytes of granules that came wrong and were read again. */
    private final Map<Integer, ByteBuffer> again = new HashMap<>(0);

    private ByteBuffer bytes = NOTHING;

    /** The granules {@code first..end-1}, which take the range. */
    GranuleRun(DataStore.Fetch owner, ColumnIndex index, int first, int end, Range range) {
        this.owner = owner;
        this.index = index;
        this.first = first;
        this.end = end;
        this.range = range;
    }

    int first() {
        return first;
    }

    int end() {
        return end;
    }

    boolean covers(int granule) {
        return granule >= first && granule < end;
    }

    @Override
    public DataStore.Fetch owner() {
        return owner;
    }

    @Override
    public Range range() {
        return range;
    }

    @Override
    public void fill(ByteBuffer buffer) {
        bytes = buffer;
    }

    /** The bytes of a granule, checked or not. */
    ByteBuffer bytes(int granule) {
        if (!again.isEmpty() && again.containsKey(granule)) {
            return again.get(granule);
        }
        return bytes.slice((int) (index.granuleOffset(granule) - range.offset()), index.granuleLength(granule));
    }

    boolean isChecked(int granule) {
        return checked.get(granule - first);
    }

    /** The bytes of a granule have passed their check. */
    void pass(int granule) {
        checked.set(granule - first);
    }

    /** Others of a granule's bytes than those that came first have passed the check. */
    void pass(int granule, ByteBuffer other) {
        again.put(granule, other);
        pass(granule);
    }
}
