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
package dev.stoa.interop.csv;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads flat schemas such as {@code id bigint not null, name varchar(20), price decimal(15,2), at timestamp(6,utc)}: names
 * (in double quotes or backquotes where they hold other characters), types of the format or their SQL names.
 */
public final class SchemaText {
    private SchemaText() {}

    /**
     * The schema of a text.
     *
     * @throws IllegalArgumentException if it is not one; the message names the column
     */
    public static Schema parse(String text) {
        List<Field> fields = new ArrayList<>();
        for (String column : split(text)) {
            String rest = column.strip();
            if (rest.isEmpty()) {
                throw new IllegalArgumentException("a column is missing in the schema '" + text + "'");
            }
            char first = rest.charAt(0);
            int end;
            String name;
            if (first == '"' || first == '`') {
                end = rest.indexOf(first, 1);
                if (end < 0) {
                    throw new IllegalArgumentException("a quote is not closed in '" + rest + "'");
                }
                name = rest.substring(1, end++);
            } else {
                end = 0;
                while (end < rest.length() && !Character.isWhitespace(rest.charAt(end)) && rest.charAt(end) != ':') {
                    end++;
                }
                name = rest.substring(0, end);
            }
            String type = rest.substring(end).strip().toLowerCase(Locale.ROOT);
            type = type.startsWith(":") ? type.substring(1).strip() : type;
            boolean required = type.endsWith("not null");
            type = required ? type.substring(0, type.length() - 8).strip() : type;
            Type parsed = type(type, name);
            fields.add(required ? Field.required(name, parsed) : Field.nullable(name, parsed));
        }
        return new Schema(fields);
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '`') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if ((c == ',' || c == '\n') && depth == 0) {
                if (c == ',' || !text.substring(start, i).isBlank()) {
                    parts.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        if (!text.substring(start).isBlank()) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    private static Type type(String text, String column) {
        int open = text.indexOf('(');
        String name = (open < 0 ? text : text.substring(0, open)).strip();
        String[] arguments = {};
        if (open >= 0) {
            if (!text.endsWith(")")) {
                throw new IllegalArgumentException(
                        "column '" + column + "': ')' is missing in the type '" + text + "'");
            }
            arguments = text.substring(open + 1, text.length() - 1).split(",", -1);
        }
        try {
            check(name, arguments);
            return switch (name) {
                case "boolean", "bool" -> Type.of(TypeKind.BOOLEAN);
                case "int8", "tinyint" -> Type.of(TypeKind.INT8);
                case "int16", "smallint" -> Type.of(TypeKind.INT16);
                case "int32", "int", "integer" -> Type.of(TypeKind.INT32);
                case "int64", "bigint", "long" -> Type.of(TypeKind.INT64);
                case "float32", "float", "real" -> Type.of(TypeKind.FLOAT32);
                case "float64", "double", "double precision" -> Type.of(TypeKind.FLOAT64);
                case "decimal", "numeric" ->
                    Type.decimal(number(arguments, 0, 38), arguments.length < 2 ? 0 : number(arguments, 1, 0));
                case "time" -> Type.time(number(arguments, 0, 6), isUtc(arguments));
                case "timestamp", "datetime" -> Type.timestamp(number(arguments, 0, 6), isUtc(arguments));
                case "timestamptz", "timestamp with time zone" -> Type.timestamp(number(arguments, 0, 6), true);
                case "text", "string" -> Type.of(TypeKind.STRING);
                case "char", "character" -> Type.sized(TypeKind.CHAR, number(arguments, 0, 1));
                case "varchar", "character varying" ->
                    arguments.length == 0
                            ? Type.of(TypeKind.STRING)
                            : Type.sized(TypeKind.VARCHAR, number(arguments, 0, 1));
                case "fixed" -> Type.sized(TypeKind.FIXED, number(arguments, 0, 1));
                case "binary", "varbinary", "bytea", "blob" -> Type.of(TypeKind.BINARY);
                default -> Type.of(TypeKind.valueOf(name.toUpperCase(Locale.ROOT)));
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "column '" + column + "': '" + text + "' is not a type of delimited text", e);
        }
    }

    /** Refuses what a type would pass over. */
    private static void check(String name, String[] arguments) {
        int most = switch (name) {
            case "decimal", "numeric", "time", "timestamp", "datetime" -> 2;
            case "timestamptz", "timestamp with time zone" -> 1;
            case "char", "character", "varchar", "character varying", "fixed" -> 1;
            default -> 0;
        };
        boolean isTime = name.equals("time") || name.equals("timestamp") || name.equals("datetime");
        if (arguments.length > most || isTime && arguments.length == 2 && !isUtc(arguments)) {
            throw new IllegalArgumentException("the type has other arguments");
        }
    }

    private static boolean isUtc(String[] arguments) {
        return arguments.length == 2 && arguments[1].strip().equals("utc");
    }

    private static int number(String[] arguments, int at, int otherwise) {
        return at < arguments.length ? Integer.parseInt(arguments[at].strip()) : otherwise;
    }
}
