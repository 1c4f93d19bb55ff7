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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import java.util.ArrayList;
import java.util.List;

/** Which types of Trino columns have. */
public final class TrinoTypes {
    private static final int UINT64_DIGITS = 20;

    private final TypeOperators operators;

    public TrinoTypes(TypeOperators operators) {
        this.operators = operators;
    }

    /**
     * The type of a column.
     *
     * @param column its name
     * @throws io.trino.spi.TrinoException if Trino has none, by its name
     */
    public Type type(dev.stoa.format.Type stored, String column) {
        return switch (stored.kind()) {
            case BOOLEAN -> BooleanType.BOOLEAN;
            case INT8 -> TinyintType.TINYINT;
            case INT16, UINT8 -> SmallintType.SMALLINT;
            case INT32, UINT16 -> IntegerType.INTEGER;
            case INT64, UINT32 -> BigintType.BIGINT;
            case UINT64 -> DecimalType.createDecimalType(UINT64_DIGITS, 0);
            case FLOAT16, FLOAT32 -> RealType.REAL;
            case FLOAT64 -> DoubleType.DOUBLE;
            case DECIMAL -> {
                check(stored.precision() <= DecimalType.createDecimalType().getPrecision(), stored, column);
                yield DecimalType.createDecimalType(stored.precision(), stored.scale());
            }
            case DATE -> DateType.DATE;
            case TIME -> TimeType.createTimeType(stored.precision());
            case TIMESTAMP ->
                stored.utc()
                        ? TimestampWithTimeZoneType.createTimestampWithTimeZoneType(stored.precision())
                        : TimestampType.createTimestampType(stored.precision());
            case STRING, JSON, ENUM -> VarcharType.VARCHAR;
            case VARCHAR -> VarcharType.createVarcharType(stored.precision());
            case CHAR -> {
                check(stored.precision() <= CharType.MAX_LENGTH, stored, column);
                yield CharType.createCharType(stored.precision());
            }
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> VarbinaryType.VARBINARY;
            case UUID -> UuidType.UUID;
            case STRUCT -> row(stored, column);
            case LIST -> new ArrayType(type(stored.fields().get(0).type(), column + ".element"));
            case MAP ->
                new MapType(
                        type(stored.fields().get(0).type(), column + ".key"),
                        type(stored.fields().get(1).type(), column + ".value"),
                        operators);
            case NULL, VARIANT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, INTERVAL_MONTH_DAY_NANO ->
                throw unknown(stored, column);
        };
    }

    private Type row(dev.stoa.format.Type stored, String column) {
        check(!stored.fields().isEmpty(), stored, column);
        List<RowType.Field> fields = new ArrayList<>();
        for (Field field : stored.fields()) {
            fields.add(RowType.field(field.name(), type(field.type(), column + "." + field.name())));
        }
        return RowType.from(fields);
    }

    private static void check(boolean isKnown, dev.stoa.format.Type stored, String column) {
        if (!isKnown) {
            throw unknown(stored, column);
        }
    }

    private static RuntimeException unknown(dev.stoa.format.Type stored, String column) {
        return StoaErrors.unsupported("column '" + column + "' is " + stored
                + ", for which this connector has no type of Trino: read the table without it elsewhere, or drop the"
                + " column");
    }
}
