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

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.Arrays;

/** Builds vectors of booleans. */
public final class BooleanBuilder extends VectorBuilder {
    private byte[] values = new byte[0];

    BooleanBuilder(Type type) {
        super(type);
    }

    /** Appends a boolean. */
    public void add(boolean value) {
        int row = nextRow();
        values[row] = (byte) (value ? 1 : 0);
    }

    @Override
    public long bytes() {
        return size();
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new BooleanVector(type(), values, mask, size());
    }

    @Override
    void ensure(int capacity) {
        values = Arrays.copyOf(values, capacity);
    }
}
