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
package dev.stoa.hive.internal.write;

import dev.stoa.format.Field;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.table.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Maps columns of Hive to columns of a table with a log, for writes. */
public final class WriteTarget {
    private WriteTarget() {}

    /**
     * For each column of the log, which of Hive's it is; or {@link RowBatches#NONE}.
     *
     * @throws IllegalArgumentException if the log lacks a column of Hive, or has it otherwise
     */
    public static int[] columns(Snapshot snapshot, TableColumns columns, Naming naming) {
        List<Field> fields = snapshot.schema().fields();
        int[] from = new int[fields.size()];
        Arrays.fill(from, RowBatches.NONE);
        for (int i = 0; i < columns.names().size(); i++) {
            OptionalInt at = naming.column(fields, i, columns.names().get(i));
            if (at.isEmpty()) {
                throw new IllegalArgumentException(
                        snapshot + ": no column '" + columns.names().get(i) + "'");
            }
            Field field = fields.get(at.getAsInt());
            Type stored = HiveTypes.stored(columns.types().get(i));
            if (!takes(field.type(), stored)) {
                throw new IllegalArgumentException(
                        snapshot + ": column '" + field.name() + "' is " + field.type() + ", Hive writes " + stored);
            }
            from[at.getAsInt()] = i;
        }
        return from;
    }

    /** The names of the columns of the log that are none of Hive's: they are null in the rows that it writes. */
    public static List<String> unknown(Snapshot snapshot, TableColumns columns, Naming naming) {
        int[] from = columns(snapshot, columns, naming);
        return IntStream.range(0, from.length)
                .filter(column -> from[column] == RowBatches.NONE)
                .mapToObj(column -> snapshot.schema().fields().get(column).name())
                .toList();
    }

    /**
     * Whether values of Hive are written as a type of the log. Types may differ in ids, cases of names, nullability, and the
     * number of digits of seconds.
     */
    public static boolean takes(Type log, Type ofHive) {
        if (ofHive.kind() == TypeKind.TIMESTAMP) {
            boolean isCoarser = log.kind() == TypeKind.TIMESTAMP && log.physical() == Physical.LONG;
            return log.equals(ofHive) || (isCoarser && log.utc() == ofHive.utc());
        }
        if (!log.kind().isNested()) {
            return log.equals(ofHive);
        }
        if (log.kind() != ofHive.kind()
                || log.fields().size() != ofHive.fields().size()) {
            return false;
        }
        for (int i = 0; i < log.fields().size(); i++) {
            Field left = log.fields().get(i);
            Field right = ofHive.fields().get(i);
            if (!left.name().equalsIgnoreCase(right.name()) || !takes(left.type(), right.type())) {
                return false;
            }
        }
        return true;
    }
}
