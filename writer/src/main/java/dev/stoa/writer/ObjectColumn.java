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
package dev.stoa.writer;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
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
import java.math.BigInteger;

/**
 * Converts plain Java objects to the values of a column, as {@link RowAppender} describes them. A value of the wrong
 * class or range is rejected with the column's path and the row.
 */
final class ObjectColumn {
    private final String path;
    private final VectorBuilder builder;
    private final Conversion conversion;

    private ObjectColumn(String path, VectorBuilder builder, Conversion conversion) {
        this.path = path;
        this.builder = builder;
        this.conversion = conversion;
    }

    /** Appends an object that is not null to the column's builder. */
    interface Conversion {
        /**
         * Appends the object.
         *
         * @return about the number of bytes that it takes
         * @throws IllegalArgumentException if it does not fit
         */
        long add(Object value, long row) throws RejectedDataException;
    }

    /**
     * The column of a field.
     *
     * @param parentPath the path of the field's parent; empty at the top
     * @param to the builder of the field's type
     */
    static ObjectColumn of(String parentPath, Field field, VectorBuilder to) {
        String path = parentPath.isEmpty() ? field.name() : parentPath + "." + field.name();
        return new ObjectColumn(path, to, conversion(path, to));
    }

    private static Conversion conversion(String path, VectorBuilder to) {
        Type type = to.type();
        if (to instanceof BooleanBuilder booleans) {
            return (value, row) -> {
                booleans.add(JavaValues.bool(type, value));
                return 1;
            };
        } else if (to instanceof IntBuilder ints) {
            return (value, row) -> {
                ints.add(JavaValues.bits32(type, value));
                return Integer.BYTES;
            };
        } else if (to instanceof LongBuilder longs) {
            return (value, row) -> {
                longs.add(JavaValues.bits64(type, value));
                return Long.BYTES;
            };
        } else if (to instanceof Int128Builder wide) {
            return (value, row) -> {
                BigInteger integer = JavaValues.integer(type, value);
                wide.add(integer);
                return 2 * Long.BYTES;
            };
        } else if (to instanceof FloatBuilder floats) {
            return (value, row) -> {
                floats.add(JavaValues.float32(type, value));
                return Float.BYTES;
            };
        } else if (to instanceof DoubleBuilder doubles) {
            return (value, row) -> {
                doubles.add(JavaValues.float64(type, value));
                return Double.BYTES;
            };
        } else if (to instanceof BytesBuilder bytes) {
            return (value, row) -> {
                byte[] content = JavaValues.bytes(type, value);
                bytes.add(content);
                return Integer.BYTES + (long) content.length;
            };
        } else if (to instanceof StructBuilder struct) {
            return new NestedObjects.OfStruct(path, struct);
        } else if (to instanceof ListBuilder list) {
            return NestedObjects.ofElements(path, list);
        }
        return (value, row) -> {
            throw JavaValues.unfit(type, value);
        };
    }

    /**
     * Appends a value, or null.
     *
     * @param row the row of the table, for messages
     * @return about the number of bytes that it takes
     */
    long add(Object value, long row) throws RejectedDataException {
        if (value == null) {
            builder.addNull();
            return 1;
        }
        try {
            return conversion.add(value, row);
        } catch (IllegalArgumentException e) {
            throw new RejectedDataException(path, row, e.getMessage());
        }
    }
}
