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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a message says of a value that does not fit. */
class BytesCheckTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Stream<Arguments> problems() {
        Type string = Type.of(TypeKind.STRING);
        Type varchar = Type.sized(TypeKind.VARCHAR, 2);
        return Stream.of(
                Arguments.of(varchar, utf8("\u00e9\u00e9\u00e9"), "a text of 3 characters does not fit " + varchar),
                Arguments.of(
                        string,
                        new byte[] {'a', (byte) 0xC3},
                        "a value of 2 bytes is not valid UTF-8, which string needs: convert the text, or make it a binary"
                                + " column"),
                Arguments.of(
                        Type.decimal(40, 0),
                        new byte[] {1, 2, 3},
                        "an unscaled value of 3 bytes does not fit " + Type.decimal(40, 0)),
                Arguments.of(Type.of(TypeKind.UUID), new byte[15], "a value of 15 bytes does not fit uuid"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void itIsNamed(Type type, byte[] value, String expected) {
        byte[] amongOthers = new byte[value.length + 4];
        Arrays.fill(amongOthers, (byte) 0xC3);
        System.arraycopy(value, 0, amongOthers, 2, value.length);
        assertEquals(expected, new BytesCheck(type).problem(amongOthers, 2, value.length));
    }
}
