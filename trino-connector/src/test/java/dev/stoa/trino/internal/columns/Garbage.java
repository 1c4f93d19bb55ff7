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
import io.airlift.slice.Slice;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;

/** Writes garbage into the arrays of vectors and of blocks. */
public final class Garbage {
    private static final byte BYTE = -77;

    private Garbage() {}

    /** As a scan does that fills its arrays again, and worse: offsets and ids point nowhere. */
    public static void into(ColumnVector vector) {
        Arrays.fill(vector.nulls(), true);
        switch (vector) {
            case BooleanVector v -> array(v.values());
            case IntVector v -> array(v.values());
            case LongVector v -> array(v.values());
            case FloatVector v -> array(v.values());
            case DoubleVector v -> array(v.values());
            case Int128Vector v -> {
                array(v.low());
                if (!v.isNarrow()) {
                    array(v.high());
                }
            }
            case BytesVector v -> {
                array(v.ids());
                array(v.offsets());
                array(v.data());
            }
            case StructVector v -> v.fields().forEach(Garbage::into);
            case ListVector v -> {
                array(v.offsets());
                into(v.elements());
            }
            case NullVector _ -> {}
        }
    }

    /** Into all arrays of a block, but not into its dictionary, which other blocks share. */
    public static void into(Block block) {
        for (Class<?> type = block.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                boolean isShared =
                        block instanceof DictionaryBlock && field.getName().equals("dictionary");
                if (!Modifier.isStatic(field.getModifiers())
                        && !isShared
                        && !field.getType().isPrimitive()) {
                    value(valueOf(field, block));
                }
            }
        }
    }

    private static Object valueOf(Field field, Block block) {
        try {
            field.setAccessible(true);
            return field.get(block);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static void value(Object value) {
        switch (value) {
            case Block inner -> into(inner);
            case Block[] all -> Arrays.stream(all).forEach(Garbage::into);
            case Slice slice -> slice.fill(BYTE);
            case Optional<?> some -> some.ifPresent(Garbage::value);
            case null, default -> array(value);
        }
    }

    private static void array(Object array) {
        switch (array) {
            case byte[] a -> Arrays.fill(a, BYTE);
            case boolean[] a -> Arrays.fill(a, true);
            case short[] a -> Arrays.fill(a, (short) -7_777);
            case int[] a -> Arrays.fill(a, -77_777_777);
            case long[] a -> Arrays.fill(a, -7_777_777_777L);
            case float[] a -> Arrays.fill(a, -7.7f);
            case double[] a -> Arrays.fill(a, -7.7);
            case null, default -> {} // no array
        }
    }
}
