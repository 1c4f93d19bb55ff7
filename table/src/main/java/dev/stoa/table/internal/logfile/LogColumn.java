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
package dev.stoa.table.internal.logfile;

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The columns of entries and checkpoints, in this order (format-spec, section 14). A file goes without those that are null in
 * all of its rows.
 */
public enum LogColumn {
    ACTION(TypeKind.ENUM),
    VERSION(TypeKind.INT64),
    TIME(Type.timestamp(6, true)),
    TRANSACTION(TypeKind.UUID),
    OPERATION(TypeKind.STRING),
    BASE(TypeKind.INT64),
    OVERWRITE(TypeKind.BOOLEAN),
    PREVIOUS(Type.sized(TypeKind.FIXED, ContentHash.BYTES)),
    MARKER(TypeKind.INT64),
    FLOOR(TypeKind.INT64),
    FRAGMENT(TypeKind.UUID),
    ROWS(TypeKind.INT64),
    PARTITION(TypeKind.STRING),
    PATH(TypeKind.STRING),
    FILE(TypeKind.UUID),
    LENGTH(TypeKind.INT64),
    DIGEST(Type.sized(TypeKind.FIXED, ContentHash.BYTES)),
    FIELDS(list(TypeKind.INT32)),
    FOLDED(TypeKind.INT64),
    BOUNDS(TypeKind.BINARY),
    CONTENTS(TypeKind.BINARY),
    OTHER(TypeKind.UUID),
    NAME(TypeKind.STRING),
    VALUE(TypeKind.STRING),
    HASH(TypeKind.INT64),
    FIELD(TypeKind.INT32),
    PARENT(TypeKind.INT32),
    TYPE(TypeKind.ENUM),
    NULLABLE(TypeKind.BOOLEAN),
    PRECISION(TypeKind.INT32),
    SCALE(TypeKind.INT32),
    UTC(TypeKind.BOOLEAN),
    PARAMETERS(list(TypeKind.STRING));

    /** Those of every file: what it is about, and the commit. */
    public static final Set<LogColumn> OF_COMMIT =
            Set.of(ACTION, VERSION, TIME, TRANSACTION, OPERATION, BASE, OVERWRITE, ROWS);

    /** Those of schemas and properties. */
    public static final Set<LogColumn> OF_SCHEMA =
            Set.of(NAME, VALUE, FIELD, PARENT, TYPE, NULLABLE, PRECISION, SCALE, UTC, PARAMETERS);

    /** Those of files. */
    public static final Set<LogColumn> OF_FILE = Set.of(FRAGMENT, PATH, FILE, LENGTH, DIGEST, FIELDS, FOLDED);

    /** Begins the names of columns and actions that a reader may pass over. */
    public static final String OPTIONAL = "_";

    private static final Set<String> NAMES =
            Arrays.stream(values()).map(LogColumn::columnName).collect(Collectors.toUnmodifiableSet());

    @SuppressWarnings("ImmutableEnumChecker") // a type is immutable
    private final Type type;

    LogColumn(TypeKind kind) {
        this(Type.of(kind));
    }

    LogColumn(Type type) {
        this.type = type;
    }

    private static Type list(TypeKind element) {
        return Type.list(Field.required("element", Type.of(element)));
    }

    public String columnName() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether a reader may pass over a column, or knows it: one of these, bounds of a field, or one that is optional by its name. */
    public static boolean isKnown(String name) {
        return NAMES.contains(name) || name.startsWith(OPTIONAL) || LogBounds.isColumnName(name);
    }

    public Type type() {
        return type;
    }

    /** Returns the fields of some columns; only the action and the version have a value in every row. */
    public static List<Field> fields(Set<LogColumn> columns) {
        List<Field> fields = new ArrayList<>();
        for (LogColumn column : columns) {
            fields.add(new Field(
                    column.columnName(),
                    column.type,
                    column != ACTION && column != VERSION,
                    java.util.OptionalInt.empty()));
        }
        return fields;
    }
}
