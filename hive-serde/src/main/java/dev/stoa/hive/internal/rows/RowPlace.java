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
package dev.stoa.hive.internal.rows;

import java.util.List;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.metadata.VirtualColumn;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory;

/** The identity of a row of a table with a log: the first file of its fragment, and its number there. */
public final class RowPlace {
    public static final List<VirtualColumn> COLUMNS = List.of(VirtualColumn.FILE_PATH, VirtualColumn.ROW_POSITION);

    public static final List<FieldSchema> FIELDS =
            COLUMNS.stream().map(RowPlace::field).toList();

    /** The row that brings it to the deleting operator. */
    public static final TypeInfo TYPE = TypeInfoFactory.getStructTypeInfo(
            COLUMNS.stream().map(VirtualColumn::getName).toList(),
            COLUMNS.stream().<TypeInfo>map(VirtualColumn::getTypeInfo).toList());

    private RowPlace() {}

    private static FieldSchema field(VirtualColumn column) {
        return new FieldSchema(column.getName(), column.getTypeInfo().getTypeName(), "");
    }
}
