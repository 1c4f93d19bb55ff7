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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;

/** Tables on an S3 server, by S3A. The server runs in a process of its own: its libraries clash with Hive's. */
@Tag("engine")
class S3TablesTest {
    private static final String ROWS = "select pos as n, concat('s', pos % 3) as s, pos % 2 as p from (select 1) one"
            + " lateral view posexplode(split(space(999), ' ')) x as pos, val";

    private static Process server;
    private static HiveSession hive;

    @BeforeAll
    static void start() throws Exception {
        hive = HiveSession.shared();
        Path module = Path.of(System.getProperty("stoa.s3.module"));
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("test-classes").toString(),
                module.resolve("classes").toString(),
                Files.readString(module.resolve("test-classpath.txt")).strip());
        server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        "dev.stoa.vio.hadoop.S3ProxyServer")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the S3 server does not start");
            }
            String[] setting = line.split("=", 2);
            hive.set(setting[0], setting[1]);
        }
        // Hive does not tell its tasks what is secret in a configuration
        System.setProperty("aws.accessKeyId", hive.conf().get("fs.s3a.access.key"));
        System.setProperty("aws.secretAccessKey", hive.conf().get("fs.s3a.secret.key"));
        hive.set("fs.s3a.aws.credentials.provider", SystemPropertyCredentialsProvider.class.getName());
        hive.run("create database s3_tables");
        hive.run("use s3_tables");
    }

    @AfterAll
    static void stop() throws Exception {
        hive.run("use default");
        server.getOutputStream().close();
        server.waitFor();
    }

    @Test
    void writesReadsAndOverwritesPartitions() throws Exception {
        String location = "s3a://bkt/lake/orders";
        hive.run("create table orders (n int, s string) partitioned by (p int) stored as stoa location '" + location
                + "'");
        hive.run("insert into orders partition (p) " + ROWS);
        assertEquals(
                List.of("0\t500\t249500", "1\t500\t250000"),
                hive.run("select p, count(*), sum(n) from orders group by p order by p"));
        assertEquals(List.of("42\ts0\t0"), hive.run("select * from orders where n = 42"));
        assertEquals(List.of("334"), hive.run("select count(*) from orders where s = 's0'"));

        List<String> kept = objects(location + "/p=1");
        hive.run("insert overwrite table orders partition (p = 0) select 7, 'seven'");
        assertEquals(List.of("7\tseven\t0"), hive.run("select * from orders where p = 0"));
        assertEquals(kept, objects(location + "/p=1"));
        List<String> written = objects(location + "/p=0");
        assertEquals(1, written.size(), written::toString);

        hive.run("insert overwrite table orders partition (p) select n, s, p + 1 from orders where n < 10");
        assertEquals(
                List.of("0\t1", "1\t1", "2\t5"),
                hive.run("select p, count(*) from orders where n < 10 group by p order by p"));
    }

    @Test
    void makesTablesOfQueries() throws Exception {
        hive.run("create external table made stored as stoa location 's3a://bkt/lake/made' as " + ROWS);
        assertEquals(List.of("1000\t0\t999"), hive.run("select count(*), min(n), max(n) from made"));
        List<String> files = objects("s3a://bkt/lake/made");
        assertFalse(files.isEmpty());
        assertTrue(files.stream().noneMatch(file -> file.contains("_tmp")), files.toString());
    }

    @Test
    void changesRowsOfTablesWithALog() throws Exception {
        String location = "s3a://bkt/lake/changed";
        hive.run("create external table changed (n int, s string, p int) " + LogTables.BY_HANDLER + " location '"
                + location + "'");
        hive.run("insert into changed " + ROWS);
        String split = hive.set("hive.split.update", "true");
        try {
            hive.run("delete from changed where n >= 10");
            hive.run("update changed set s = 'even' where p = 0");
            hive.run("merge into changed c using (select 1 as n union all select 77) x on c.n = x.n"
                    + " when matched then delete when not matched then insert values (x.n, 'new', 2)");
        } finally {
            hive.set("hive.split.update", split);
        }
        assertEquals(
                List.of("even\t5\t20", "new\t1\t77", "s0\t2\t12", "s1\t1\t7", "s2\t1\t5"),
                hive.run("select s, count(*), sum(n) from changed group by s order by s"));
        assertEquals(List.of("10"), hive.run("select count(*) from changed"));
        assertEquals(List.of("1000"), hive.run("select count(n) from changed for system_version as of 1"));
        assertTrue(
                objects(location + "/_stoa").stream().noneMatch(file -> file.contains("tmp")),
                () -> "all is where it stays");
    }

    /** What is in a folder, but for Hive's staging folder, which it may remove after the statement has ended. */
    private static List<String> objects(String folder) throws IOException {
        var path = new org.apache.hadoop.fs.Path(folder);
        FileSystem fs = path.getFileSystem(hive.conf());
        List<String> found = new ArrayList<>();
        for (FileStatus status : fs.listStatus(path)) {
            String name = status.getPath().getName();
            if (!name.startsWith(".hive-staging")) {
                found.add(name + " " + status.getLen());
            }
        }
        return found;
    }
}
