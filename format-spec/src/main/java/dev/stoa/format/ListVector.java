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
package dev.stoa.format;

/**
 * Lists and maps: offsets into a vector of elements. Row i holds the elements {@code offsets[i]..offsets[i+1])}; a null
 * row holds none. A map's elements are a {@link StructVector} of type {@link #entryType(Type)} with key and value.
 */
public final class ListVector extends ColumnVector {
    private final int[] offsets;
    private final ColumnVector elements;

    /** A list vector; {@code offsets} has {@code size + 1} ascending entries within the elements. */
    public ListVector(Type type, int[] offsets, ColumnVector elements, boolean[] nulls, int size) {
        super(type, nulls, size);
        checkLength(offsets.length, size + 1);
        if (type.kind() != TypeKind.LIST && type.kind() != TypeKind.MAP) {
            throw new IllegalArgumentException("a ListVector can't hold " + type);
        }
        if (offsets[size] > elements.size()) {
            throw new IllegalArgumentException(
                    "the last offset is " + offsets[size] + ", there are " + elements.size() + " elements");
        }
        this.offsets = offsets;
        this.elements = elements;
    }

    /** The type of the elements of a list, or of the (key, value) entries of a map, as a required struct. */
    public static Type elementType(Type type) {
        return type.kind() == TypeKind.MAP
                ? entryType(type)
                : type.fields().get(0).type();
    }

    /** The struct type of a map's entries. */
    public static Type entryType(Type map) {
        return Type.struct(map.fields());
    }

    /** The offsets; {@code size + 1} entries. */
    public int[] offsets() {
        return offsets;
    }

    /** The elements (for a map, the entries). */
    public ColumnVector elements() {
        return elements;
    }
}
