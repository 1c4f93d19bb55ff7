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
package dev.stoa.interop.parquet;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.Float16LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeographyLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.GeometryLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.LogicalTypeAnnotationVisitor;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/** Maps the primitive types of Parquet, with their annotations, to Stoa's. */
final class TypeImport implements LogicalTypeAnnotationVisitor<Type> {
    private final ParquetSourceOptions options;

    private TypeImport(ParquetSourceOptions options) {
        this.options = options;
    }

    /**
     * Maps a type.
     *
     * @throws IllegalArgumentException if Stoa has no such type; the message says why
     */
    static Type map(PrimitiveType type, ParquetSourceOptions options) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation != null) {
            return annotation.accept(new TypeImport(options)).orElseGet(() -> plain(type, options));
        }
        return plain(type, options);
    }

    private static Type plain(PrimitiveType type, ParquetSourceOptions options) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> Type.of(TypeKind.BOOLEAN);
            case INT32 -> Type.of(TypeKind.INT32);
            case INT64 -> Type.of(TypeKind.INT64);
            case INT96 -> Type.timestamp(9, options.int96Utc());
            case FLOAT -> Type.of(TypeKind.FLOAT32);
            case DOUBLE -> Type.of(TypeKind.FLOAT64);
            case BINARY -> Type.of(options.text() == TextMode.TEXT ? TypeKind.STRING : TypeKind.BINARY);
            case FIXED_LEN_BYTE_ARRAY -> Type.sized(TypeKind.FIXED, type.getTypeLength());
        };
    }

    private static int digits(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 3;
            case MICROS -> 6;
            case NANOS -> 9;
        };
    }

    @Override
    public Optional<Type> visit(StringLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(options.text() == TextMode.BINARY ? TypeKind.BINARY : TypeKind.STRING));
    }

    @Override
    public Optional<Type> visit(EnumLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.ENUM));
    }

    @Override
    public Optional<Type> visit(DecimalLogicalTypeAnnotation annotation) {
        return Optional.of(Type.decimal(annotation.getPrecision(), annotation.getScale()));
    }

    @Override
    public Optional<Type> visit(DateLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.DATE));
    }

    @Override
    public Optional<Type> visit(TimeLogicalTypeAnnotation annotation) {
        return Optional.of(Type.time(digits(annotation.getUnit()), annotation.isAdjustedToUTC()));
    }

    @Override
    public Optional<Type> visit(TimestampLogicalTypeAnnotation annotation) {
        return Optional.of(Type.timestamp(digits(annotation.getUnit()), annotation.isAdjustedToUTC()));
    }

    @Override
    public Optional<Type> visit(IntLogicalTypeAnnotation annotation) {
        boolean signed = annotation.isSigned();
        return Optional.of(Type.of(
                switch (annotation.getBitWidth()) {
                    case 8 -> signed ? TypeKind.INT8 : TypeKind.UINT8;
                    case 16 -> signed ? TypeKind.INT16 : TypeKind.UINT16;
                    case 32 -> signed ? TypeKind.INT32 : TypeKind.UINT32;
                    default -> signed ? TypeKind.INT64 : TypeKind.UINT64;
                }));
    }

    @Override
    public Optional<Type> visit(JsonLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.JSON));
    }

    @Override
    public Optional<Type> visit(BsonLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.BSON));
    }

    @Override
    public Optional<Type> visit(UUIDLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.UUID));
    }

    @Override
    public Optional<Type> visit(IntervalLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO));
    }

    @Override
    public Optional<Type> visit(Float16LogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.FLOAT16));
    }

    @Override
    public Optional<Type> visit(UnknownLogicalTypeAnnotation annotation) {
        return Optional.of(Type.of(TypeKind.NULL));
    }

    @Override
    public Optional<Type> visit(GeometryLogicalTypeAnnotation annotation) {
        return Optional.of(Type.geo(TypeKind.GEOMETRY, annotation.getCrs() == null ? "" : annotation.getCrs()));
    }

    @Override
    public Optional<Type> visit(GeographyLogicalTypeAnnotation annotation) {
        return Optional.of(Type.geo(
                TypeKind.GEOGRAPHY,
                annotation.getCrs() == null ? "" : annotation.getCrs(),
                annotation.getAlgorithm() == null
                        ? ""
                        : annotation.getAlgorithm().name()));
    }
}
