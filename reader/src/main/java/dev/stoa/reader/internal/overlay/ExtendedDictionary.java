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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A dictionary with new values of a column after its entries, so that rows with new values stay ids. Ids of the old
 * dictionary mean the same in it, and entries stay distinct if they were.
 */
public final class ExtendedDictionary {
    private final BytesVector entries;
    private final BytesVector values;
    /** By new value from the first one on, or by entry if new values are ids themselves: its entry; 0 for null. */
    private final int[] ids;

    private final int first;

    private ExtendedDictionary(BytesVector entries, BytesVector values, int[] ids, int first) {
        this.entries = entries;
        this.values = values;
        this.ids = ids;
        this.first = first;
    }

    /** Extends a dictionary by the new values {@code from..to-1}; by all if they are ids themselves. */
    public static ExtendedDictionary of(Type type, BytesVector old, BytesVector values, int from, int to) {
        return values.dictionary().isPresent()
                ? of(
                        type,
                        old,
                        values,
                        values.dictionary().get(),
                        0,
                        values.dictionary().get().size())
                : of(type, old, values, values, from, to);
    }

    private static ExtendedDictionary of(
            Type type, BytesVector old, BytesVector values, BytesVector added, int from, int to) {
        int[] ids = new int[to - from];
        Map<ByteBuffer, Integer> known = new HashMap<>();
        for (int i = from; i < to; i++) {
            if (!added.isNull(i)) {
                known.put(value(added, i), -1);
            }
        }
        for (int entry = 0; entry < old.size(); entry++) {
            known.replace(value(old, entry), entry);
        }
        byte[] data = old.data();
        boolean isCopied = false;
        int[] offsets = Arrays.copyOf(old.offsets(), old.size() + 1 + known.size());
        int count = old.size();
        for (int i = from; i < to; i++) {
            if (added.isNull(i)) {
                continue;
            }
            ByteBuffer value = value(added, i);
            int id = known.get(value);
            if (id < 0) {
                id = count++;
                known.put(value, id);
                int end = Math.addExact(offsets[id], value.remaining());
                if (!isCopied || data.length < end) {
                    isCopied = true;
                    data = Arrays.copyOf(data, FixedValues.capacity(end));
                }
                System.arraycopy(added.data(), added.start(i), data, offsets[id], value.remaining());
                offsets[count] = end;
            }
            ids[i - from] = id;
        }
        return new ExtendedDictionary(
                new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, count), values, ids, from);
    }

    private static ByteBuffer value(BytesVector vector, int i) {
        return ByteBuffer.wrap(vector.data(), vector.start(i), vector.length(i));
    }

    /** The dictionary. */
    public BytesVector entries() {
        return entries;
    }

    /** Puts the ids of a vector's new values in their places. */
    public void putIds(VectorChanges changed, int[] rowIds) {
        char[] places = changed.places();
        if (values.dictionary().isPresent()
                && !values.hasNulls()
                && changed.narrow().isPresent()) {
            changed.narrow().get().put(places, changed.from(), changed.to(), ids, rowIds);
            return;
        }
        for (int i = changed.from(); i < changed.to(); i++) {
            rowIds[places[i]] = id(i);
        }
    }

    /** The id of a new value. */
    int id(int change) {
        if (values.dictionary().isPresent()) {
            return values.isNull(change) ? 0 : ids[values.ids()[change]];
        }
        return ids[change - first];
    }
}
