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

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static Field field(String name, Type type, OptionalInt id) {
        return new Field(name, type, true, id);
    }

    @Test
    void findsATopLevelFieldByItsId() {
        Type number = Type.of(TypeKind.INT32);
        Field within = field("within", number, OptionalInt.of(3));
        Field bare = field("bare", number, OptionalInt.empty());
        Field named = field("named", number, OptionalInt.of(7));
        Field struct = field("struct", Type.struct(List.of(within)), OptionalInt.of(0));
        Schema schema = Schema.of(bare, named, struct);
        assertEquals(Optional.of(named), schema.field(7));
        assertEquals(Optional.of(struct), schema.field(0));
        assertEquals(Optional.empty(), schema.field(3), "it is within a struct");
        assertEquals(Optional.empty(), schema.field(1));
    }
}
