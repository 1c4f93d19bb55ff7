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

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StructVector;
import io.trino.spi.block.ArrayBlock;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.MapBlock;
import io.trino.spi.block.RowBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Vectors of a scan as blocks of their own: a batch's arrays are filled again, and blocks outlive it. */
public final class Blocks {
    private final ByteBlocks bytes = new ByteBlocks();

    /**
     * Some rows of a vector.
     *
     * @param type what Trino's values are
     */
    public Block of(ColumnVector vector, Type type, Rows rows) {
        if (rows.count() > 1 && vector.isConstant()) {
            return RunLengthEncodedBlock.create(block(vector, type, Rows.FIRST), rows.count());
        }
        return block(vector, type, rows);
    }

    private Block block(ColumnVector vector, Type type, Rows rows) {
        return switch (vector) {
            case BooleanVector booleans -> booleans(booleans, rows);
            case IntVector ints -> NumberBlocks.ints(ints, type, rows);
            case LongVector longs -> NumberBlocks.longs(longs, type, rows);
            case Int128Vector wide -> NumberBlocks.wide(wide, type, rows);
            case FloatVector floats -> floats(floats, rows);
            case DoubleVector doubles -> doubles(doubles, rows);
            case BytesVector texts -> bytes.of(texts, type, rows);
            case StructVector struct -> struct(struct, (RowType) type, rows);
            case ListVector list when type instanceof MapType map -> map(list, map, rows);
            case ListVector list -> list(list, (ArrayType) type, rows);
            case NullVector _ -> throw new IllegalStateException("a column without values has no type in Trino");
        };
    }

    private static Block booleans(BooleanVector vector, Rows rows) {
        return new ByteArrayBlock(rows.count(), valid(vector, rows), rows.of(vector.values()));
    }

    private static Block floats(FloatVector vector, Rows rows) {
        float[] from = vector.values();
        int[] values = new int[rows.count()];
        if (rows.areAdjacent()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Float.floatToRawIntBits(from[rows.first() + i]);
            }
        } else {
            for (int i = 0; i < values.length; i++) {
                values[i] = Float.floatToRawIntBits(from[rows.at()[i]]);
            }
        }
        return new IntArrayBlock(values.length, valid(vector, rows), values);
    }

    private static Block doubles(DoubleVector vector, Rows rows) {
        double[] from = vector.values();
        long[] values = new long[rows.count()];
        if (rows.areAdjacent()) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Double.doubleToRawLongBits(from[rows.first() + i]);
            }
        } else {
            for (int i = 0; i < values.length; i++) {
                values[i] = Double.doubleToRawLongBits(from[rows.at()[i]]);
            }
        }
        return new LongArrayBlock(values.length, valid(vector, rows), values);
    }

    private Block struct(StructVector vector, RowType type, Rows rows) {
        boolean[] nulls = rows.nullsOf(vector);
        Rows inside = rows.within(nulls);
        List<Block> fields = new ArrayList<>();
        for (int i = 0; i < vector.fields().size(); i++) {
            fields.add(block(vector.field(i), type.getFields().get(i).getType(), inside));
        }
        return RowBlock.fromNotNullSuppressedFieldBlocks(
                rows.count(), Rows.valid(nulls, rows.count()), fields.toArray(Block[]::new));
    }

    private Block list(ListVector vector, ArrayType type, Rows rows) {
        boolean[] nulls = rows.nullsOf(vector);
        int[] offsets = offsets(vector, rows, nulls);
        Block elements = block(vector.elements(), type.getElementType(), elements(vector, rows, offsets));
        return ArrayBlock.fromElementBlock(rows.count(), Rows.valid(nulls, rows.count()), offsets, elements);
    }

    private Block map(ListVector vector, MapType type, Rows rows) {
        boolean[] nulls = rows.nullsOf(vector);
        int[] offsets = offsets(vector, rows, nulls);
        Rows inside = elements(vector, rows, offsets);
        StructVector entries = (StructVector) vector.elements();
        return MapBlock.fromKeyValueBlock(
                Rows.valid(nulls, rows.count()),
                offsets,
                block(entries.field(0), type.getKeyType(), inside),
                block(entries.field(1), type.getValueType(), inside),
                type);
    }

    private static int[] offsets(ListVector vector, Rows rows, boolean[] nulls) {
        int[] offsets = new int[rows.count() + 1];
        for (int i = 0; i < rows.count(); i++) {
            int row = rows.row(i);
            boolean isNull = nulls.length != 0 && nulls[i];
            offsets[i + 1] = offsets[i] + (isNull ? 0 : vector.offsets()[row + 1] - vector.offsets()[row]);
        }
        return offsets;
    }

    private static Rows elements(ListVector vector, Rows rows, int[] offsets) {
        if (rows.areAdjacent()) {
            int start = vector.offsets()[rows.first()];
            int end = vector.offsets()[rows.first() + rows.count()];
            if (end - start == offsets[rows.count()]) { // no null row holds elements
                return Rows.between(start, end);
            }
        }
        int[] at = new int[offsets[rows.count()]];
        for (int i = 0; i < rows.count(); i++) {
            int first = vector.offsets()[rows.row(i)];
            for (int to = offsets[i]; to < offsets[i + 1]; to++) {
                at[to] = first + to - offsets[i];
            }
        }
        return Rows.some(at);
    }

    private static Optional<long[]> valid(ColumnVector vector, Rows rows) {
        return Rows.valid(rows.nullsOf(vector), rows.count());
    }
}
