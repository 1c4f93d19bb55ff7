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
package dev.stoa.arrow;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The Stoa type of each Arrow type. */
final class TypeImport {
    private final DictionaryProvider dictionaries;

    TypeImport(DictionaryProvider dictionaries) {
        this.dictionaries = dictionaries;
    }

    Field field(org.apache.arrow.vector.types.pojo.Field arrow, String path) throws UnsupportedFileException {
        return field(arrow, path, 1);
    }

    private Field field(org.apache.arrow.vector.types.pojo.Field arrow, String path, int depth)
            throws UnsupportedFileException {
        if (depth > Schema.MAX_DEPTH) {
            throw new UnsupportedFileException(
                    "column '" + path + "' nests deeper than " + Schema.MAX_DEPTH + " levels");
        }
        org.apache.arrow.vector.types.pojo.Field values = values(arrow, path);
        ArrowType type = storage(values.getType());
        List<Field> fields = new ArrayList<>();
        for (org.apache.arrow.vector.types.pojo.Field child : children(type, values, path)) {
            fields.add(field(child, path + "." + child.getName(), depth + 1));
        }
        Type plain = plain(type, fields, path);
        Map<String, String> metadata = arrow.getMetadata();
        Type refined = FieldMetadata.refine(plain, type, metadata);
        if (values.getType() instanceof ArrowType.ExtensionType extension) {
            refined = FieldMetadata.refine(plain, type, FieldMetadata.ofExtension(extension.extensionName()));
        }
        boolean nullable = arrow.isNullable() || plain.kind() == TypeKind.NULL;
        try {
            return new Field(arrow.getName(), refined, nullable, FieldMetadata.fieldId(metadata));
        } catch (IllegalArgumentException | NullPointerException e) {
            throw refuse(path, type, e.getMessage());
        }
    }

    /** The field whose type the values have: of the dictionary, for a column with one. */
    private org.apache.arrow.vector.types.pojo.Field values(org.apache.arrow.vector.types.pojo.Field arrow, String path)
            throws UnsupportedFileException {
        if (arrow.getDictionary() == null) {
            return arrow;
        }
        Dictionary dictionary = dictionaries.lookup(arrow.getDictionary().getId());
        if (dictionary == null) {
            throw new UnsupportedFileException("column '" + path + "' has the dictionary "
                    + arrow.getDictionary().getId() + ", which is not given");
        }
        org.apache.arrow.vector.types.pojo.Field values = dictionary.getVector().getField();
        if (hasDictionary(values)) {
            throw new UnsupportedFileException(
                    "column '" + path + "' has a dictionary with a dictionary in it, which can't be read: decode it");
        }
        return values;
    }

    private static boolean hasDictionary(org.apache.arrow.vector.types.pojo.Field values) {
        return values.getDictionary() != null || values.getChildren().stream().anyMatch(TypeImport::hasDictionary);
    }

    private static List<org.apache.arrow.vector.types.pojo.Field> children(
            ArrowType type, org.apache.arrow.vector.types.pojo.Field values, String path)
            throws UnsupportedFileException {
        List<org.apache.arrow.vector.types.pojo.Field> children = values.getChildren();
        int wanted = switch (type.getTypeID()) {
            case List, LargeList, FixedSizeList, Map -> 1;
            default -> children.size();
        };
        boolean isMap = type.getTypeID() == ArrowType.ArrowTypeID.Map;
        if (children.size() != wanted || (isMap && children.get(0).getChildren().size() != 2)) {
            throw refuse(path, type, "it has " + children.size() + " children");
        }
        return isMap ? children.get(0).getChildren() : children;
    }

    /** The stored type: that of an extension is its storage. */
    static ArrowType storage(ArrowType type) {
        return type instanceof ArrowType.ExtensionType extension ? storage(extension.storageType()) : type;
    }

    /** The type of the same texts or bytes with offsets of 32 bits, which {@link TypeExport} gives; else the type itself. */
    static ArrowType shorter(ArrowType type) {
        return switch (type.getTypeID()) {
            case LargeUtf8, Utf8View -> ArrowType.Utf8.INSTANCE;
            case LargeBinary, BinaryView -> ArrowType.Binary.INSTANCE;
            default -> type;
        };
    }

