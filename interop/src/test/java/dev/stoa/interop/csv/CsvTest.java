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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        for (String bad : List.of("a", "a foo", "a decimal(2,5)", "a int,,b int", "\"a int", "a varchar(x)")) {
            assertThrows(IllegalArgumentException.class, () -> SchemaText.parse(bad), bad);
        }
    }
}
