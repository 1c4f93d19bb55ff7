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
package dev.stoa.table.internal.scan;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.reader.RowChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * New values of a column of other types than its file has: the column came later than the file, or was widened since. They
 * are laid over when the rows were read, oldest first, each in its own type, which the rows are widened to before.
 */
final class LateChanges {
    private static final String COLUMN = "c";

    private final List<RowChanges> layers = new ArrayList<>();
    private final List<Type> types = new ArrayList<>();

    /** The name that the column must have in what is {@linkplain #add added}. */
    static String columnName() {
        return COLUMN;
    }

    void add(RowChanges changes, Type type) {
        layers.add(changes);
        types.add(type);
    }

    ColumnVector overlaid(ColumnVector rows, long firstRow) {
        ColumnVector now = rows;
        for (int i = 0; i < layers.size(); i++) {
            now = layers.get(i).overlaid(COLUMN, VectorAdapter.BY_ID.adapt(now, types.get(i)), firstRow);
        }
        return now;
    }

    /** Returns the type before any change. */
    Type firstType() {
        return types.get(0);
    }
}