    /** The Stoa type that an Arrow type leads to without metadata. */
    static Type plain(ArrowType type, List<Field> fields, String path) throws UnsupportedFileException {
        return switch (type.getTypeID()) {
            case Null -> Type.of(TypeKind.NULL);
            case Bool -> Type.of(TypeKind.BOOLEAN);
            case Int -> integer((ArrowType.Int) type, path);
            case FloatingPoint ->
                Type.of(
                        switch (((ArrowType.FloatingPoint) type).getPrecision()) {
                            case HALF -> TypeKind.FLOAT16;
                            case SINGLE -> TypeKind.FLOAT32;
                            case DOUBLE -> TypeKind.FLOAT64;
                        });
            case Decimal -> decimal((ArrowType.Decimal) type, path);
            case Date -> Type.of(TypeKind.DATE);
            case Time -> Type.time(TypeExport.digits(((ArrowType.Time) type).getUnit()), false);
            case Timestamp -> {
                ArrowType.Timestamp timestamp = (ArrowType.Timestamp) type;
                String zone = timestamp.getTimezone();
                yield Type.timestamp(TypeExport.digits(timestamp.getUnit()), zone != null && !zone.isEmpty());
            }
            case Interval ->
                Type.of(
                        ((ArrowType.Interval) type).getUnit() == IntervalUnit.YEAR_MONTH
                                ? TypeKind.INTERVAL_YEAR_MONTH
                                : TypeKind.INTERVAL_MONTH_DAY_NANO);
            case Duration ->
                Type.sized(TypeKind.INTERVAL_DAY_TIME, TypeExport.digits(((ArrowType.Duration) type).getUnit()));
            case Utf8, LargeUtf8, Utf8View -> Type.of(TypeKind.STRING);
            case Binary, LargeBinary, BinaryView -> Type.of(TypeKind.BINARY);
            case FixedSizeBinary -> {
                int width = ((ArrowType.FixedSizeBinary) type).getByteWidth();
                if (width < 1) {
                    throw refuse(path, type, "its values have no bytes");
                }
                yield Type.sized(TypeKind.FIXED, width);
            }
            case Struct -> Type.struct(fields);
            case List, LargeList, FixedSizeList -> Type.list(fields.get(0));
            case Map -> Type.map(fields.get(0), fields.get(1));
            case Union -> throw refuse(path, type, "Stoa has no unions: make it a struct with one field for each type");
            case RunEndEncoded -> throw refuse(path, type, "decode the runs");
            default -> throw refuse(path, type, "cast it to a list");
        };
    }

    private static Type integer(ArrowType.Int type, String path) throws UnsupportedFileException {
        boolean signed = type.getIsSigned();
        return Type.of(
                switch (type.getBitWidth()) {
                    case 8 -> signed ? TypeKind.INT8 : TypeKind.UINT8;
                    case 16 -> signed ? TypeKind.INT16 : TypeKind.UINT16;
                    case 32 -> signed ? TypeKind.INT32 : TypeKind.UINT32;
                    case 64 -> signed ? TypeKind.INT64 : TypeKind.UINT64;
                    default -> throw refuse(path, type, "its width is unknown");
                });
    }

    private static Type decimal(ArrowType.Decimal type, String path) throws UnsupportedFileException {
        boolean fits = type.getPrecision() >= 1
                && type.getPrecision() <= TypeExport.MAX_DIGITS
                && type.getScale() >= 0
                && type.getScale() <= type.getPrecision();
        if (!fits || (type.getBitWidth() != 128 && type.getBitWidth() != 256)) {
            throw refuse(path, type, "cast it to a decimal of 128 or 256 bits whose scale is from 0 to its precision");
        }
        return Type.decimal(type.getPrecision(), type.getScale());
    }

    private static UnsupportedFileException refuse(String path, ArrowType type, String why) {
        return new UnsupportedFileException(
                "column '" + path + "' is " + type + " in Arrow, which Stoa can't take: " + why);
    }
}
