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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.ValueText;
import dev.stoa.interop.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSnifferTest {

    /** What was read of a text: its columns as texts, the number of its rows, and the notes. */
    private record Found(List<String> columns, List<Object> rows, List<String> notes) {
        boolean says(String... words) {
            return notes.stream().anyMatch(note -> List.of(words).stream().allMatch(note::contains));
        }
    }

    private static Found read(byte[] bytes, CsvOptions options, int threads) throws IOException {
        CsvSource.Opener opener = () -> new ByteArrayInputStream(bytes);
        CsvSniffer.Sniffed sniffed = CsvSniffer.sniff(opener, "t.csv", options);
        List<String> notes = new ArrayList<>(sniffed.notes());
        try (CsvSource source = CsvSource.open(opener, "t.csv", sniffed.options(), List.of(), threads)) {
            notes.addAll(source.notes());
            List<Object> rows = new ArrayList<>();
            source.writeTo(
                    batch -> {
                        for (int row = 0; row < batch.rowCount(); row++) {
                            List<String> values = new ArrayList<>();
                            for (int c = 0; c < batch.columns().size(); c++) {
                                values.add(ValueText.of(batch.column(c), row));
                            }
                            rows.add(String.join("~", values));
                        }
                    },
                    Optional.empty());
            return new Found(
                    source.schema().fields().stream().map(CsvSnifferTest::text).toList(), rows, notes);
        }
    }

    private static String text(Field field) {
        return field.name() + " " + field.type();
    }

    private static Found read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8), CsvOptions.DEFAULT, 1);
    }

    @Test
    void aPlainTextHasNothingToTell() throws IOException {
        Found found = read("id,name\n1,a;b\n2,'c'\n");
        assertEquals(List.of("id int32", "name string"), found.columns());
        assertEquals(List.of(), found.notes());
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t", "|"})
    void aDelimiterDividesAllRowsAlike(String delimiter) throws IOException {
        Found found = read("id;price\n1;2,5\n2;3,5\n".replace(";", delimiter));
        assertEquals(List.of("id int32", "price string"), found.columns());
        assertEquals(List.of("1~2,5", "2~3,5"), found.rows());
        assertTrue(
                found.says("the delimiter is '", "same number of fields, 2", "--delimiter"),
                found.notes().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sep=;\n", "\"sep=;\"\r\n", "\uFEFFSep=;\r\n"})
    void theFirstLineMayNameTheDelimiterForExcel(String line) throws IOException {
        Found found = read(line + "id;a,b;'c'\n1;2,5;'x'\n2;3,5;'y'\n");
        assertEquals(List.of("id int32", "a,b string", "c string"), found.columns());
        assertEquals(List.of("1~2,5~x", "2~3,5~y"), found.rows());
        assertTrue(found.says("the delimiter is ';'", "Excel", "--skip-lines 0"), found::toString);
        assertTrue(found.says("the quote is '"), found::toString);
        CsvDialect same = CsvDialect.DEFAULT.withDelimiter(';');
        byte[] text = (line + "id;n\n1;2\n").getBytes(StandardCharsets.UTF_8);
        assertEquals(
                List.of("1~2"),
                read(text, CsvOptions.DEFAULT.withDialect(same), 1).rows());
        text = "sep=;\nid;n\n".getBytes(StandardCharsets.UTF_8);
        found = read(text, CsvOptions.DEFAULT.withDialect(same.withHeader(false).withSkippedLines(0)), 1);
        assertEquals(2, found.rows().size(), "the line is a row if the caller says so");
        assertEquals(List.of("1"), read("sep=,\nid\n1\n").rows());
        assertEquals(List.of("1~2"), read("sep=\t\nid\tn\n1\t2\n").rows());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void theBeginningMayEndWithinQuotes(String lineEnd) throws IOException {
        StringBuilder text = new StringBuilder();
        String note = ("x".repeat(200) + lineEnd).repeat(7);
        for (int i = 0; text.length() < 2 * CsvSniffer.SAMPLE_BYTES; i++) {
            text.append(i).append(";\"").append(note).append("\"").append(lineEnd);
        }
        Found found = read(text.toString());
        assertEquals(List.of("c1 int32", "c2 string"), found.columns(), "the first row is data");
        assertTrue(found.rows().get(0).toString().startsWith("0~x"));
        assertTrue(found.says("the first row is data"), found.notes()::toString);
    }

    @Test
    void linesMayEndWithCarriageReturnsAlone() throws IOException {
        Found found = read("1,2024-01-31\r".repeat(40_000));
        assertEquals(List.of("c1 int32", "c2 date"), found.columns());
        assertEquals(40_000, found.rows().size());
    }

    @Test
    void oneRowThatIsNotDividedIsEnoughToRefuse() {
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> read("a;b\n1;2\n3\n"));
        assertTrue(e.getMessage().contains("the first line is a single column, 'a;b'"), e.getMessage());
        e = assertThrows(CorruptFileException.class, () -> read("a\n1\n3;4\n"));
        assertTrue(e.getMessage().contains("line 3 is a single column, '3;4'"), e.getMessage());
    }

    @Test
    void quotedTextsOfOneColumnMayHoldDelimiters() throws IOException {
        Found found = read("note\n\"well, then\"\nplain\n\"a;b, c\"\n");
        assertEquals(List.of("note string"), found.columns());
        assertEquals(List.of("well, then", "plain", "a;b, c"), found.rows());
        byte[] text = "\"{1,2}\"\n\"{3}\"\n".getBytes(StandardCharsets.UTF_8);
        found = read(text, CsvOptions.DEFAULT.withDialect(CsvDialect.DEFAULT.withHeader(false)), 1);
        assertEquals(List.of("{1,2}", "{3}"), found.rows());
    }

    @Test
    void rowsThatWereQuotedAsAWholeAreRefused() {
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> read("\"id,name\"\n\"1,a\"\n\"2,b\"\n"));
        assertTrue(e.getMessage().contains("the first line is a single column, 'id,name'"), e.getMessage());
    }

    @Test
    void oneRowThatSeveralDivideIsRefused() {
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> read("a;b|c\n"));
        assertTrue(e.getMessage().contains("is a single column, 'a;b|c'"), e.getMessage());
    }

    @Test
    void whatIsSetIsNotSoughtFor() throws IOException {
        byte[] text = "a;b,c\n1;2,3\n".getBytes(StandardCharsets.UTF_8);
        Found found = read(text, CsvOptions.DEFAULT.withDialect(CsvDialect.DEFAULT.withDelimiter(',')), 1);
        assertEquals(List.of("1;2~3"), found.rows());
        assertEquals(List.of(), found.notes());
    }

    @Test
    void singleQuotesAreQuotesIfTheyAreAroundFieldsOfEachRow() throws IOException {
        Found found = read("'a','b'\n'1,5','x'\n'2','it''s'\n");
        assertEquals(List.of("a string", "b string"), found.columns());
        assertEquals(List.of("1,5~x", "2~it's"), found.rows());
        assertTrue(found.says("the quote is '", "--quote"), found.notes().toString());
        assertEquals(List.of("it's~'x'", "y~z"), read("a,b\nit's,'x'\ny,z\n").rows());
    }

    @Test
    void theFirstRowIsDataIfItHasValuesOfTheTypesBelow() throws IOException {
        Found found = read("1,a\n2,b\n");
        assertEquals(List.of("c1 int32", "c2 string"), found.columns());
        assertTrue(
                found.says("the first row is data, as '1'", "--header"),
                found.notes().toString());
        assertEquals(2, found.rows().size());
        assertEquals(List.of("7"), read("7\n").rows());
        assertEquals(
                List.of("country string", "2019 int32", "2020 int32"),
                read("country,2019,2020\nDE,5,6\n").columns());
        assertEquals(List.of("1 int32", "b int32"), read("1,b\n2,3\n").columns());
        assertEquals(List.of("a string", "b string"), read("a,b\nc,d\n").columns());
        assertEquals(List.of("id string", "x string"), read("id,x\n").columns());
    }

    @Test
    void linesBeforeTheTableAreSkippedAndCounted() throws IOException {
        Found found = read("A report\n\nby \"somebody\n\nid,name\n1,a\n2,b\n");
        assertTrue(found.notes().isEmpty() || found.rows().size() == 2, found.toString());
        found = read("A report\r\nof two days\r\n\r\nid,name\r\n1,a\r\n2,b\r\n");
        assertEquals(List.of("1~a", "2~b"), found.rows());
        assertTrue(
                found.says("the rows begin on line 4", "--skip-lines 0"),
                found.notes().toString());
        StoaException e = assertThrows(StoaException.class, () -> read("A report\nid,name\n1,a\n2\n"));
        assertTrue(e.getMessage().contains("line 2 has 2 fields, 1 are expected"), e.getMessage());
    }

    @Test
    void aShortHeaderIsNoTitle() {
        StoaException e = assertThrows(StoaException.class, () -> read("a,b\n1,2,3\n4,5,6\n"));
        assertTrue(e.getMessage().contains("line 2 has 3 fields, 2 are expected"), e.getMessage());
    }

    @Test
    void commentsAreSkipped() throws IOException {
        Found found = read("# made \"by hand\nid,name\n1,a\n# half\n2,b\n");
        assertEquals(List.of("id int32", "name string"), found.columns());
        assertEquals(List.of("1~a", "2~b"), found.rows());
        assertTrue(
                found.says("lines that begin with #", "--comment none"),
                found.notes().toString());
        assertEquals(
                List.of("#id int32", "name string"), read("#id,name\n1,a\n").columns());
    }

    /** The beginning shows comments, and a later line may be one or a row: nobody guesses. */
    @Test
    void aCommentThatMayBeARowIsRefused() throws IOException {
        StringBuilder text = new StringBuilder("# made by hand\nid,name\n# of two\n");
        while (text.length() < 300_000) {
            text.append("1,a\n");
        }
        text.append("#2,b\n");
        StoaException e = assertThrows(StoaException.class, () -> read(text.toString()));
        assertTrue(
                e.getMessage().contains("begins with '#'") && e.getMessage().contains("--comment none"),
                e.getMessage());
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        CsvDialect comments = CsvDialect.DEFAULT.withComment(Optional.of('#'));
        int rows =
                read(bytes, CsvOptions.DEFAULT.withDialect(comments), 1).rows().size();
        assertEquals((300_000 - 32 + 3) / 4, rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void utf16IsKnownByItsMark(String charset) throws IOException {
        Found found = read("\uFEFFid;n\n1;ü\n".getBytes(Charset.forName(charset)), CsvOptions.DEFAULT, 1);
        assertEquals(List.of("1~ü"), found.rows());
        assertTrue(
                found.says("the charset is " + charset, "--charset"),
                found.notes().toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aWordThatMakesNumbersTextIsNamed(int threads) throws IOException {
        StringBuilder text = new StringBuilder("day,dep_delay\n");
        for (int i = 0; i < 400_000; i++) {
            text.append(i % 400).append(i % 40 == 0 ? ",NA\n" : ",-3\n");
        }
        Found found = read(text.toString().getBytes(StandardCharsets.UTF_8), CsvOptions.DEFAULT, threads);
        assertEquals(List.of("day int32", "dep_delay string"), found.columns());
        assertEquals(
                List.of("column 'dep_delay' is text because of 'NA' in 10,000 rows, and else int32: --null 'NA'"),
                found.notes());
        assertEquals(List.of(), read("a,b\n1,NA\n2,x\n").notes(), "the column is text anyway");
    }

    @Test
    void datesOfACommonFormAreDatesIfNoOtherFormFits() throws IOException {
        Found found = read("id,day\n1,31.12.2024\n2,1.2.2024\n");
        assertEquals(List.of("id int32", "day date"), found.columns());
        assertEquals(List.of("1~2024-12-31", "2~2024-02-01"), found.rows());
        assertTrue(
                found.says("dates of the form d.M.uuuu", "--date-pattern"),
                found.notes().toString());
        assertEquals(List.of("1~2024-12-31"), read("id,day\n1,12/31/2024\n").rows());
        assertEquals(List.of("1~2024-12-31"), read("id,day\n1,31/12/2024\n").rows());

        found = read("id,day\n1,01/02/2024\n");
        assertEquals(List.of("1~01/02/2024"), found.rows());
        assertTrue(
                found.says("may be d/M/uuuu or M/d/uuuu", "--date-pattern d/M/uuuu"),
                found.notes().toString());
        found = read("id,a,b\n1,2024-01-01,31.12.2024\n");
        assertEquals(List.of("id int32", "a date", "b string"), found.columns());
        assertTrue(
                found.says("column 'b' is text", "--date-pattern d.M.uuuu"),
                found.notes().toString());
        assertEquals(
                List.of("id int32", "b string"), read("id,b\n1,30.2.2024\n").columns());
    }

    @Test
    void groupsOfDigitsAreNamedAndReadIfTheyAreSet() throws IOException {
        byte[] text = "id;n\n1;1,234.50\n2;-12\n3;1,000,000\n".getBytes(StandardCharsets.UTF_8);
        Found found = read(text, CsvOptions.DEFAULT, 1);
        assertEquals(List.of("id int32", "n string"), found.columns());
        assertTrue(
                found.says("column 'n' is text", "--thousands ,"), found.notes().toString());
        found = read(text, CsvOptions.DEFAULT.withForms(CsvForms.DEFAULT.withThousands(',')), 1);
        assertEquals(List.of("id int32", "n float64"), found.columns());
        assertEquals(List.of("1~1234.5", "2~-12.0", "3~1000000.0"), found.rows());
    }

    /** What is between groups is no decimal point, so a column has one meaning. */
    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource({
        "1.50, .",
        "12.34, .",
        "0.125, .",
        "00.125, .",
        "1234.567, .",
        "1.234.56, .",
        "1.234e5, .",
        "'0,125', ','",
        "'1,23', ','"
    })
    void aNumberWithACharacterOfGroupsInAnotherPlaceIsNone(String no, char between) throws IOException {
        CsvForms forms = CsvForms.DEFAULT.withThousands(between);
        CsvOptions options = CsvOptions.DEFAULT
                .withForms(forms)
                .withDialect(CsvDialect.DEFAULT.withDelimiter(';').withHeader(true));
        byte[] text = ("n;b\n" + no + ";1\n-1" + between + "234;1\n").getBytes(StandardCharsets.UTF_8);
        assertEquals(List.of("n string", "b int32"), read(text, options, 1).columns());
        for (String type : List.of("decimal(12,3)", "double", "int")) {
            CsvOptions typed = options.withSchema(SchemaText.parse("n " + type + ", b int"));
            StoaException e = assertThrows(StoaException.class, () -> read(text, typed, 1));
            assertTrue(e.getMessage().contains("line 2, column 'n': '" + no + "' is not a valid"), e.getMessage());
            assertTrue(e.getMessage().contains("--thousands " + between), e.getMessage());
        }
    }

    @Test
    void decimalCommasAreReadIfTheyAreSet() throws IOException {
        byte[] text = "n;d\n1.234,56;1,5\n-7;-0,125\n".getBytes(StandardCharsets.UTF_8);
        CsvForms german = CsvForms.DEFAULT.withThousands('.').withDecimal(',');
        Found found = read(text, CsvOptions.DEFAULT.withForms(german), 1);
        assertEquals(List.of("n float64", "d float64"), found.columns());
        assertEquals(List.of("1234.56~1.5", "-7.0~-0.125"), found.rows());
        CsvOptions typed =
                CsvOptions.DEFAULT.withForms(german).withSchema(SchemaText.parse("n decimal(9,2), d decimal(9,3)"));
        assertEquals(
                List.of("1234.56~1.500", "-7.00~-0.125"), read(text, typed, 1).rows());
        byte[] points = "n;d\n1;2.5\n".getBytes(StandardCharsets.UTF_8);
        CsvForms comma = CsvForms.DEFAULT.withDecimal(',');
        StoaException e = assertThrows(StoaException.class, () -> read(points, typed.withForms(comma), 1));
        assertTrue(e.getMessage().contains("'2.5' is not a valid decimal(9,3): it has points"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> comma.withThousands(','));
        assertThrows(IllegalArgumentException.class, () -> comma.withDecimal(';'));
    }

    /** A text that has two meanings gets both options. */
    @ParameterizedTest
    @org.junit.jupiter.params.provider.CsvSource(
            delimiter = '|',
            value = {
                "1,50 | 12 | it has decimal commas: --decimal ,",
                "1,234 | 2,500 | it has commas: --thousands , if 1,234 is 1234; --decimal , if it is 1.234",
                "1,234 | 1.234 | it has commas: --thousands , if 1,234 is 1234; --thousands . --decimal , if it is 1.234",
                "1,234.5 | 1,234 | its digits are in groups: --thousands ,",
                "1.234,56 | 1,5 | its digits are in groups: --thousands . --decimal ,",
                "1.234.567 | 1.234 | its digits are in groups: --thousands ."
            })
    void aFormOfNumbersThatMakesThemTextIsNamed(String first, String second, String why) throws IOException {
        for (String rows : List.of(first + ";1\n" + second + ";1\n", second + ";1\n" + first + ";1\n")) {
            Found found = read("a;b\n" + rows);
            assertEquals(List.of("a string", "b int32"), found.columns());
            assertTrue(
                    found.says("column 'a' is text because " + why),
                    found.notes().toString());
        }
        assertEquals(1, read("a;b\n" + first + ";1\nx;1\n").notes().size(), "other texts have no reason");
    }

    @Test
    void datesOfKnownColumnsHaveTheOnlyFormThatFits() throws IOException {
        CsvOptions typed = CsvOptions.DEFAULT.withSchema(SchemaText.parse("id int, day date, other date"));
        byte[] text = "id,day,other\n1,01.02.2024,\n2,28.02.2024,3.3.2024\n".getBytes(StandardCharsets.UTF_8);
        Found found = read(text, typed, 1);
        assertEquals(List.of("1~2024-02-01~null", "2~2024-02-28~2024-03-03"), found.rows());
        assertTrue(
                found.says("the form d.M.uuuu", "--date-pattern"), found.notes().toString());
        for (String doubtful : List.of("1,01/02/2024,", "1,28/02/2024,01/02/2024", "1,28.02.2024,2024-02-28")) {
            byte[] rows = ("id,day,other\n" + doubtful + "\n").getBytes(StandardCharsets.UTF_8);
            StoaException e = assertThrows(StoaException.class, () -> read(rows, typed, 1));
            assertTrue(e.getMessage().contains("--date-pattern d"), e.getMessage());
        }
    }

    /** Of the files that another reader divides, most are divided the same way, and none other is by its delimiter. */
    @Test
    void filesOfTheCorpusAreDividedAsByAnotherReader() throws IOException {
        Optional<Path> corpora = Corpus.find();
        assumeTrue(corpora.isPresent(), "skipped: there are no corpora (property stoa.corpora)");
        Path folder = corpora.get().resolve("csv-dirty");
        JsonNode all =
                new ObjectMapper().readTree(folder.resolve("expected.json").toFile());
        int same = 0;
        int other = 0;
        int refused = 0;
        List<String> delimiters = new ArrayList<>();
        for (Iterator<String> names = all.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            JsonNode expected = all.get(name);
            if (!expected.has("duckdb_rows")) {
                continue;
            }
            CsvSource.Opener opener = () -> TextCorpusTest.open(folder.resolve(name));
            long[] rows = new long[1];
            try {
                CsvSniffer.Sniffed sniffed = CsvSniffer.sniff(opener, name, CsvOptions.DEFAULT);
                try (CsvSource source = CsvSource.open(opener, name, sniffed.options(), List.of(), 1)) {
                    source.writeTo(batch -> rows[0] += batch.rowCount(), Optional.empty());
                    String theirs = expected.get("sniffed").get("delimiter").asText();
                    String ours = Character.toString(sniffed.options().dialect().delimiter());
                    if (source.schema().fields().size() > 1 && !ours.equals(theirs)) {
                        delimiters.add(name + " " + ours + " " + theirs);
                    }
                }
            } catch (StoaException e) {
                refused++;
                continue;
            }
            if (rows[0] == expected.get("duckdb_rows").asLong()) {
                same++;
            } else {
                other++;
            }
        }
        System.out.println("CsvSnifferTest: the same rows in " + same + " files, others in " + other + ", refused "
                + refused + ", other delimiters " + delimiters);
        // tabs divide its three lines, and the JSON in one column has the commas
        assertEquals(List.of("duckdb/bug_7578.csv \t ,"), delimiters);
        assertTrue(same >= 210 && other <= 15, same + " and " + other);
    }
}
