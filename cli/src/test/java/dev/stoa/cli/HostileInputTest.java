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

import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.stoa;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of bad input is one clear line and exit code 1 (bad data) or 2 (bad usage), and leaves no file behind. */
final class HostileInputTest {
    @TempDir
    private Path folder;

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private void notConverted(List<String> hints, Path input, Object... options) throws IOException {
        Path target = folder.resolve("target.stoa");
        Object[] arguments = Stream.concat(Stream.of("convert", input, target), Stream.of(options))
                .toArray();
        fails(1, hints, arguments);
        try (Stream<Path> files = Files.list(folder)) {
            assertFalse(files.anyMatch(f -> f.getFileName().toString().contains("target")), "a file is left behind");
        }
    }

    @Test
    void malformedText() throws IOException {
        notConverted(List.of("a.csv", "line 2"), write("a.csv", "a,b\n1,\"x\n2,3\n"));
        notConverted(List.of("b.csv", "line 3", "3 fields, 2 are expected"), write("b.csv", "a,b\n1,2\n1,2,3\n"));
        notConverted(List.of("c.csv", "'a'"), write("c.csv", "a,a\n1,2\n"));
        notConverted(List.of("d.csv", "UTF-8", "charset"), write("d.csv", new byte[] {'a', '\n', (byte) 0xC3, '\n'}));
        notConverted(List.of("e.csv", "no line"), write("e.csv", ""));
        notConverted(
                List.of("f.csv", "line 2", "column 'a'", "'2024-02-30'"),
                write("f.csv", "a\n2024-02-30\n"),
                "--schema",
                "a date");
        notConverted(
                List.of("g.csv", "line 2", "column 'a'", "1e999999999"),
                write("g.csv", "a\n1e999999999\n"),
                "--schema",
                "a decimal(9,2)");
    }

