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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import org.apache.spark.sql.execution.datasources.parquet.SparkShreddingUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * A column of variants that keeps some values in columns of their own; Parquet's specification of variants calls this shredding.
 * The column assembles a variant when a caller asks for it.
 */
final class ShreddedVariants extends StoaColumn {
    private final NestedColumns.Structs fields;
    private final VariantSchema schema;
    private final StoaColumn[] parts = {new Part(true), new Part(false)};
    private VariantVal variant;
    private int variantRow = -1;

    ShreddedVariants(Type type, DataType as) {
        super(as);
        StructType struct = SparkTypes.fields(type);
        fields = new NestedColumns.Structs(type, struct);
        schema = SparkShreddingUtils.buildVariantSchema(struct);
    }

    /** Whether Spark can put variants of a type together, as they were. */
    static boolean isOne(Type variant) {
        if (!variant.fields().stream().map(Field::type).allMatch(ShreddedVariants::isKnown)) {
            return false;
        }
        try {
            SparkShreddingUtils.buildVariantSchema(SparkTypes.fields(variant));
            return true;
        } catch (Exception e) {
            return false; // also exceptions of Scala's that Java would have to declare
        }
    }

    /** Whether a variant has values of a type, and Spark all of them. */
    private static boolean isKnown(Type type) {
        return switch (type.kind()) {
            case BOOLEAN, INT8, INT16, INT32, INT64, FLOAT32, FLOAT64, DATE, STRING, BINARY -> true;
            case DECIMAL -> type.precision() <= DecimalType.MAX_PRECISION();
            case TIMESTAMP -> type.precision() == SparkTypes.MICRO_DIGITS;
            case STRUCT, LIST -> type.fields().stream().map(Field::type).allMatch(ShreddedVariants::isKnown);
            default -> false;
        };
    }

    @Override
    void take(ColumnVector vector) {
        fields.show(vector, selection(), rows());
        variantRow = -1;
    }

    private VariantVal variant(int row) {
        if (row != variantRow) {
            variant = SparkShreddingUtils.assembleVariant(fields.getStruct(row), schema);
            variantRow = row;
        }
        return variant;
    }

    /** The value and the metadata, in this order, as Spark asks for them. */
    @Override
    public StoaColumn getChild(int ordinal) {
        return parts[ordinal];
    }

    /** One of both. */
    private final class Part extends StoaColumn {
        private final boolean isValue;

        Part(boolean isValue) {
            super(DataTypes.BinaryType);
            this.isValue = isValue;
        }

        @Override
        void take(ColumnVector vector) {
            throw new UnsupportedOperationException("it is made of others");
        }

        @Override
        public byte[] getBinary(int row) {
            return isValue ? variant(row).getValue() : variant(row).getMetadata();
        }
    }
}
