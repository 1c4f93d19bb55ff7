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

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands make and print does not depend on the zone of the machine: each zone has a process of its own. */
class ZonesTest {
    private static final List<String> ZONES = List.of("America/Los_Angeles", "Asia/Kathmandu");

    private static final String SCHEMA = "k int, d date, l timestamp(6), u timestamp(6,utc), t time(6)";

    /** Days of both calendars, far ones, and times that clocks of these zones never showed, or twice. */
    private static final List<String> DAYS = List.of(
            "0001-01-01",
            "1500-02-28",
            "1500-03-01",
            "1582-10-04",
            "1582-10-05",
            "1582-10-15",
            "1883-11-18",
            "1919-12-31",
            "1969-12-31",
            "1970-01-01",
            "1986-01-01",
            "2024-03-10",
            "2024-11-03",
            "2262-04-11",
            "2262-04-12",
            "9999-12-31");

    private static final List<String> TIMES = List.of("00:00:00", "00:10:00", "02:30:00", "12:07:02", "23:59:59");

    @TempDir
    private Path folder;

    /** Runs in a process with the zone; prints what it finds. */
    static final class Child {
        private final Path folder;

        private Child(Path folder) {
            this.folder = folder;
        }

        /** A folder with rows.csv, and perhaps files of others. */
        public static void main(String[] arguments) throws IOException {
            System.out.println("zone " + TimeZone.getDefault().getID());
            Child child = new Child(Path.of(arguments[0]));
            child.copies();
            child.table();
            for (String other : Arrays.asList(arguments).subList(1, arguments.length)) {
                child.other(other);
            }
        }

        private void copies() throws IOException {
            run("convert", path("rows.csv"), path("rows.stoa"), "--schema", SCHEMA);
            run("scan", path("rows.stoa"), "--json");
            run("convert", path("rows.csv"), path("guessed.stoa"));
            run("scan", path("guessed.stoa"), "--json");
            for (String kind : List.of("csv", "tsv", "parquet", "orc", "avro")) {
                String there = path("there." + kind);
                String back = path("back_" + kind + ".stoa");
                run("convert", path("rows.stoa"), there);
                boolean isText = kind.endsWith("sv");
                run(
                        isText
                                ? new String[] {"convert", there, back, "--schema", SCHEMA}
                                : new String[] {"convert", there, back});
                run("scan", back, "--json");
                if (!kind.equals("avro")) { // whose blocks end with random bytes
                    CRC32 crc = new CRC32();
                    crc.update(Files.readAllBytes(Path.of(there)));
                    System.out.println(kind + " " + Files.size(Path.of(there)) + " bytes, " + crc.getValue());
                }
            }
            run("scan", path("rows.stoa"), "--where", "d < date '1582-10-10' or u > timestamp '2262-04-11 23:47:16Z'");
            run("scan", path("rows.stoa"), "--select", "k,l", "--where", "l = timestamp '2024-03-10 02:30:00'");
            run("scan", path("rows.stoa"), "--aggregate", "--json", "--select", "d,l,u,t");
        }

        private void table() {
            String table = path("lake/t");
            run(
                    "table",
                    "create",
                    table,
                    "--schema",
                    SCHEMA,
                    "--key",
                    "k",
                    "--partition-by",
                    "d range(1582-10-15, 2262-04-12)");
            run("insert", table, path("rows.csv"));
            run("update", table, "--set", "l = timestamp '1986-01-01 00:10:00'", "--where", "k < 5");
            run("scan", table, "--ordered", "--json", "--where", "d <= date '1582-10-15'");
            run("scan", table, "--aggregate", "--select", "d,l,u,t");
        }

        private void other(String file) {
            String stoa = path(Path.of(file).getFileName() + ".stoa");
            if (run("convert", file, stoa)) {
                run("head", "-n", "50", stoa, "--json");
            }
        }

        private String path(String name) {
            return folder.resolve(name).toString();
        }

        private boolean run(String... words) {
            StringWriter out = new StringWriter();
            CommandLine line = Main.commandLine();
            line.setOut(new PrintWriter(out));
            line.setErr(new PrintWriter(out));
            int exitCode = line.execute(words);
            System.out.println(words[0] + " " + exitCode);
            boolean isWritten = List.of("convert", "insert", "update", "table").contains(words[0]);
            if (!isWritten || exitCode != 0) {
                System.out.print(out.toString().replace(folder.toString(), "FOLDER"));
            }
            return exitCode == 0;
        }
    }

    @Test
    void rowsBytesAndOutputsAreTheSameInEachZone() throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        StringBuilder csv = new StringBuilder("k,d,l,u,t\n");
        for (String day : DAYS) {
            for (String time : TIMES) {
                int k = rows.size();
                csv.append("%d,%s,%s %s,%sT%sZ,%s%n".formatted(k, day, day, time, day, time, time));
                rows.add("{\"k\":%d,\"d\":\"%s\",".formatted(k, day));
            }
        }
        List<List<String>> outputs = new ArrayList<>();
        for (String zone : ZONES) {
            Path own = Files.createDirectories(folder.resolve(zone.replace('/', '_')));
            Files.writeString(own.resolve("rows.csv"), csv.toString().replace("\r", ""));
            List<String> output = child(zone, own);
            assertEquals("zone " + zone, output.get(0));
            outputs.add(output.subList(1, output.size()));
        }
        assertEquals(String.join("\n", outputs.get(0)), String.join("\n", outputs.get(1)));
        for (int k = 0; k < rows.size(); k++) {
            String begin = rows.get(k);
            String local = "\"l\":\"" + DAYS.get(k / TIMES.size()) + "T" + TIMES.get(k % TIMES.size());
            long found = outputs.get(0).stream()
                    .filter(line -> line.startsWith(begin) && line.contains(local))
                    .count();
            assertTrue(found >= 7, found + " times " + begin + local);
        }
    }

    private List<String> child(String zone, Path own) throws IOException, InterruptedException {
        File errors = own.resolve("errors").toFile();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.timezone=" + zone,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                own.toString()));
        command.addAll(others());
        Process process = new ProcessBuilder(command).redirectError(errors).start();
        List<String> output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor(), () -> {
            try {
                return Files.readString(errors.toPath());
            } catch (IOException e) {
                return e.getMessage();
            }
        });
        return output;
    }

    /** Files with times, by old and by other writers, where they are there. */
    private static List<String> others() {
        return Stream.of(Path.of(System.getProperty("stoa.corpora", "../../shared/corpora")))
                .filter(Files::isDirectory)
                .flatMap(corpora -> Stream.of(
                                "orc/examples/TestOrcFile.testDate1900.orc",
                                "orc/examples/TestOrcFile.testDate2038.orc",
                                "orc/examples/TestOrcFile.testUnionAndTimestamp.orc",
                                "orc/examples/TestOrcFile.testTimestamp.orc",
                                "parquet-testing/data/int96_from_spark.parquet",
                                "drill/parquet/int96_impala_1.parquet",
                                "drill/parquet/timestamp_table.parquet",
                                "fastparquet/test-timezone.parquet")
                        .map(corpora.resolve("columnar")::resolve))
                .filter(Files::exists)
                .map(Path::toString)
                .toList();
    }
}
