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
package dev.stoa.interop.orc;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.apache.orc.TypeDescription;

/** The Stoa schema of an ORC type. */
final class TypeImport {
    /** The field of a union's struct that says which of the others holds the value. */
    static final String TAG = "tag";

    /** The column of a file whose rows are no structs. */
    static final String SINGLE_COLUMN = "value";

    /** Iceberg's attribute for field ids. */
    static final String FIELD_ID = "iceberg.id";

    /** ORC counts time in nanoseconds. */
    static final int NANO_DIGITS = 9;

    private final boolean textAsBinary;

    private TypeImport(boolean textAsBinary) {
        this.textAsBinary = textAsBinary;
    }

    /**
     * Maps the type of a file's rows.
     *
     * @throws UnsupportedFileException if Stoa can't express it; the message names the column, not the file
     */
    static Schema map(TypeDescription root, boolean textAsBinary) throws UnsupportedFileException {
        TypeImport types = new TypeImport(textAsBinary);
        try {
            return new Schema(
                    root.getCategory() == TypeDescription.Category.STRUCT
                            ? types.fields(root)
                            : List.of(types.field(SINGLE_COLUMN, root)));
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException(e.getMessage());
        }
    }

    private List<Field> fields(TypeDescription struct) throws UnsupportedFileException {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < struct.getChildren().size(); i++) {
            fields.add(field(struct.getFieldNames().get(i), struct.getChildren().get(i)));
        }
        return fields;
    }

    private Field field(String name, TypeDescription type) throws UnsupportedFileException {
        return new Field(name, type(type), true, id(type));
    }

    private static OptionalInt id(TypeDescription type) {
        String text = type.getAttributeValue(FIELD_ID);
        try {
            return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    private Type type(TypeDescription type) throws UnsupportedFileException {
        return switch (type.getCategory()) {
            case BOOLEAN -> Type.of(TypeKind.BOOLEAN);
            case BYTE -> Type.of(TypeKind.INT8);
            case SHORT -> Type.of(TypeKind.INT16);
            case INT -> Type.of(TypeKind.INT32);
            case LONG -> Type.of(TypeKind.INT64);
            case FLOAT -> Type.of(TypeKind.FLOAT32);
            case DOUBLE -> Type.of(TypeKind.FLOAT64);
            case STRING -> text(Type.of(TypeKind.STRING));
            case CHAR -> text(Type.sized(TypeKind.CHAR, type.getMaxLength()));
            case VARCHAR -> text(Type.sized(TypeKind.VARCHAR, type.getMaxLength()));
            case BINARY -> Type.of(TypeKind.BINARY);
            case DATE -> Type.of(TypeKind.DATE);
            case TIMESTAMP -> Type.timestamp(NANO_DIGITS, false);
            case TIMESTAMP_INSTANT -> Type.timestamp(NANO_DIGITS, true);
            case DECIMAL -> Type.decimal(type.getPrecision(), type.getScale());
            case Geometry -> Type.geo(TypeKind.GEOMETRY, type.getCrs());
            case Geography ->
                Type.geo(
                        TypeKind.GEOGRAPHY,
                        type.getCrs(),
                        type.getEdgeInterpolationAlgorithm().name().toLowerCase(Locale.ROOT));
            case LIST -> Type.list(field("element", type.getChildren().get(0)));
            case MAP ->
                Type.map(
                        field("key", type.getChildren().get(0)),
                        field("value", type.getChildren().get(1)));
            case STRUCT -> Type.struct(fields(type));
            case UNION -> union(type);
        };
    }

    private Type text(Type type) {
        return textAsBinary ? Type.of(TypeKind.BINARY) : type;
    }

    private Type union(TypeDescription union) throws UnsupportedFileException {
        List<TypeDescription> members = union.getChildren();
        if (members.size() > Byte.MAX_VALUE) {
            throw new UnsupportedFileException("column '" + union.getFullFieldName() + "' is a union of "
                    + members.size() + " types, at most " + Byte.MAX_VALUE + " can be read");
        }
        List<Field> fields = new ArrayList<>();
        fields.add(Field.required(TAG, Type.of(TypeKind.INT8)));
        for (int i = 0; i < members.size(); i++) {
            fields.add(field(member(i), members.get(i)));
        }
        return Type.struct(fields);
    }

    /** The name of the field that holds a union's values of its i-th type. */
    static String member(int i) {
        return "value" + i;
    }
}
