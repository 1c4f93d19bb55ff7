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
package dev.stoa.spark.internal.metastore;

import dev.stoa.format.Field;
import dev.stoa.format.HiveTypes;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * A column as the metastore has it.
 *
 * @param name in lower case
 * @param type in Hive's words
 */
record MetastoreColumn(String name, String type) {

    /** Returns the columns that Hive has for those of a table. It lacks those of types that it does not know. */
    static List<MetastoreColumn> of(Schema schema) {
        List<MetastoreColumn> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            HiveTypes.of(field.type()).ifPresent(type -> columns.add(new MetastoreColumn(HiveTypes.name(field), type)));
        }
        return columns;
    }

    @Override
    public String toString() {
        return name + " " + type;
    }
}
