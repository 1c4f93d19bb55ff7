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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.value.Match;
import dev.stoa.reader.internal.value.ValueSet;
import java.util.Arrays;

/** All values, or none; of any type. */
public enum ConstantSet implements ValueSet {
    NONE,
    ALL;

    @Override
    public void test(ColumnVector vector, int rows, boolean[] out) {
        Arrays.fill(out, 0, rows, this == ALL);
    }

    @Override
    public Match match(MinMax minMax, int zone) {
        return this == ALL ? Match.ALL : Match.NONE;
    }

    @Override
    public boolean containsNaN() {
        return this == ALL;
    }

    @Override
    public ValueSet complement() {
        return this == ALL ? NONE : ALL;
    }
}
