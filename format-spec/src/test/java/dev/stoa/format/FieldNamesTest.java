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
package dev.stoa.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
    private static final Type INT = Type.of(TypeKind.INT32);
    private static final List<Field> FIELDS = List.of(
            Field.nullable("id", INT),
            Field.nullable("Name", INT),
            Field.nullable("ID", INT),
            Field.nullable("\u00DCber", INT));

    @Test
    void namesAreFoundExactlyOrElseInAnotherCase() {
        assertEquals(OptionalInt.of(0), FieldNames.find(FIELDS, "id"));
        assertEquals(OptionalInt.of(2), FieldNames.find(FIELDS, "ID"));
        assertEquals(OptionalInt.of(1), FieldNames.find(FIELDS, "NAME"));
        assertEquals(OptionalInt.of(3), FieldNames.find(FIELDS, "\u00FCBER"));
        assertEquals(OptionalInt.empty(), FieldNames.find(FIELDS, "names"));
        assertEquals(OptionalInt.of(1), FieldNames.findName(List.of("a", "B"), "b"));
        assertEquals("Name", FieldNames.get(FIELDS, "name").name());
    }

    @Test
    void errorsNameTheCandidates() {
        String several = assertThrows(IllegalArgumentException.class, () -> FieldNames.find(FIELDS, "Id"))
                .getMessage();
        assertEquals("'Id' may be any of 'id', 'ID': write the name as it is", several);
        String none = assertThrows(IllegalArgumentException.class, () -> FieldNames.get(FIELDS, "x"))
                .getMessage();
        assertTrue(none.startsWith("no column 'x'; the columns are 'id', 'Name', 'ID', "), none);
        List<Field> many = IntStream.range(0, 5000)
                .mapToObj(i -> Field.nullable("c" + i, INT))
                .toList();
        assertTrue(FieldNames.shown(many).endsWith("'c99' and 4900 more"), FieldNames.shown(many));
    }

    @Test
    void idsComeFirstWhereThereAreAny() {
        List<Field> numbered = List.of(
                Field.nullable("a", INT).withFieldId(2),
                Field.nullable("b", INT).withFieldId(1));
        assertEquals(OptionalInt.of(1), FieldNames.find(numbered, OptionalInt.of(1), "a"));
        assertEquals(OptionalInt.empty(), FieldNames.find(numbered, OptionalInt.of(3), "a"));
        assertEquals(OptionalInt.of(0), FieldNames.find(numbered, OptionalInt.empty(), "A"));
        assertEquals(OptionalInt.of(1), FieldNames.find(FIELDS, OptionalInt.of(1), "name"));
    }
}
