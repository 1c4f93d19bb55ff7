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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands on files of other formats. */
class FormatCommandsTest {
    private static final String ROWS = "id,name,day,price\n1,a,0044-03-15,1.50\n2,,2500-01-01,\n";

    @TempDir
    private Path folder;

    private static String run(int exitCode, Object... arguments) {
        StringWriter out = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        int got = line.execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        assertEquals(exitCode, got, () -> Arrays.toString(arguments) + ": " + out);
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orc", "avro"})
    void rowsGoThereAndBackAndIntoTables(String format) throws IOException {
        Path csv = Files.writeString(folder.resolve("rows.csv"), ROWS);
        Path stoa = folder.resolve("rows.stoa");
        run(0, "convert", csv, stoa, "--schema", "id bigint not null, name varchar(5), day date, price decimal(10,2)");
        Path there = folder.resolve("rows." + format);
        for (String codec : new String[] {"none", "snappy", "zstd"}) {
            run(0, "convert", stoa, there, "--codec", codec, "--overwrite");
            Path back = folder.resolve("back.stoa");
            run(0, "convert", there, back, "--overwrite");
            assertEquals(run(0, "head", stoa), run(0, "head", back));
            assertEquals(schema(stoa), schema(back));
        }
        // told by its first bytes
        Path plain = Files.copy(there, folder.resolve("part-00000"));
        run(0, "convert", plain, folder.resolve("plain.stoa"));
        assertEquals(run(0, "head", stoa), run(0, "head", folder.resolve("plain.stoa")));
        Path table = folder.resolve("table");
        run(0, "table", "create", table, "--like", stoa);
        assertTrue(run(0, "insert", table, there).contains("2 rows inserted"));
        Path cut = Files.write(folder.resolve("cut." + format), Arrays.copyOf(Files.readAllBytes(there), 60));
        String refused = run(1, "convert", cut, folder.resolve("cut.stoa"));
        assertTrue(refused.contains("cut." + format), refused);
        assertEquals(1, refused.lines().count(), refused);
    }

    /** What stands in columns that are not wanted is nobody's business. */
    @Test
    void someColumnsOfATextAreLoaded() throws IOException {
        Path csv = Files.writeString(folder.resolve("some.csv"), "id,junk,name\n1,!?,a\n2,,b\n");
        Path stoa = folder.resolve("some.stoa");
        String schema = "id int, junk int, name text";
        run(1, "convert", csv, stoa, "--schema", schema);
        run(0, "convert", csv, stoa, "--schema", schema, "--select", "name,id");
        assertEquals(
                "{\"name\":\"a\",\"id\":1}",
                run(0, "head", "--json", "-n", "1", stoa).strip());
        run(0, "convert", csv, stoa, "--select", "name", "--overwrite");
        assertEquals("[  name: string]", schema(stoa));
        String unknown = run(2, "convert", csv, stoa, "--select", "nome", "--overwrite");
        assertTrue(unknown.contains("nome") && unknown.contains("'id', 'junk', 'name'"), unknown);
        Path orc = folder.resolve("some.orc");
        run(0, "convert", stoa, orc);
        run(0, "convert", orc, folder.resolve("o.stoa"), "--select", "name");
        assertTrue(run(0, "head", folder.resolve("o.stoa"), "-n", "1", "--json").startsWith("{\"name\":"));
    }

    /** pyarrow, Spark and Avro's readers believe such metadata more than the columns of a file. */
    @Test
    void metadataOfAllColumnsIsLeftOutOfSomeColumns() throws IOException {
        Set<String> ofAll = Set.of(
                "ARROW:schema",
                "org.apache.spark.sql.parquet.row.metadata",
                "parquet.avro.schema",
                "avro.schema",
                "iceberg.schema",
                "unit");
        Path stoa = folder.resolve("keys.stoa");
        Schema schema =
                Schema.of(Field.nullable("a", Type.of(TypeKind.INT64)), Field.nullable("b", Type.of(TypeKind.INT64)));
        WriterOptions options = WriterOptions.DEFAULT.withMetadata(
                ofAll.stream().map(key -> KeyValue.of(key, "v")).toList());
        try (StoaWriter writer = StoaWriter.create(LocalFileSink.create(stoa, SinkOptions.DEFAULT), schema, options)) {
            writer.finish();
        }
        Path parquet = folder.resolve("keys.parquet");
        run(0, "convert", stoa, parquet);
        for (Path input : List.of(stoa, parquet)) {
            for (String name : List.of("o.stoa", "o.parquet")) {
                Path output = folder.resolve(name);
                run(0, "convert", input, output, "--overwrite");
                assertEquals(ofAll, keys(output), input + " to " + name);
                run(0, "convert", input, output, "--overwrite", "--select", "b,a");
                assertEquals(Set.of("unit"), keys(output), input + " to " + name);
            }
        }
        Path arrow = folder.resolve("keys.arrow");
        run(0, "convert", stoa, arrow);
        assertFalse(keys(arrow).contains("ARROW:schema"), "it has a schema of its own");
    }

    private Set<String> keys(Path file) throws IOException {
        Path stoa = folder.resolve("keys-of-it.stoa");
        run(0, "convert", file, stoa, "--overwrite");
        try (StoaFile opened = StoaFile.open(RangeSources.open(stoa))) {
            return opened.info().keyValues().stream()
                    .map(FileInfo.KeyValue::key)
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void badRowsAreLeftOutUpToALimitAndWrittenDown() throws IOException {
        Path csv = Files.writeString(
                folder.resolve("bad.csv"),
                "id,name,day,price,small\n"
                        + "1,a,31.01.2024,1.50,1\n" // line 2, good
                        + "2,b,30.02.2024,1.50,1\n" // no such day
                        + "3,\"two\nlines\",01.02.2024,1.5,1,\n" // a field too many, lines 4 and 5
                        + ",c,01.02.2024,1,1\n" // line 6: null
                        + "5,long name,01.02.2024,1,1\n"
                        + "6,d,01.02.2024,1.234,1\n"
                        + "7,e,01.02.2024,1,300\n"
                        + "8,\"x\"\"y\",,,\n"); // line 10, good
        Path stoa = folder.resolve("bad.stoa");
        Path rejects = folder.resolve("rejects.csv");
        Object[] command = {
            "convert",
            csv,
            stoa,
            "--schema",
            "id int not null, name varchar(5), day date, price decimal(5,2), small int8",
            "--date-pattern",
            "dd.MM.uuuu",
            "--overwrite",
            "--rejects",
            rejects,
            "--max-bad-rows",
            6
        };
        assertTrue(run(0, command).contains("bad rows: 6"));
        assertTrue(run(0, "head", "--json", stoa).contains("\"id\":8"));
        assertTrue(Files.readString(rejects).startsWith("\"file\",\"line\",\"column\",\"reason\"\n"));
        String[] places = {
            "\"3\",\"day\"", "\"4\",\"\"", "\"6\",\"id\"", "\"7\",\"name\"", "\"8\",\"price\"", "\"9\",\"small\""
        };
        List<String> lines = Files.readAllLines(rejects);
        assertEquals(7, lines.size(), lines::toString);
        for (int i = 0; i < places.length; i++) {
            assertTrue(lines.get(i + 1).contains(places[i]), lines.get(i + 1) + " lacks " + places[i]);
        }
        command[6] = "dd.MM.yyyy";
        assertTrue(run(0, command).contains("bad rows: 6"));
        Files.delete(stoa);
        command[command.length - 1] = 5;
        String refused = run(1, command);
        assertTrue(refused.contains("line 9, column 'small'") && refused.contains("--max-bad-rows is 5"), refused);
        assertTrue(Files.notExists(stoa));
        assertEquals(7, Files.readAllLines(rejects).size());
        run(2, "convert", csv, stoa, "--max-bad-rows", 5);
    }

    @Test
    void argumentsThatBeginWithAnAt() throws IOException {
        Path csv = Files.writeString(folder.resolve("t.csv"), "1,a\n");
        Path columns = Files.writeString(folder.resolve("columns"), "id bigint,\nname string\n");
        Path stoa = folder.resolve("t.stoa");
        run(0, "convert", csv, stoa, "--no-header", "--schema", "@" + columns);
        assertTrue(schema(stoa).contains("id: int64"), schema(stoa));
        assertTrue(run(2, "schema", "@" + columns).contains("no such file"), "what a file says is no argument");
    }

    private static String schema(Path stoa) {
        return run(0, "schema", stoa)
                .lines()
                .skip(1)
                .filter(line -> line.startsWith("  "))
                .toList()
                .toString();
    }

    @Test
    void namesOfFoldersAreValuesOfColumnsThatFilesLack() throws IOException {
        Path lake = folder.resolve("lake");
        Path first = Files.createDirectories(lake.resolve("day=2024-01-31/Name=a%3Ab"));
        Files.writeString(first.resolve("x.csv"), "id\n1\n2\n");
        Path second = Files.createDirectories(lake.resolve("day=__HIVE_DEFAULT_PARTITION__/Name=c"));
        run(0, "convert", first.resolve("x.csv"), second.resolve("y.parquet"));
        Path third = Files.createDirectories(lake.resolve("day=2024-02-01/other=7"));
        run(0, "convert", first.resolve("x.csv"), third.resolve("z.stoa"));
        Path fourth = Files.createDirectories(lake.resolve("day=2024-02-02"));
        Files.writeString(fourth.resolve("own.csv"), "id,DAY\n5,2020-02-29\n");
        Path table = folder.resolve("table");
        run(0, "table", "create", table, "--schema", "id int, day date, name varchar(5)", "--key", "id,day");
        String told = run(1, "insert", table, second.resolve("y.parquet"));
        assertTrue(told.contains("key"), told); // null in a key
        run(0, "table", "create", folder.resolve("free"), "--schema", "id int, day date, name varchar(5)");
        told = run(0, "insert", folder.resolve("free"), lake);
        assertTrue(told.contains("the values of column 'day', which the files lack, are those in the names"), told);
        assertEquals(3, told.lines().count(), told);
        assertEquals(
                List.of(
                        "{\"id\":1,\"day\":\"2024-01-31\",\"name\":\"a:b\"}",
                        "{\"id\":1,\"day\":\"2024-02-01\",\"name\":null}",
                        "{\"id\":1,\"day\":null,\"name\":\"c\"}",
                        "{\"id\":2,\"day\":\"2024-01-31\",\"name\":\"a:b\"}",
                        "{\"id\":2,\"day\":\"2024-02-01\",\"name\":null}",
                        "{\"id\":2,\"day\":null,\"name\":\"c\"}",
                        "{\"id\":5,\"day\":\"2020-02-29\",\"name\":null}"),
                run(0, "scan", folder.resolve("free"), "--json")
                        .lines()
                        .sorted()
                        .toList());
        run(0, "upsert", table, first);
        assertTrue(run(0, "scan", table, "--json").contains("{\"id\":2,\"day\":\"2024-01-31\",\"name\":\"a:b\"}"));
        Path bad = Files.createDirectories(folder.resolve("day=monday"));
        Files.writeString(bad.resolve("x.csv"), "id\n1\n");
        told = run(1, "insert", folder.resolve("free"), bad);
        assertTrue(told.contains("column 'day', which the file lacks, and 'monday' is not a valid date"), told);
    }

    @Test
    void namesOfFoldersThatAConversionLeavesOutAreTold() throws IOException {
        Path lake = folder.resolve("lake");
        Path first = Files.createDirectories(lake.resolve("day=1"));
        Files.writeString(first.resolve("x.csv"), "id\n1\n");
        Path second = Files.createDirectories(lake.resolve("day=2"));
        Files.writeString(second.resolve("x.csv"), "id\n2\n");
        String lost = "the values of 'day' in the names of folders are left out";
        for (String output : List.of("one.stoa", "one.parquet")) {
            String told = run(0, "convert", lake, folder.resolve(output));
            assertEquals(1, told.lines().filter(line -> line.contains(lost)).count(), told);
        }
        String kept = run(0, "convert", lake, folder.resolve("kept"));
        kept += run(0, "convert", lake, folder.resolve("parquet"), "--to", "parquet");
        kept += run(0, "convert", folder.resolve("kept"), folder.resolve("texts"), "--to", "csv");
        assertTrue(!kept.contains(lost), kept);
        Files.writeString(first.resolve("x.csv"), "id,day\n1,1\n");
        String own = run(0, "convert", first.resolve("x.csv"), folder.resolve("own.stoa"));
        assertTrue(!own.contains(lost), own);
    }
}
