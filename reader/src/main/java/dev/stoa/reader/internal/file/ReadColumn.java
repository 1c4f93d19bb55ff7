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
package dev.stoa.reader.internal.file;

import dev.stoa.format.Field;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.ColumnPath;
import java.util.List;
import java.util.Optional;

/**
 * A node of a file that is read, with its index and those below it.
 *
 * @param node its ordinal
 * @param path its names from the table down
 * @param field its field
 * @param record its record
 * @param rowSet the record of the row set of its rows
 * @param index where its vectors are; absent if it has no bytes
 * @param mayBeNull whether it, or a struct above it in the same row set, is nullable
 * @param elementRows list, map: rows of the element row set; else 0
 * @param children the nodes below it, unless it is read alone
 */
public record ReadColumn(
        int node,
        ColumnPath path,
        Field field,
        NodeRecord record,
        RowSetRecord rowSet,
        Optional<ColumnIndex> index,
        boolean mayBeNull,
        long elementRows,
        List<ReadColumn> children) {

    public Type type() {
        return field.type();
    }

    public boolean isList() {
        return record.isList();
    }

    public boolean isStruct() {
        return type().kind() == TypeKind.STRUCT || type().kind() == TypeKind.VARIANT;
    }

    /** The shape of what is stored for the node itself. */
    public Physical shape() {
        return type().physical();
    }

    /** Returns the row of the element row set where the elements of a vector start; of the vector after the last: their number. */
    public long childStart(int vector) {
        ColumnIndex i = index.orElseThrow();
        return vector < i.vectorCount() ? i.childStart(vector) : elementRows;
    }
}
