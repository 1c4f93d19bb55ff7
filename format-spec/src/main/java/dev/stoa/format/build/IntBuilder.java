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
import dev.stoa.format.IntVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/** Builds vectors of shape INT: integers of up to 32 bits, dates, and floats of 16 bits as their bits. */
public final class IntBuilder extends VectorBuilder {
    private int[] values = new int[0];

    IntBuilder(Type type) {
        super(type);
    }

    /** Appends an integer. */
    public void add(int value) {
        int row = nextRow();
        values[row] = value;
    }

    @Override
    public long bytes() {
        return (long) size() * Integer.BYTES;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new IntVector(type(), values, mask, size());
    }

    @Override
    void ensure(int capacity) {
        values = Arrays.copyOf(values, capacity);
    }
}
