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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.table.Assignment;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Errors as they reach a client of HiveServer2 by JDBC: a sentence, with what failed and what to do. */
@Tag("engine")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JdbcErrorsTest {
    private static final String HANDLER = " stored by 'dev.stoa.hive.StoaStorageHandler'";

    @TempDir
    static Path folder;

    private static Process server;
    private static BufferedReader output;
    private static BufferedWriter input;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                Files.exists(Path.of(System.getProperty("stoa.hive.jdbc"))), "this version of Hive has no such driver");
        Path site = Files.createDirectories(folder.resolve("site"));
        Map<String, String> settings = HiveSettings.of(folder, "jdbc:derby:memory:metastore;create=true");
        settings.put("hive.server2.enable.doAs", "false");
        settings.put("hive.server2.tez.initialize.default.sessions", "false");
        settings.put("hive.server2.logging.operation.enabled", "false");
        settings.put("hive.split.update", "true");
        StringBuilder xml = new StringBuilder("<configuration>");
        settings.forEach((key, value) -> xml.append(
                "<property><name>%s</name><value>%s</value></property>".formatted(key, value.replace("&", "&amp;"))));
        // the server makes configurations of its own: what it has from files only reaches Tez
        for (String name : List.of("hive-site.xml", "tez-site.xml")) {
            Files.writeString(site.resolve(name), xml + "</configuration>");
        }
        String classPath = site
                + File.pathSeparator
                + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                + File.pathSeparator
                + System.getProperty("stoa.hive.jdbc");
        server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MetaspaceSize=400m",
                        "-XX:+UseSerialGC",
                        "@" + System.getProperty("stoa.hive.options"),
                        "-Duser.timezone=UTC",
                        "-Xmx1g",
                        "-cp",
                        classPath,
                        JdbcSession.class.getName())
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        output = new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        input = new BufferedWriter(new OutputStreamWriter(server.getOutputStream(), StandardCharsets.UTF_8));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    private static void ask(String statement) throws IOException {
        input.write(statement);
        input.newLine();
        input.flush();
    }

    /** The next line of the server that begins with a text. */
    private static String next(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("the server has ended: " + Files.readString(folder.resolve("errors")));
    }

    private static void run(String statement) throws IOException {
        ask(statement);
        assertEquals("ok", next(JdbcSession.ANSWER), statement);
    }

    private static void refused(String why, String statement) throws IOException {
        ask(statement);
        sentence(why, next(JdbcSession.ANSWER));
    }

    private static void sentence(String why, String message) {
        System.out.println(message);
        assertTrue(message.contains(why), message);
        assertFalse(message.contains("\\n") || message.contains("\tat "), message);
        assertTrue(message.length() < 700, message);
    }

    private static Table open(String table) throws IOException {
        return Table.open(new LocalFolder(folder.resolve("external").resolve(table)), TableSettings.DEFAULT);
    }

    @Test
    @Order(1)
    void tablesAreRefused() throws Exception {
        refused(
                "rows are divided by one column at a time",
                "create table parted (id int, d date) clustered by (id, d) into 4 buckets" + HANDLER);
        run("create table kept (id int)" + HANDLER);
        refused("which can't become string", "alter table kept change id number string");
        refused("'alter table ... add columns'", "alter table kept replace columns (number int)");
        Path location = folder.resolve("external/kept");
        refused(
                "no column 'name'; the columns are [id]",
                "create external table others (name string)" + HANDLER + " location '" + location + "'");
        refused("Invalid table alias or column reference 'nope'", "select nope from kept");
        refused("no version 9", "select * from kept for system_version as of 9");
        refused("no version, tag or branch 'none'", "select * from default.kept.branch_none");
        TableOperations.of(open("kept")).branch("audit", OptionalLong.empty());
        refused("write a branch by 'stoa insert", "insert into default.kept.branch_audit values (1)");
    }

    @Test
    @Order(2)
    void rowsAreRefused() throws Exception {
        run("create table checked (id int)" + HANDLER);
        run("insert into checked values (1)");
        TableOperations.of(open("checked"))
                .run("add", t -> t.setProperties(t.snapshot().properties().withCheck("positive", "id > 0")));
        refused("id = -2 breaks the constraint 'positive'", "insert into checked values (-2)");
    }

    @Test
    @Order(3)
    void conflictsAreNamed() throws Exception {
        run("create table contested (id int, n int)" + HANDLER);
        run("insert into contested values (1, 1)");
        run("create temporary function wait_for as '" + WaitFor.class.getName() + "'");
        Path go = folder.resolve("go");
        ask("update contested set n = wait_for(n, '" + go + "') + 1 where id = 1");
        while (!Files.exists(Path.of(go + WaitFor.BEGUN))) {
            assertTrue(server.isAlive());
            Thread.sleep(20);
        }
        TableOperations.of(open("contested")).update(List.of(Assignment.literal("n", 5)), Optional.empty());
        Files.createFile(go);
        sentence("conflict with version 2", next(JdbcSession.ANSWER));
    }

    /**
     * Hive puts an error of a task into a report of Tez: the sentence is in it. The last one, as Tez's local mode goes on with
     * operators of the failed task.
     */
    @Test
    @Order(4)
    void damageIsNamed() throws Exception {
        run("create table damaged (id int)" + HANDLER);
        run("insert into damaged values (1)");
        try (Stream<Path> files = Files.walk(folder.resolve("external/damaged/data"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 0x55;
                Files.write(file, bytes);
            }
        }
        refused("is damaged", "select id from damaged");
        ask("select sum(id) from damaged");
        String report = next(JdbcSession.ANSWER);
        String sentence =
                report.replaceFirst("(?s).*?CorruptFileException: ", "").replaceFirst("\\\\n.*", "");
        System.out.println(report.length() + " characters, in them: " + sentence);
        assertTrue(sentence.startsWith(folder.toString()) && sentence.contains("is damaged"), report);
    }
}
