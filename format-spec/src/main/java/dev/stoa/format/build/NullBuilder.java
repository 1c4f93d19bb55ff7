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
import dev.stoa.format.NullVector;
import dev.stoa.format.Type;

/** Builds the vector of a column of the null type: {@link #addNull} only. */
public final class NullBuilder extends VectorBuilder {
    NullBuilder(Type type) {
        super(type);
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    ColumnVector vector(boolean[] mask) {
        return new NullVector(size());
    }

    @Override
    void ensure(int capacity) {
        // nulls take no room
    }
}
