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
package dev.stoa.reader.internal.overlay;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class NullCheckTest {
    private static final Type LONG = Type.of(TypeKind.INT64);
    private static final Field REQUIRED = Field.required("n", LONG);
    private static final Field NULLABLE = Field.nullable("m", LONG);

    /** Numbers of which some are null. */
    private static LongVector longs(boolean... nulls) {
        return new LongVector(LONG, new long[nulls.length], nulls, nulls.length);
    }

    private static StructVector struct(Type type, boolean[] nulls, ColumnVector... fields) {
        return new StructVector(type, List.of(fields), nulls, fields[0].size());
    }

    private static void accepted(Field field, ColumnVector values) {
        assertDoesNotThrow(() -> NullCheck.check("here", field, values));
    }

    private static void refused(Field field, ColumnVector values, int value, String name) {
        String message = assertThrows(IllegalArgumentException.class, () -> NullCheck.check("here", field, values))
                .getMessage();
        assertEquals("here: new value " + value + " has a null where '" + name + "' must not be null", message);
    }

    @Test
    void aNullOfAColumn() {
        accepted(REQUIRED, longs(false, false));
        accepted(REQUIRED, longs());
        refused(REQUIRED, longs(false, false, true), 2, "n");
        accepted(NULLABLE, longs(true, true));
        accepted(REQUIRED, new LongVector(LONG, new long[3], new boolean[] {false, false, true}, 2));
    }

    @Test
    void aNullOfAField() {
        Type type = Type.struct(List.of(NULLABLE, REQUIRED));
        Field field = Field.nullable("s", type);
        boolean[] nulls = {true, false};
        accepted(field, struct(type, nulls, longs(true, true), longs(true, false)));
        refused(field, struct(type, nulls, longs(true, true), longs(true, true)), 1, "n");
        refused(field, struct(type, ColumnVector.NO_NULLS, longs(true, true), longs(true, false)), 0, "n");
    }

    @Test
    void aNullOfAnElement() {
        int[] offsets = {0, 0, 2};
        Field list = Field.nullable("l", Type.list(REQUIRED));
        accepted(list, new ListVector(list.type(), offsets, longs(false, false), new boolean[] {true, false}, 2));
        accepted(list, new ListVector(list.type(), offsets, longs(false, false, true), ColumnVector.NO_NULLS, 2));
        refused(list, new ListVector(list.type(), offsets, longs(false, true), new boolean[] {true, false}, 2), 1, "n");
        Field nullable = Field.nullable("l", Type.list(NULLABLE));
        accepted(nullable, new ListVector(nullable.type(), offsets, longs(true, true), ColumnVector.NO_NULLS, 2));
    }

    @Test
    void aNullOfAMap() {
        Field map = Field.nullable("map", Type.map(Field.required("key", LONG), Field.required("value", LONG)));
        Type entry = ListVector.entryType(map.type());
        int[] offsets = {0, 2};
        ColumnVector good = struct(entry, ColumnVector.NO_NULLS, longs(false, false), longs(false, false));
        accepted(map, new ListVector(map.type(), offsets, good, ColumnVector.NO_NULLS, 1));
        ColumnVector noKey = struct(entry, ColumnVector.NO_NULLS, longs(false, true), longs(false, false));
        refused(map, new ListVector(map.type(), offsets, noKey, ColumnVector.NO_NULLS, 1), 1, "key");
        ColumnVector noValue = struct(entry, ColumnVector.NO_NULLS, longs(false, false), longs(true, false));
        refused(map, new ListVector(map.type(), offsets, noValue, ColumnVector.NO_NULLS, 1), 0, "value");
    }
}
