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
package dev.stoa.spark.internal.write;

import dev.stoa.format.Schema;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Columns of a row in addition to the table's. */
public record RowColumn(String name, DataType dataType, String comment) implements MetadataColumn {
    public static final String FILE_PATH = "file_path";
    public static final String FILE_NAME = "file_name";
    public static final String FILE_SIZE = "file_size";

    /** Its file. */
    public static RowColumn file(Schema table) {
        return new RowColumn(free("_file", table), DataTypes.StringType, "the file in which the row lies");
    }

    /** Its number in the file. */
    public static RowColumn position(Schema table) {
        return new RowColumn(free("_pos", table), DataTypes.LongType, "the row's number in its file, from 0");
    }

    /** The file with the row, as the sources of Spark name it. */
    public static RowColumn metadata(Schema table) {
        StructType file = new StructType()
                .add(FILE_PATH, DataTypes.StringType, false)
                .add(FILE_NAME, DataTypes.StringType, false)
                .add(FILE_SIZE, DataTypes.LongType, false);
        return new RowColumn(
                free("_metadata", table), file, "the file in which the row lies: its path, name and bytes");
    }

    /** A name that Spark takes for no column of the table: it would have these changed instead. */
    private static String free(String name, Schema table) {
        boolean isTaken = table.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
        return isTaken ? free("_" + name, table) : name;
    }

    @Override
    public boolean isNullable() {
        return false;
    }
}
