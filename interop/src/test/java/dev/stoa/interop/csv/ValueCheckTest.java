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
package dev.stoa.interop.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is let pass before a row is appended is what the writer takes, and nothing else is refused. */
class ValueCheckTest {
    private static final List<Type> TYPES = List.of(
            Type.of(TypeKind.INT8),
            Type.of(TypeKind.INT16),
            Type.of(TypeKind.INT32),
            Type.of(TypeKind.INT64),
            Type.of(TypeKind.UINT8),
            Type.of(TypeKind.UINT16),
            Type.of(TypeKind.UINT32),
            Type.of(TypeKind.UINT64),
            Type.of(TypeKind.BOOLEAN),
            Type.of(TypeKind.FLOAT16),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64),
            Type.decimal(5, 2),
            Type.decimal(30, 4),
            Type.of(TypeKind.DATE),
            Type.sized(TypeKind.TIME, 3),
            Type.timestamp(3, false),
            Type.timestamp(0, true),
            Type.timestamp(9, false),
            Type.of(TypeKind.STRING),
            Type.sized(TypeKind.CHAR, 3),
            Type.sized(TypeKind.VARCHAR, 3),
            Type.sized(TypeKind.FIXED, 2),
            Type.of(TypeKind.BINARY),
            Type.of(TypeKind.UUID));

    private static final List<String> TEXTS = List.of(
            "",
            "0",
            "1",
            "-1",
            "127",
            "128",
            "-129",
            "255",
            "256",
            "32768",
            "65536",
            "2147483648",
            "4294967296",
            "9223372036854775807",
            "18446744073709551615",
            "18446744073709551616",
            "0.5",
            "1.25",
            "1.255",
            "999.99",
            "1000",
            "1e40",
            "-0",
            "NaN",
            "abc",
            "abc   ",
            "ab c",
            "abcd",
            "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00",
            "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00x",
            "0a0b",
            "0a0b0c",
            "true",
            "0001-01-01",
            "9999-12-31",
            "+999999999-12-31",
            "12:00:00.123",
            "12:00:00.1234",
            "2024-01-01 00:00:00.123",
            "2024-01-01 00:00:00.1234",
            "2024-01-01T00:00:00Z",
            "2024-01-01T00:00:00.5Z",
            "+999999999-12-31T00:00:00",
            "00000000-0000-0000-0000-000000000001");

    @TempDir
    private Path folder;

    @Test
    void whatPassesIsWhatTheWriterTakes() throws IOException {
        TextValues values = new TextValues(CsvOptions.DEFAULT);
        int passed = 0;
        int refused = 0;
        for (Type type : TYPES) {
            for (String text : TEXTS) {
                Object value;
                try {
                    value = values.parse(type, text);
                } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
                    continue;
                }
                Field field = Field.nullable("c", type);
                boolean passes = passes(field, value);
                assertEquals(taken(field, value), passes, () -> type + " '" + text + "'");
                passed += passes ? 1 : 0;
                refused += passes ? 0 : 1;
            }
            assertEquals(false, passes(Field.required("c", type), null));
            assertTrue(passes(Field.nullable("c", type), null));
        }
        assertTrue(passed > 100 && refused > 30, passed + " passed, " + refused + " refused");
    }

    private static boolean passes(Field field, Object value) {
        try {
            ValueCheck.check(field, value);
            return true;
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    private boolean taken(Field field, Object value) throws IOException {
        Path path = folder.resolve("t.stoa");
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT.withOverwrite(true)),
                Schema.of(field),
                WriterOptions.DEFAULT)) {
            writer.rows().append(value);
            writer.finish();
            return true;
        } catch (RejectedDataException e) {
            return false;
        }
    }
}
