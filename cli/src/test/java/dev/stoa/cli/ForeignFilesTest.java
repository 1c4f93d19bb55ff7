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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that look at a file take every format; those that need Stoa's layout say what the file is. */
final class ForeignFilesTest {
    private static final int ROWS = 10_000;

    @TempDir
    private Path folder;

    private Path csv;

    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("id,name,day\n");
        for (int i = 0; i < ROWS; i++) {
            text.append(i)
                    .append(",n")
                    .append(i % 7)
                    .append(",2024-01-0")
                    .append(1 + i % 9)
                    .append('\n');
        }
        csv = Files.writeString(folder.resolve("t.csv"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.parquet", "t.orc", "t.avro", "t.arrow", "t.arrows", "t.csv", "t.tsv", "t.csv.gz"})
    void everyFormatIsShown(String name) {
        Path file = folder.resolve(name);
        if (!file.equals(csv)) {
            CommandRun.ok("convert", csv, folder.resolve("t.stoa"), "--overwrite");
            CommandRun.ok("convert", folder.resolve("t.stoa"), file);
        }
        List<String> rows =
                CommandRun.ok("head", file, "-n", 2, "--json").lines().toList();
        assertEquals(
                List.of(
                        "{\"id\":0,\"name\":\"n0\",\"day\":\"2024-01-01\"}",
                        "{\"id\":1,\"name\":\"n1\",\"day\":\"2024-01-02\"}"),
                rows);
        assertEquals(
                List.of("{\"DAY\":\"2024-01-01\",\"id\":0}".replace("DAY", "day")),
                CommandRun.ok("head", file, "-n", 1, "--json", "--select", "DAY,id")
                        .lines()
                        .toList());
        assertEquals(
                ROWS,
                CommandRun.ok("head", file, "-n", 1_000_000, "--json").lines().count());
        assertTrue(CommandRun.ok("head", file, "-n", 0).contains("name"));
        String schema = CommandRun.ok("schema", file);
        assertTrue(schema.contains("name: string") && schema.contains("day: date"), schema);
        assertTrue(CommandRun.ok("schema", file, "--json").contains("\"name\""));
    }

    @Test
    void anIndexIsOfStoaAlone() {
        Path parquet = folder.resolve("t.parquet");
        CommandRun.ok("convert", csv, folder.resolve("t.stoa"));
        CommandRun.ok("convert", folder.resolve("t.stoa"), parquet);
        CommandRun.fails(2, List.of("is a file of Parquet", "stoa convert"), "index", parquet);
    }

    /** One format after the other: the last text is the first one. */
    @Test
    void anyFormatBecomesAnyOther() throws IOException {
        Path last = csv;
        for (String name :
                List.of("t.parquet", "t.orc", "t.avro", "t.arrow", "t.tsv", "u.parquet", "u.arrows", "u.csv")) {
            Path next = folder.resolve(name);
            CommandRun.ok("convert", last, next);
            last = next;
        }
        assertEquals(Files.readString(csv), Files.readString(last));
        Path some = folder.resolve("some.csv");
        CommandRun.ok("convert", folder.resolve("t.orc"), some, "--select", "name");
        assertEquals("name\nn0\n", Files.readString(some).substring(0, 8));
        Path both = folder.resolve("both.parquet");
        CommandRun.ok("convert", folder.resolve("t.orc"), folder.resolve("t.avro"), both);
        assertEquals(
                2 * ROWS,
                CommandRun.ok("head", both, "-n", 1_000_000, "--json").lines().count());
        Path three = folder.resolve("three.parquet");
        CommandRun.ok("convert", stoa(), folder.resolve("t.orc"), three, "--select", "id");
        assertEquals(
                2 * ROWS,
                CommandRun.ok("head", three, "-n", 1_000_000, "--json").lines().count());
    }

    private Path stoa() {
        Path stoa = folder.resolve("t.stoa");
        CommandRun.ok("convert", csv, stoa);
        return stoa;
    }

    @Test
    void theFirstBytesTellWhatANameDoesNot() throws IOException {
        Path parquet = folder.resolve("t.parquet");
        CommandRun.ok("convert", csv, folder.resolve("t.stoa"));
        CommandRun.ok("convert", folder.resolve("t.stoa"), parquet);
        Path unnamed = Files.move(parquet, folder.resolve("unnamed"));
        assertTrue(CommandRun.ok("head", unnamed, "-n", 1).contains("n0"));
        Path stoa = folder.resolve("t.stoa");
        Path misnamed = Files.move(stoa, folder.resolve("misnamed.csv"));
        assertTrue(CommandRun.ok("schema", misnamed).contains("10000 rows, edition"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "schema"})
    void aCompressedTextThatIsCutIsNamed(String command) throws IOException {
        CommandRun.ok("convert", stoa(), folder.resolve("t.csv.gz"));
        byte[] whole = Files.readAllBytes(folder.resolve("t.csv.gz"));
        Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, whole.length / 2));
        CommandRun.fails(1, List.of("cut.csv.gz: the compressed text is damaged or cut short"), command, cut);
        Path header = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(whole, 5));
        CommandRun.fails(1, List.of("cut.csv.gz: the compressed text is damaged or cut short"), command, header);
    }

    @Test
    void aDamagedFileOfStoaIsNoOtherFormat() throws IOException {
        Path file = Files.write(folder.resolve("broken.stoa"), new byte[] {'S', 'T', 'O', 'A', 1, 2, 3, 4});
        CommandRun.fails(1, List.of("broken.stoa", "not a Stoa file"), "head", file);
    }
}
