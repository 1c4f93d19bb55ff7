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
package dev.stoa.trino.internal.write;

import dev.stoa.format.Float16;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.build.BooleanBuilder;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.format.build.DoubleBuilder;
import dev.stoa.format.build.FloatBuilder;
import dev.stoa.format.build.Int128Builder;
import dev.stoa.format.build.IntBuilder;
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.LongBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.format.build.VectorBuilder;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.block.SqlMap;
import io.trino.spi.block.SqlRow;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import java.math.BigInteger;

/** Appends a value of Trino to a vector that is being built. */
interface Gatherer {
    /** Appends the value at a position, which is not null. */
    void put(VectorBuilder to, Block from, int position);

    /** Appends the value at a position. */
    default void add(VectorBuilder to, Block from, int position) {
        if (from.isNull(position)) {
            to.addNull();
        } else {
            put(to, from, position);
        }
    }

    /**
     * The one for a column.
     *
     * @param stored the type of the column
     * @param shown its type in Trino
     */
    static Gatherer of(Type stored, io.trino.spi.type.Type shown) {
        return switch (stored.kind()) {
            case BOOLEAN -> (to, from, at) -> ((BooleanBuilder) to).add(shown.getBoolean(from, at));
            case INT8, INT16, INT32, DATE -> (to, from, at) -> ((IntBuilder) to).add((int) shown.getLong(from, at));
            case UINT8, UINT16 -> {
                long most = stored.kind() == TypeKind.UINT8 ? 0xff : 0xffff;
                yield (to, from, at) -> ((IntBuilder) to).add((int) bounded(shown.getLong(from, at), most, stored));
            }
            case INT64 -> (to, from, at) -> ((LongBuilder) to).add(shown.getLong(from, at));
            case UINT32 ->
                (to, from, at) -> ((LongBuilder) to).add(bounded(shown.getLong(from, at), 0xffff_ffffL, stored));
            case UINT64 ->
                (to, from, at) -> {
                    Int128 value = (Int128) shown.getObject(from, at);
                    bounded(value.getHigh(), 0, stored);
                    ((LongBuilder) to).add(value.getLow());
                };
            case FLOAT16 ->
                (to, from, at) -> ((IntBuilder) to).add(half(Float.intBitsToFloat((int) shown.getLong(from, at))));
            case FLOAT32 ->
                (to, from, at) -> ((FloatBuilder) to).add(Float.intBitsToFloat((int) shown.getLong(from, at)));
            case FLOAT64 -> (to, from, at) -> ((DoubleBuilder) to).add(shown.getDouble(from, at));
            case DECIMAL -> decimals(shown);
            case TIME, TIMESTAMP -> TimeGatherers.of(stored, shown);
            case STRING, JSON, ENUM, VARCHAR, CHAR, BINARY, FIXED, BSON, GEOMETRY, GEOGRAPHY, UUID ->
                (to, from, at) -> {
                    Slice bytes = shown.getSlice(from, at);
                    ((BytesBuilder) to).add(bytes.byteArray(), bytes.byteArrayOffset(), bytes.length());
                };
            case STRUCT -> structs(stored, (RowType) shown);
            case LIST -> lists(stored, (ArrayType) shown);
            case MAP -> maps(stored, (MapType) shown);
            case NULL, VARIANT, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME, INTERVAL_MONTH_DAY_NANO ->
                throw new IllegalArgumentException(stored + " has no type in Trino");
        };
    }

    private static long bounded(long value, long most, Type stored) {
        if (value < 0 || value > most) {
            throw new TrinoException(
                    StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE,
                    "a value is out of the range of " + stored + ": correct the row, or leave it out");
        }
        return value;
    }

    private static int half(float value) {
        try {
            return Float16.ofFloat(value);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(
                    StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE,
                    e.getMessage() + ": round the value, or leave the row out",
                    e);
        }
    }

    private static Gatherer decimals(io.trino.spi.type.Type shown) {
        return (to, from, at) -> {
            if (to instanceof LongBuilder longs) {
                longs.add(shown.getLong(from, at));
            } else {
                Int128 value = (Int128) shown.getObject(from, at);
                ((Int128Builder) to).add(new BigInteger(value.toBigEndianBytes()));
            }
        };
    }

    private static Gatherer structs(Type stored, RowType shown) {
        Gatherer[] fields = new Gatherer[stored.fields().size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] =
                    of(stored.fields().get(i).type(), shown.getFields().get(i).getType());
        }
        return (to, from, at) -> {
            StructBuilder struct = (StructBuilder) to;
            SqlRow row = shown.getObject(from, at);
            for (int i = 0; i < fields.length; i++) {
                fields[i].add(struct.fields().get(i), row.getRawFieldBlock(i), row.getRawIndex());
            }
            struct.endRow();
        };
    }

    private static Gatherer lists(Type stored, ArrayType shown) {
        Gatherer elements = of(stored.fields().get(0).type(), shown.getElementType());
        return (to, from, at) -> {
            ListBuilder list = (ListBuilder) to;
            Block values = shown.getObject(from, at);
            for (int i = 0; i < values.getPositionCount(); i++) {
                elements.add(list.elements(), values, i);
            }
            list.endRow();
        };
    }

    private static Gatherer maps(Type stored, MapType shown) {
        Gatherer keys = of(stored.fields().get(0).type(), shown.getKeyType());
        Gatherer values = of(stored.fields().get(1).type(), shown.getValueType());
        return (to, from, at) -> {
            ListBuilder list = (ListBuilder) to;
            StructBuilder entries = (StructBuilder) list.elements();
            SqlMap map = shown.getObject(from, at);
            for (int i = 0; i < map.getSize(); i++) {
                int raw = map.getRawOffset() + i;
                keys.add(entries.fields().get(0), map.getRawKeyBlock(), raw);
                values.add(entries.fields().get(1), map.getRawValueBlock(), raw);
                entries.endRow();
            }
            list.endRow();
        };
    }
}
