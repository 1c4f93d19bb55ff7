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
package dev.stoa.trino.internal.metastore;

import dev.stoa.format.Field;
import dev.stoa.format.HiveTypes;
import dev.stoa.format.Schema;
import io.trino.hive.thrift.metastore.FieldSchema;
import java.util.ArrayList;
import java.util.List;

/** The columns that Hive has for the columns of a table. It lacks those of types that it does not know. */
final class HiveColumns {
    private HiveColumns() {}

    static List<FieldSchema> of(Schema schema) {
        List<FieldSchema> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            HiveTypes.of(field.type()).ifPresent(type -> columns.add(new FieldSchema(HiveTypes.name(field), type, "")));
        }
        return columns;
    }
}
