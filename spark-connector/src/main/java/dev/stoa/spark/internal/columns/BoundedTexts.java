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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import java.util.List;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Texts of limited length. To Spark they are plain texts, whose columns say by a note which length they have. A column with a type of
 * limited length can't be in a stream. Spark then compares char with its blanks, and checks lengths before it writes. Scans give the
 * texts of char with their blanks.
 */
public final class BoundedTexts {
    private BoundedTexts() {}

    /** Whether a session takes them for plain texts, without blanks and limits. */
    static boolean arePlain() {
        return SQLConf.get().charVarcharAsString();
    }

    /** Columns with notes of the types that a table declares. */
    public static StructType noted(StructType shown, Schema stored) {
        return CharVarcharUtils.replaceCharVarcharWithStringInSchema(declared(shown, stored.fields()));
    }

    /** Returns a note as Spark keeps it; null without one. */
    public static String note(StructField column) {
        return CharVarcharUtils.getRawTypeString(column.metadata())
                .map(type -> new MetadataBuilder()
                        .putString(CharVarcharUtils$.MODULE$.CHAR_VARCHAR_TYPE_STRING_METADATA_KEY(), type)
                        .build()
                        .json())
                .getOrElse(() -> null);
    }

    /** Columns with the types that their notes name. */
    public static StructType declared(StructType noted) {
        return CharVarcharUtils.getRawSchema(noted);
    }

    private static StructType declared(StructType shown, List<Field> stored) {
        StructField[] fields = shown.fields().clone();
        for (int i = 0; i < fields.length; i++) {
            StructField field = fields[i];
            fields[i] = new StructField(
                    field.name(), declared(field.dataType(), stored.get(i).type()), field.nullable(), field.metadata());
        }
        return new StructType(fields);
    }

    private static DataType declared(DataType shown, Type stored) {
        if (shown instanceof StructType struct) {
            return declared(struct, stored.fields());
        } else if (shown instanceof ArrayType list) {
            return new ArrayType(
                    declared(list.elementType(), stored.fields().get(0).type()), list.containsNull());
        } else if (shown instanceof MapType map) {
            return new MapType(
                    declared(map.keyType(), stored.fields().get(0).type()),
                    declared(map.valueType(), stored.fields().get(1).type()),
                    map.valueContainsNull());
        } else if (shown instanceof StringType) {
            return switch (stored.kind()) {
                case CHAR -> DataTypes.createCharType(stored.precision());
                case VARCHAR -> DataTypes.createVarcharType(stored.precision());
                default -> shown;
            };
        }
        return shown;
    }
}
