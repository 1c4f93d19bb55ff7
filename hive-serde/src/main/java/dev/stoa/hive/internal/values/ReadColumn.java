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
package dev.stoa.hive.internal.values;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.gather.ColumnFiller;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/** One column of the table that is read from a file: as objects row by row, or vector by vector. */
public final class ReadColumn {
    private final int ordinal;
    private final ValueReader reader;
    /** Copies the values of a batch; with a filler, it converts them. */
    private final Optional<VectorCopy> copy;

    private final Optional<ColumnFiller> converted;

    /**
     * A column.
     *
     * @param ordinal of the column in the table
     * @throws IllegalArgumentException if the file's type can't be read as the table's
     */
    public ReadColumn(int ordinal, Type from, TypeInfo to, Naming naming) {
        this.ordinal = ordinal;
        this.reader = ValueReader.of(from, to, naming);
        Optional<VectorCopy> direct = VectorCopy.of(from, to, naming);
        Type stored = HiveTypes.stored(to);
        this.copy = direct.isPresent() ? direct : VectorCopy.of(stored, to, Naming.DEFAULT);
        this.converted = direct.isPresent()
                ? Optional.empty()
                : Optional.of(ColumnFiller.of(stored, TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(to)));
    }

    public int ordinal() {
        return ordinal;
    }

    /** The value of a row. */
    public Object get(ColumnVector values, int row) {
        return reader.get(values, row);
    }

    /** Fills a vector of Hive with the first rows. */
    public void fill(ColumnVector values, int count, org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
        VectorCopy copying = copy.orElseThrow(() -> new IllegalStateException("Hive has no vectors of this type"));
        if (converted.isEmpty()) {
            copying.copy(values, count, to);
            return;
        }
        ColumnFiller filler = converted.get();
        filler.clear();
        for (int row = 0; row < count; row++) {
            filler.add(reader.get(values, row));
        }
        copying.copy(filler.vector(), count, to);
    }

    /** Fills a vector of Hive with nulls: the file has no such column. */
    public static void fillNulls(org.apache.hadoop.hive.ql.exec.vector.ColumnVector to) {
        to.noNulls = false;
        to.isRepeating = true;
        Arrays.fill(to.isNull, 0, 1, true);
    }
}
