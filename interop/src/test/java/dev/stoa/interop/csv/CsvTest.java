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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.ValueText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsvTest {

    private static List<List<String>> rows(String text, CsvOptions options) throws IOException {
        List<List<String>> all = new ArrayList<>();
        try (CsvRows rows = new CsvRows(bytes(text), "t.csv", options)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < rows.count(); i++) {
                    row.add(rows.isNull(i) ? null : rows.text(i));
                }
                all.add(row);
            }
        }
        return all;
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Schema infer(String text) throws IOException {
        try (CsvSource source = CsvSource.open(() -> bytes(text), "t.csv", CsvOptions.DEFAULT)) {
            return source.schema();
        }
    }

    private static Type typeOf(String... values) throws IOException {
        return infer("a,b\n" + String.join(",\n", values) + ",\n")
                .fields()
                .get(0)
                .type();
    }

    @Test
    void emptyFieldsAreNullAndQuotedOnesAreNot() throws IOException {
        assertEquals(
                List.of(java.util.Arrays.asList("a", null), java.util.Arrays.asList("", "x,\n\"y")),
                rows("a,\n\"\",\"x,\n\"\"y\"\r\n", CsvOptions.DEFAULT));
        CsvOptions na = CsvOptions.DEFAULT
                .withDialect(CsvDialect.DEFAULT.withDelimiter('|'))
                .withForms(CsvForms.DEFAULT.withNullText("NA"));
        assertEquals(List.of(java.util.Arrays.asList(null, "NA", "")), rows("NA|\"NA\"|", na));
        assertEquals(List.of(List.of("a")), rows("\uFEFFa", CsvOptions.DEFAULT));
    }

    @Test
    void aColumnOfNullsTakesNoText() throws IOException {
        Type type = Type.of(TypeKind.NULL);
        assertEquals(List.of("null", "null"), values(type, CsvForms.DEFAULT, "", ""));
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> values(type, CsvForms.DEFAULT, "", "x"));
        assertTrue(e.getMessage().contains("line 3, column 'a': 'x' is not a valid null"), e.getMessage());
    }

    @Test
    void typesAreInferredFromAllRows() throws IOException {
        assertEquals(Type.of(TypeKind.INT32), typeOf("1", "-2", ""));
        assertEquals(Type.of(TypeKind.INT64), typeOf("1", "3000000000"));
        assertEquals(Type.decimal(20, 0), typeOf("1", "12345678901234567890"));
        assertEquals(Type.of(TypeKind.FLOAT64), typeOf("1", "2.5"));
        assertEquals(Type.of(TypeKind.FLOAT64), typeOf("1e5", "2.5", "NaN"));
        assertEquals(Type.decimal(20, 18), typeOf("1.5", "12.345678901234567891"));
        assertEquals(Type.of(TypeKind.STRING), typeOf("007", "8"));
        assertEquals(Type.of(TypeKind.STRING), typeOf("+1"));
        assertEquals(Type.of(TypeKind.BOOLEAN), typeOf("true", "false"));
        assertEquals(Type.of(TypeKind.STRING), typeOf("true", "1"));
        assertEquals(Type.of(TypeKind.DATE), typeOf("2024-02-29"));
        assertEquals(Type.of(TypeKind.STRING), typeOf("2023-02-29"));
        assertEquals(Type.timestamp(6, false), typeOf("2024-02-29 01:02:03", "2024-02-29T01:02:03.5"));
        assertEquals(Type.timestamp(6, true), typeOf("2024-02-29T01:02:03Z"));
        assertEquals(Type.of(TypeKind.STRING), typeOf("", ""));
        assertEquals(Type.of(TypeKind.STRING), typeOf("2024-02-29", "x"));
    }

    @Test
    void timestampsAreInferredWithAllTheirDigits() throws IOException {
        assertEquals(Type.timestamp(9, false), typeOf("2024-02-29 01:02:03", "2024-02-29T01:02:03.123456789"));
        assertEquals(Type.timestamp(9, true), typeOf("2024-02-29T01:02:03.0000001Z"));
        assertEquals(Type.timestamp(6, true), typeOf("2024-02-29T01:02:03.123456000Z"));
    }

    private static List<String> values(Type type, CsvForms forms, String... values) throws IOException {
        CsvOptions options = CsvOptions.DEFAULT.withForms(forms).withSchema(Schema.of(Field.nullable("a", type)));
        String text = "a\n" + String.join("\n", values) + "\n";
        List<String> read = new ArrayList<>();
        try (CsvSource source = CsvSource.open(() -> bytes(text), "t.csv", options)) {
            source.writeTo(
                    batch -> {
                        for (int i = 0; i < batch.rowCount(); i++) {
                            read.add(ValueText.of(batch.column(0), i));
                        }
                    },
                    Optional.empty());
        }
        return read;
    }

    private static CsvForms timestamps(String pattern) {
        return new CsvForms("", Optional.empty(), Optional.of(pattern), Optional.empty(), Optional.empty());
    }

    @Test
    void zonesWithNamesCountAsOffsetsDo() throws IOException {
        Type utc = Type.timestamp(6, true);
        assertEquals(
                List.of("2024-07-01T10:00:00.000000Z", "2024-01-01T17:00:00.000000Z"),
                values(
                        utc,
                        timestamps("uuuu-MM-dd HH:mm VV"),
                        "2024-07-01 12:00 Europe/Berlin",
                        "2024-01-01 12:00 America/New_York"));
        assertEquals(
                List.of("2024-07-01T10:00:00.000000Z"),
                values(utc, timestamps("dd.MM.uuuu HH:mm XXX"), "01.07.2024 12:00 +02:00"));
        assertEquals(
                List.of("2024-07-01T12:00:00.000000Z"),
                values(utc, timestamps("dd.MM.uuuu HH:mm"), "01.07.2024 12:00"));
    }

    /** When clocks change, a time may be skipped, or come twice. */
    @Test
    void timesThatClocksDoNotShowOnceAreBadValues() throws IOException {
        Type utc = Type.timestamp(6, true);
        CsvForms named = timestamps("uuuu-MM-dd HH:mm[ XXX] VV");
        assertEquals(
                List.of(
                        "2024-03-31T00:59:00.000000Z",
                        "2024-03-31T01:00:00.000000Z",
                        "2024-10-27T00:30:00.000000Z",
                        "2024-10-27T01:30:00.000000Z",
                        "2024-10-27T02:00:00.000000Z"),
                values(
                        utc,
                        named,
                        "2024-03-31 01:59 Europe/Berlin",
                        "2024-03-31 03:00 Europe/Berlin",
                        "2024-10-27 02:30 +02:00 Europe/Berlin",
                        "2024-10-27 02:30 +01:00 Europe/Berlin",
                        "2024-10-27 03:00 Europe/Berlin"));
        for (String bad : List.of("2024-03-31 02:30 Europe/Berlin skip", "2024-10-27 02:30 Europe/Berlin show")) {
            String text = bad.substring(0, bad.lastIndexOf(' '));
            String message = "the clocks of Europe/Berlin" + bad.substring(bad.lastIndexOf(' ')) + " this time";
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> values(utc, named, text));
            assertTrue(e.getMessage().contains(message), e.getMessage());
            CsvOptions inferred = CsvOptions.DEFAULT.withForms(named);
            String lines = "a,b\n2024-07-01 12:00 Europe/Berlin,x\n" + text + ",y\n";
            try (CsvSource source = CsvSource.open(() -> bytes(lines), "t.csv", inferred)) {
                e = assertThrows(CorruptFileException.class, () -> source.writeTo(batch -> {}, Optional.empty()));
                assertTrue(e.getMessage().contains(message), e.getMessage());
            }
        }
    }

    @Test
    void shortNamesOfZonesAreRefused() {
        for (String pattern : List.of("uuuu-MM-dd HH:mm z", "uuuu-MM-dd HH:mm 'at' zzzz", "uuuu-MM-dd HH:mm vvvv")) {
            String message = assertThrows(IllegalArgumentException.class, () -> timestamps(pattern))
                    .getMessage();
            assertTrue(message.contains("short names of zones"), message);
        }
        assertEquals(Optional.of("HH 'z' VV"), timestamps("HH 'z' VV").timestampPattern());
    }

    @Test
    void timestampsWithoutAZoneAreInferredAsLocal() throws IOException {
        String text = "a,b\n01.07.2024 12:00,x\n";
        CsvOptions plain = CsvOptions.DEFAULT.withForms(timestamps("dd.MM.uuuu HH:mm"));
        try (CsvSource source = CsvSource.open(() -> bytes(text), "t.csv", plain)) {
            assertEquals(
                    Type.timestamp(6, false), source.schema().fields().get(0).type());
        }
        String zoned = "a,b\n01.07.2024 12:00 Europe/Berlin,x\n";
        CsvOptions named = CsvOptions.DEFAULT.withForms(timestamps("dd.MM.uuuu HH:mm VV"));
        try (CsvSource source = CsvSource.open(() -> bytes(zoned), "t.csv", named)) {
            assertEquals(
                    Type.timestamp(6, true), source.schema().fields().get(0).type());
        }
    }

    @Test
    void whatOnlyJavaTakesForANumberIsNone() throws IOException {
        for (String bad : List.of("1d", "1.5f", "0x1p3", "1e400", "-1e400", "1_000", "e5", ".")) {
            for (TypeKind kind : List.of(TypeKind.FLOAT64, TypeKind.FLOAT32, TypeKind.FLOAT16)) {
                CorruptFileException e = assertThrows(
                        CorruptFileException.class, () -> values(Type.of(kind), CsvForms.DEFAULT, bad), bad);
                assertTrue(e.getMessage().contains("line 2, column 'a': '" + bad + "' is not a valid"), e.getMessage());
            }
        }
        for (String large : List.of("1e39", "-3.5e38")) {
            CorruptFileException e = assertThrows(
                    CorruptFileException.class,
                    () -> values(Type.of(TypeKind.FLOAT32), CsvForms.DEFAULT, large),
                    large);
            assertTrue(e.getMessage().endsWith("it is out of range"), e.getMessage());
        }
        assertThrows(CorruptFileException.class, () -> values(Type.of(TypeKind.FLOAT16), CsvForms.DEFAULT, "65520"));
        assertEquals(
                List.of("65504.0", "-0.0", "Infinity", "NaN"),
                values(Type.of(TypeKind.FLOAT16), CsvForms.DEFAULT, "65504", "-0", "inf", "NaN"));
        assertEquals(
                List.of("1.0E39", "0.5", "5.0", "1.0"),
                values(Type.of(TypeKind.FLOAT64), CsvForms.DEFAULT, "+1e39", ".5", "5.", " 1 "));
    }

    @Test
    void aUuidHasAllItsDigits() throws IOException {
        Type uuid = Type.of(TypeKind.UUID);
        assertEquals(
                List.of("123e4567-e89b-12d3-a456-426614174000"),
                values(uuid, CsvForms.DEFAULT, "123E4567-e89b-12d3-A456-426614174000"));
        for (String bad : List.of(
                "1-2-3-4-5",
                "123e4567-e89b-12d3-a456-42661417400",
                "123e4567-e89b-12d3-a4567-42661417400",
                "123e4567e89b12d3a456426614174000")) {
            CorruptFileException e =
                    assertThrows(CorruptFileException.class, () -> values(uuid, CsvForms.DEFAULT, bad), bad);
            assertTrue(e.getMessage().contains("8, 4, 4, 4 and 12 hexadecimal digits"), e.getMessage());
        }
    }

    @Test
    void malformedTextNamesTheLine() {
        for (String bad : List.of("a,b\n1\n", "a,b\n1,2,3\n", "a,b\n1,\"2\n", "a,b\n1,\"2\"x\n", "", "a,a\n1,2\n")) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> infer(bad), bad);
            assertTrue(e.getMessage().startsWith("t.csv: "), e.getMessage());
        }
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> infer("a,b\n1,2\n3\n"));
        assertTrue(e.getMessage().contains("line 3 has 1 field, 2 are expected"), e.getMessage());
        byte[] latin = {'a', '\n', (byte) 0xE4, '\n'};
        assertThrows(
                CorruptFileException.class,
                () -> CsvSource.open(() -> new ByteArrayInputStream(latin), "t.csv", CsvOptions.DEFAULT));
    }

    @Test
    void schemasAreReadFromText() {
        assertEquals(
                Schema.of(
                        Field.required("id", Type.of(TypeKind.INT64)),
                        Field.nullable("a name", Type.sized(TypeKind.VARCHAR, 20)),
                        Field.nullable("p", Type.decimal(15, 2)),
                        Field.nullable("t", Type.timestamp(3, true))),
                SchemaText.parse(
                        "id bigint not null, \"a name\" varchar(20),\n p decimal(15, 2), t: timestamp(3,utc)"));
        for (String bad : List.of(
                "a",
                "a foo",
                "a decimal(2,5)",
                "a int,,b int",
                "\"a int",
                "a varchar(x)",
                "a int(11)",
                "a decimal(5,2,1)",
                "a timestamp(3,UTC+1)",
                "a timestamp(3,local)",
                "a uuid(4)")) {
            assertThrows(IllegalArgumentException.class, () -> SchemaText.parse(bad), bad);
        }
    }
}