    @Test
    void compressedTextThatIsCutShortOrNotCompressed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a,b\n1,2\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
        }
        byte[] gz = bytes.toByteArray();
        notConverted(List.of("cut.csv.gz"), write("cut.csv.gz", Arrays.copyOf(gz, gz.length / 2)));
        notConverted(List.of("cut.csv.gz"), write("cut.csv.gz", Arrays.copyOf(gz, gz.length - 4)));
        notConverted(List.of("plain.csv.gz"), write("plain.csv.gz", "a,b\n1,2\n"));
        notConverted(List.of("none.csv.gz"), write("none.csv.gz", ""));
        byte[] two = Arrays.copyOf(gz, gz.length + 12);
        System.arraycopy(gz, 0, two, gz.length, 12);
        notConverted(List.of("second.csv.gz", "ends too early"), write("second.csv.gz", two));
        two[gz.length] = 0x55;
        notConverted(List.of("other.csv.gz", "are other bytes"), write("other.csv.gz", two));
        gz[gz.length / 2] ^= 0x55;
        notConverted(List.of("flipped.csv.gz"), write("flipped.csv.gz", gz));
    }

    @Test
    void parquetFilesThatAreNone() throws IOException {
        notConverted(List.of("zero.parquet"), write("zero.parquet", ""));
        notConverted(List.of("short.parquet"), write("short.parquet", "PAR1"));
        notConverted(List.of("text.parquet"), write("text.parquet", "x".repeat(1000)));
        notConverted(List.of("ends.parquet"), write("ends.parquet", "PAR1" + "x".repeat(100) + "PAR1"));
        notConverted(List.of("crypt.parquet"), write("crypt.parquet", "PARE" + "x".repeat(100) + "PARE"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "head", "inspect", "scan", "verify"})
    void pathsThatLeadNowhere(String command) throws IOException {
        fails(2, List.of("no-such"), command, folder.resolve("no-such.stoa"));
        fails(2, List.of("no-*.stoa"), command, folder.resolve("no-*.stoa"));
        fails(2, List.of("["), command, folder.resolve("[.stoa"));
        fails(2, List.of("{"), command, folder.resolve("{a,.stoa"));
        Path empty = Files.createDirectories(folder.resolve("empty"));
        fails(2, List.of("empty"), command, empty);
        CommandRun scheme = stoa(command, "nosuchscheme://x/y.stoa");
        assertTrue(scheme.exitCode() > 0 && scheme.err().contains("nosuchscheme"), scheme.err());
        assertEquals(1, scheme.err().lines().count(), scheme.err());
        fails(2, List.of("path"), command, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema", "head", "inspect", "scan"})
    void aFileThatMayNotBeRead(String command) throws IOException {
        Path secret = stoaFile();
        assertTrue(secret.toFile().setReadable(false));
        assumeFalse(Files.isReadable(secret), "this user may read everything");
        fails(1, List.of("small.stoa"), command, secret);
    }

    private Path stoaFile() throws IOException {
        Path stoa = folder.resolve("small.stoa");
        StringBuilder text = new StringBuilder("id,name,price\n");
        for (int i = 0; i < 200; i++) {
            text.append(i)
                    .append(",name ")
                    .append(i % 7)
                    .append(',')
                    .append(i / 8.0)
                    .append('\n');
        }
        assertEquals(
                0,
                stoa("convert", write("small.csv", text.toString()), stoa, "--overwrite")
                        .exitCode());
        return stoa;
    }

    /** Damaged files, each through every command: one line and exit code 1, or what the sound file gives. */
    @Test
    void damagedFilesThroughEveryCommand() throws IOException {
        Path sound = stoaFile();
        byte[] bytes = Files.readAllBytes(sound);
        long seed = 11;
        Random random = new Random(seed);
        List<List<String>> commands = List.of(
                List.of("schema"),
                List.of("head"),
                List.of("inspect"),
                List.of("scan", "--where", "price > 3 and name like 'name%'", "--stats"),
                List.of("verify"));
        for (int round = 0; round < 40; round++) {
            byte[] bad = bytes.clone();
            int at = random.nextInt(bytes.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            if (round % 8 == 7) {
                bad = Arrays.copyOf(bytes, at);
            }
            Path file = write("bad.stoa", bad);
            String what = "round " + round + ", byte " + at + ", seed " + seed;
            for (List<String> command : commands) {
                CommandRun run =
                        stoa(Stream.concat(command.stream(), Stream.of(file)).toArray());
                assertTrue(run.exitCode() == 0 || run.exitCode() == 1, what + ": " + run.err());
                assertTrue(run.err().lines().count() <= 1, what + ": " + run.err());
                if (command.get(0).equals("verify")) {
                    assertEquals(1, run.exitCode(), what);
                    assertTrue(run.out().contains("bad.stoa"), run.out());
                } else if (run.exitCode() == 1) {
                    assertTrue(run.err().contains("bad.stoa"), what + ": " + run.err());
                }
            }
            Path back = folder.resolve("back.csv");
            CommandRun run = stoa("convert", file, back, "--overwrite");
            if (run.exitCode() == 0) {
                assertEquals(-1, Files.mismatch(folder.resolve("small.csv"), back), what);
                Files.delete(back);
            }
            assertFalse(Files.exists(back), what);
        }
    }

    @Test
    void conditionsAndColumnsThatMakeNoSense() throws IOException {
        Path stoa = stoaFile();
        for (String where : List.of(
                "",
                "id",
                "id =",
                "id = 1 or",
                "(id = 1",
                "id in ()",
                "id = 'a",
                "id like '%x%'",
                "1 = 1",
                "id = 1e999999999999",
                "price between 1",
                "name = 5",
                "id = x'0g'",
                "id ~ 3")) {
            CommandRun run = stoa("scan", stoa, "--where", where);
            assertEquals(2, run.exitCode(), where + ": " + run.err() + run.out());
            assertEquals(1, run.err().lines().count(), run.err());
        }
        for (String select : List.of("", "id,,name", "`id", "id.x", "nothing")) {
            CommandRun run = stoa("scan", stoa, "--select", select);
            assertEquals(2, run.exitCode(), select + ": " + run.err() + run.out());
            assertEquals(1, run.err().lines().count(), run.err());
        }
    }

    @Test
    void namesWithColonsAreRefusedByName() throws IOException {
        Path day = Files.createDirectories(folder.resolve("in/2024-01-31T10:00"));
        Files.writeString(day.resolve("x.csv"), "id,v\n1,2\n");
        CommandRun.ok("convert", folder.resolve("in"), folder.resolve("out") + "/", "--to", "csv");
        assertTrue(Files.exists(folder.resolve("out/2024-01-31T10:00/x.csv")));
        Path colon = Files.writeString(day.resolve("10:00.csv"), "id,v\n1,2\n");
        for (Object input : List.of(colon, folder.resolve("in"))) {
            for (String command : List.of("head", "scan", "schema")) {
                CommandRun.fails(
                        2, List.of("10:00.csv: the name has a colon", "rename", "standard input"), command, input);
            }
        }
        Path output = folder.resolve("a:b.stoa");
        CommandRun.fails(
                2, List.of("a:b.stoa: the name has a colon", "another name"), "convert", day.resolve("x.csv"), output);
        CommandRun.fails(2, List.of("'a:b.csv' is not a path", "scheme of a store"), "head", "a:b.csv");
    }

    @Test
    void linksThatChangeTheRowsOfAFolderAreRefused() throws IOException {
        Path in = Files.createDirectories(folder.resolve("in/deep"));
        Path text = Files.writeString(in.resolve("x.csv"), "id,v\n1,2\n");
        Files.createSymbolicLink(in.resolve("y.csv"), text);
        Files.createSymbolicLink(in.resolve("_gone"), Path.of("gone"));
        String rows = "{\"id\":1,\"v\":2}\n";
        assertEquals(rows + rows, CommandRun.ok("scan", folder.resolve("in"), "--json"));
        Path loop = Files.createSymbolicLink(in.resolve("loop"), Path.of(".."));
        CommandRun.fails(2, List.of("loop is a link to a folder around it"), "scan", folder.resolve("in"));
        Files.delete(loop);
        Files.createSymbolicLink(in.resolve("z.csv"), Path.of("gone.csv"));
        CommandRun.fails(2, List.of("z.csv is a link to nothing"), "head", folder.resolve("in"));
        CommandRun.fails(2, List.of("z.csv is a link to nothing"), "head", in.resolve("z.csv"));
    }

    @Test
    void linksToNothingThatAPatternMatchesAreRefused() throws IOException {
        Path in = Files.createDirectories(folder.resolve("in"));
        for (String day : List.of("day=1", "day=2")) {
            Files.writeString(Files.createDirectory(in.resolve(day)).resolve("x.csv"), "id,v\n1,2\n");
        }
        String rows = "{\"id\":1,\"v\":2}\n";
        Files.createSymbolicLink(in.resolve("other"), Path.of("gone"));
        Files.createSymbolicLink(in.resolve("day=1/.#x.csv"), Path.of("lock of an editor"));
        assertEquals(rows + rows, CommandRun.ok("scan", folder + "/in/day*/*.csv", "--json"));
        Path lost = Files.createSymbolicLink(in.resolve("day=2/y.csv"), Path.of("gone.csv"));
        for (String pattern : List.of("in/day*/*.csv", "in/day*/y.csv", "in/{day=1,day=2}/?.csv", "in/day*")) {
            CommandRun.fails(2, List.of("y.csv is a link to nothing"), "scan", folder + "/" + pattern);
        }
        Files.delete(lost);
        Files.createSymbolicLink(in.resolve("day=3"), Path.of("unmounted"));
        for (String pattern : List.of("in/day*", "in/day*/*.csv", "in/day*/x.csv", "i?/day=3/x.csv")) {
            CommandRun.fails(2, List.of("day=3 is a link to nothing"), "scan", folder + "/" + pattern);
        }
    }

    @Test
    void anOutputBehindALinkIsReplacedThereUnlessItIsTheInput() throws IOException {
        Path csv = Files.writeString(folder.resolve("x.csv"), "id,v\n1,2\n");
        Path stoa = folder.resolve("x.stoa");
        CommandRun.ok("convert", csv, stoa);
        byte[] before = Files.readAllBytes(stoa);
        Path link = Files.createSymbolicLink(folder.resolve("newest.stoa"), stoa);
        Path around = Files.createSymbolicLink(folder.resolve("around"), folder);
        for (Path output : List.of(link, around.resolve("x.stoa"), around.resolve("newest.stoa"))) {
            CommandRun.fails(
                    2, List.of("is both input and output"), "convert", stoa, output, "--select", "id", "--overwrite");
        }
        assertArrayEquals(before, Files.readAllBytes(stoa));
        CommandRun.ok("convert", csv, link, "--select", "id", "--overwrite");
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("{\"id\":1}\n", CommandRun.ok("scan", stoa, "--json"));
    }

    @Test
    void linksThatChangeTheRowsAreNotAdopted() throws IOException {
        Path csv = Files.writeString(folder.resolve("x.csv"), "id,v\n1,2\n");
        Path deep = Files.createDirectories(folder.resolve("t/deep"));
        CommandRun.ok("convert", csv, deep.resolve("x.stoa"));
        Path lost = Files.createSymbolicLink(deep.resolve("y.stoa"), Path.of("gone.stoa"));
        CommandRun.fails(2, List.of("y.stoa is a link to nothing"), "table", "adopt", folder.resolve("t"));
        Files.delete(lost);
        Files.createSymbolicLink(deep.resolve("loop"), Path.of(".."));
        CommandRun.fails(2, List.of("loop is a link to a folder around it"), "table", "adopt", folder.resolve("t"));
    }
}
