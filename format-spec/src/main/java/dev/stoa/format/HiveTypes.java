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
package dev.stoa.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The types that Hive's metastore has for columns of tables, as text in Hive's syntax. */
public final class HiveTypes {
    private static final int MOST_DIGITS = 38;
    private static final int UINT64_DIGITS = 20;
    private static final int LONGEST_VARCHAR = 65_535;
    private static final int LONGEST_CHAR = 255;

    private HiveTypes() {}

    /**
     * Returns the type that Hive has for a column.
     *
     * @return such as {@code array<decimal(12,2)>}; empty for a type that Hive lacks, or that contains such a type
     */
    public static Optional<String> of(Type type) {
        return switch (type.kind()) {
            case BOOLEAN -> Optional.of("boolean");
            case INT8 -> Optional.of("tinyint");
            case INT16, UINT8 -> Optional.of("smallint");
            case INT32, UINT16 -> Optional.of("int");
            case INT64, UINT32 -> Optional.of("bigint");
            case UINT64 -> Optional.of("decimal(" + UINT64_DIGITS + ",0)");
            case FLOAT32 -> Optional.of("float");
            case FLOAT64 -> Optional.of("double");
            case DECIMAL ->
                Optional.of("decimal(" + type.precision() + "," + type.scale() + ")")
                        .filter(text -> type.precision() <= MOST_DIGITS);
            case DATE -> Optional.of("date");
            case TIMESTAMP -> Optional.of(type.utc() ? "timestamp with local time zone" : "timestamp");
            case STRING, JSON, ENUM -> Optional.of("string");
            case VARCHAR ->
                Optional.of(type.precision() <= LONGEST_VARCHAR ? "varchar(" + type.precision() + ")" : "string");
            case CHAR -> Optional.of("char(" + type.precision() + ")").filter(text -> type.precision() <= LONGEST_CHAR);
            case BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY -> Optional.of("binary");
            case LIST -> parts(type).map(parts -> "array<" + parts.get(0) + ">");
            case MAP -> parts(type).map(parts -> "map<" + String.join(",", parts) + ">");
            case STRUCT -> parts(type).map(parts -> struct(type.fields(), parts));
            case NULL, FLOAT16, TIME, UUID, VARIANT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, INTERVAL_MONTH_DAY_NANO ->
                Optional.empty();
        };
    }

    /** Returns the name that Hive has for a column: in lower case. */
    public static String name(Field field) {
        return field.name().toLowerCase(Locale.ROOT);
    }

    /** The types of all fields, if Hive has all of them. */
    private static Optional<List<String>> parts(Type type) {
        List<String> parts = type.fields().stream()
                .flatMap(field -> of(field.type()).stream())
                .toList();
        return Optional.of(parts).filter(it -> it.size() == type.fields().size() && !it.isEmpty());
    }

    private static String struct(List<Field> fields, List<String> types) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            parts.add(name(fields.get(i)) + ":" + types.get(i));
        }
        return "struct<" + String.join(",", parts) + ">";
    }
}
