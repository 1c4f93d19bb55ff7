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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands of the launcher in locales whose charset lacks letters. */
final class LocaleTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void convert() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "id,name\n1,é\n2,ю\n");
        CommandRun.ok("convert", csv, folder.resolve("t.stoa"));
    }

    /** Runs lines of a shell, in which stoa is the launcher. A file brings them there in UTF-8, whatever this process has. */
    private CommandRun run(String locale, String options, String lines) throws IOException, InterruptedException {
        Path hadoop = Files.writeString(
                folder.resolve("hadoop"), "#!/bin/sh\necho '" + System.getProperty("java.class.path") + "'\n");
        assertTrue(hadoop.toFile().setExecutable(true));
        Path launcher = Path.of("src/main/installed/bin/stoa").toAbsolutePath();
        Path script = Files.writeString(
                folder.resolve("script"),
                "stoa() { sh '" + launcher + "' \"$@\"; }\ncd '" + folder + "' || exit 3\n" + lines + "\n");
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("LC_ALL", locale);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("STOA_HADOOP", hadoop.toString());
        builder.environment().put("STOA_OPTS", "-XX:TieredStopAtLevel=1 " + options);
        int exitCode = builder.start().waitFor();
        return new CommandRun(
                exitCode, new String(Files.readAllBytes(out), StandardCharsets.UTF_8), Files.readString(err));
    }

    @Test
    void argumentsAndNamesOfFilesKeepTheirLetters() throws IOException, InterruptedException {
        CommandRun run =
                run("C", "", "stoa convert t.stoa ü.stoa >&2 && stoa scan ü.stoa --where \"name = 'é'\" --to csv");
        assertEquals("id,name\n1,é\n", run.out(), run.err());
    }

    @Test
    void argumentsThatLostLettersAreRefused() throws IOException, InterruptedException {
        CommandRun run = run("xx_XX.none", "", "stoa scan t.stoa --where \"name <> 'é'\" --to csv");
        assertEquals("", run.out(), run.err());
        assertEquals(2, run.exitCode());
        assertTrue(run.err().startsWith("stoa: argument 4 has letters that the charset of the locale"), run.err());
        assertTrue(run.err().contains("set LC_ALL to a locale that has them, such as C.UTF-8"), run.err());
    }

    @Test
    void outputsThatAreNoTerminalsAreInUtf8() throws IOException, InterruptedException {
        for (String locale : new String[] {"C", "xx_XX.none"}) {
            CommandRun run = run(locale, "-Dfile.encoding=ISO-8859-1", "stoa scan t.stoa --to csv");
            assertEquals("id,name\n1,é\n2,ю\n", run.out(), run.err());
        }
    }

    /** A broken pipe ends the command without a message. */
    @Test
    void aReaderMayLeave() throws IOException, InterruptedException {
        Path big = folder.resolve("big.csv");
        Files.writeString(big, "id,name\n" + "1,abcdefghijklmnopqrstuvwxyz\n".repeat(100_000));
        CommandRun run =
                run("C", "", "{ stoa convert big.csv - --to csv; echo rc $? >&2; } | { read line; echo \"$line\"; }");
        assertEquals("id,name\n", run.out(), run.err());
        assertEquals("rc 0\n", run.err());
    }

    /** The message of a broken pipe is in the language of the system. */
    @Test
    void aReaderMayLeaveInAnyLanguage() throws IOException, InterruptedException {
        Path locales = Files.createDirectories(folder.resolve("locales"));
        assumeTrue(Files.exists(Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo")), "messages in German");
        assumeTrue(
                run("C", "", "localedef -i de_DE -f UTF-8 locales/de_DE.UTF-8").exitCode() == 0, "the locale");
        Path big = folder.resolve("big.csv");
        Files.writeString(big, "id,name\n" + "1,abcdefghijklmnopqrstuvwxyz\n".repeat(100_000));
        CommandRun run = run(
                "de_DE.UTF-8",
                "",
                "export LOCPATH='" + locales
                        + "'\n{ stoa convert big.csv - --to csv; echo rc $? >&2; } | { read line; echo \"$line\"; }");
        assertEquals("id,name\n", run.out(), run.err());
        assertEquals("rc 0\n", run.err());
    }

    @Test
    void numbersHaveTheSameDigitsInAllLocales() throws IOException, InterruptedException {
        CommandRun run = run(
                "C",
                "-Duser.language=ar -Duser.country=EG",
                "mkdir in && cp t.csv in/a.csv && cp t.csv in/b.csv && stoa convert in made --target-size 1M && ls made");
        assertTrue(run.out().contains("part-00000.stoa: 4 rows,"), run.out() + run.err());
        assertTrue(run.out().endsWith("\npart-00000.stoa\n"), run.out());
    }
}
