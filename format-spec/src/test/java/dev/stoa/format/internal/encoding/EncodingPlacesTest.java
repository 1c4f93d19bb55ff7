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
package dev.stoa.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the tables of places in section 7 of the specification, tree by tree. */
final class EncodingPlacesTest {
    @ParameterizedTest
    @CsvSource({
        "INT, 07 14 04 04, RLE whose values are FREQUENT",
        "INT, 07 15 04 04 04 04 04, RLE whose values are REPEAT",
        "INT, 14 07 04 04, FREQUENT whose others are RLE",
        "INT, 15 07 04 04 04 04 07 04 04, REPEAT whose counts and literals are RLE",
        "INT, 07 06 00 04 04, RLE whose values are DICTIONARY",
        "INT, 06 00 07 04 04, DICTIONARY whose codes are RLE",
        "INT, 06 00 14 04, DICTIONARY whose codes are FREQUENT",
        "INT, 14 0F 04 00 04, FREQUENT whose others are SCALE",
        "INT, 07 0F 04 00 04 04, RLE whose values are SCALE",
        "LONG, 0F 04 00 10 03 02 00 04, SCALE of GAP",
        "DOUBLE, 0D 0F 04 00 04, ALP whose digits are SCALE",
        "BYTES, 07 11 04 09 04 04, RLE whose values are PREFIX",
        "BYTES, 11 07 04 04 0E 00 04 04, PREFIX whose shared lengths are RLE and whose rests are FSST",
        "BYTES, 02 01 0A 14 04, NULLABLE of LZ4 whose lengths are FREQUENT",
    })
    void stands(Physical shape, String tree, String what) throws Exception {
        ByteBuffer bytes = bytes(tree);
        Encoding.read(bytes, shape);
        assertFalse(bytes.hasRemaining(), what);
    }

    @ParameterizedTest
    @CsvSource({
        "INT, 07 04 14 04, RLE whose run lengths are FREQUENT",
        "INT, 07 04 15 04 04 04 04, RLE whose run lengths are REPEAT",
        "INT, 07 04 07 04 04, RLE whose run lengths are RLE",
        "INT, 07 07 04 04 04, RLE whose values are RLE",
        "INT, 07 04 0F 04 00 04, RLE whose run lengths are SCALE",
        "INT, 07 14 07 04 04 04, RLE below FREQUENT below RLE",
        "INT, 14 14 04, FREQUENT below FREQUENT",
        "INT, 14 15 04 04 04 04, REPEAT below FREQUENT",
        "INT, 14 07 14 04 04, FREQUENT below RLE below FREQUENT",
        "INT, 14 06 00 04, FREQUENT whose others are DICTIONARY",
        "INT, 06 00 06 00 04, DICTIONARY whose codes are DICTIONARY",
        "INT, 06 00 0F 04 00 04, DICTIONARY whose codes are SCALE",
        "INT, 06 00 14 0F 04 00 04, DICTIONARY whose codes are FREQUENT whose others are SCALE",
        "DOUBLE, 0D 06 00 04, ALP whose digits are DICTIONARY",
        "INT128, 0C 04 06 00 04, SPLIT whose low halves are DICTIONARY",
        "BYTES, 11 04 01 00, PREFIX whose rests are CONSTANT",
        "BYTES, 11 04 11 04 09 04, PREFIX whose rests are PREFIX",
        "BYTES, 02 00 02 00 09 04, NULLABLE below NULLABLE",
    })
    void isRefused(Physical shape, String tree, String what) {
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> Encoding.read(bytes(tree), shape), what);
        assertTrue(e.getMessage().contains("can't stand here"), what + ": " + e.getMessage());
    }

    private static ByteBuffer bytes(String tree) {
        return ByteBuffer.wrap(HexFormat.ofDelimiter(" ").parseHex(tree)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
