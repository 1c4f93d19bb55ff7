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
package dev.stoa.format.build;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/**
 * Builds vectors of lists and maps: append the elements of a row to {@link #elements}, then call {@link #endRow}. The
 * elements of a map are structs of key and value, so their builder is a {@link StructBuilder}.
 */
public final class ListBuilder extends VectorBuilder {
    private final VectorBuilder elements;
    private int[] offsets = new int[1];

    ListBuilder(Type type) {
        super(type);
        elements = VectorBuilders.of(ListVector.elementType(type));
    }

    /** The builder of the elements of all rows. */
    public VectorBuilder elements() {
        return elements;
    }

    /** Ends a row: it holds the elements that were appended since the row before. */
    public void endRow() {
        int row = nextRow();
        offsets[row + 1] = elements.size();
    }

    @Override
    public long bytes() {
        return elements.bytes() + (long) size() * Integer.BYTES;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new ListVector(type(), offsets, elements.vector(), mask, size());
    }

    @Override
    void ensure(int capacity) {
        offsets = Arrays.copyOf(offsets, capacity + 1);
    }

    @Override
    void putNull(int row) {
        offsets[row + 1] = offsets[row];
    }

    @Override
    void forget() {
        elements.clear();
    }
}
