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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.hive.internal.table.Declaration;
import dev.stoa.hive.internal.table.TableLog;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables on an HDFS in this process. */
@Tag("engine")
class HdfsTablesTest {
    private static final String HOST = "host0";

    private static MiniDFSCluster cluster;
    private static HiveSession hive;

    @BeforeAll
    static void start() throws Exception {
        hive = HiveSession.shared();
        Configuration conf = new Configuration();
        conf.set("hdfs.minidfs.basedir", hive.folder("hdfs").toString());
        cluster = new MiniDFSCluster.Builder(conf)
                .numDataNodes(1)
                .hosts(new String[] {HOST})
                .build();
        cluster.waitActive();
        hive.run("create database if not exists hdfs_tables");
        hive.run("use hdfs_tables");
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.shutdown();
        }
    }

    @Test
    void writesReadsAndPlaces() throws Exception {
        String location = cluster.getURI() + "/lake/orders";
        hive.run("create table orders (n int, s string) partitioned by (p int) stored as stoa location '" + location
                + "'");
        hive.run("insert into orders partition (p) select pos, concat('s', pos % 3), pos % 2 from (select 1) one"
                + " lateral view posexplode(split(space(999), ' ')) x as pos, val");
        assertEquals(
                List.of("0\t500\t249500", "1\t500\t250000"),
                hive.run("select p, count(*), sum(n) from orders group by p order by p"));
        assertEquals(List.of("42\ts0\t0"), hive.run("select * from orders where n = 42"));

        Path partition = new Path(location, "p=0");
        FileSystem fs = cluster.getFileSystem();
        FileStatus[] files = fs.listStatus(partition);
        assertTrue(Arrays.stream(files).allMatch(file -> file.getLen() > 0));
        JobConf job = new JobConf(cluster.getConfiguration(0));
        FileInputFormat.setInputPaths(job, partition);
        InputSplit[] splits = new StoaInputFormat().getSplits(job, 1);
        assertEquals(files.length, splits.length);
        for (InputSplit split : splits) {
            assertArrayEquals(new String[] {HOST}, split.getLocations());
        }
    }

    @Test
    void changesRows() throws Exception {
        String location = cluster.getURI() + "/lake/accounts";
        hive.run("create external table accounts (id int, name string) "
                + LogTables.AS_STOA.replace("stored as stoa", "stored as stoa location '" + location + "'"));
        hive.run("insert into accounts values (1, 'a'), (2, 'b'), (3, 'c')");
        hive.run("delete from accounts where id = 2");
        String split = hive.set("hive.split.update", "true");
        hive.run("update accounts set name = 'd' where id = 3");
        hive.set("hive.split.update", split);
        assertFalse(
                cluster.getFileSystem().exists(Utilities.toTempPath(new Path(location))), "Hive's folder is removed");
        assertEquals(List.of("1\ta", "3\td"), hive.run("select * from accounts order by id"));
        assertEquals(List.of("2"), hive.run("select count(*) from accounts"));
        assertEquals(
                List.of("1", "2", "3"), hive.run("select id from accounts for system_version as of 1 order by id"));
        hive.run(
                "insert into accounts select id + 10, name from accounts union all select id + 20, name from accounts");
        assertEquals(List.of("6\t72"), hive.run("select count(*), sum(id) from accounts"));
        assertEquals(
                List.of("_stoa", "data"),
                Arrays.stream(cluster.getFileSystem().listStatus(new Path(location)))
                        .map(file -> file.getPath().getName())
                        .sorted()
                        .toList(),
                "Hive's folders for the parts of the union are removed");
    }

    @Test
    void tablesOfTwoStoresMayHaveOnePath() throws Exception {
        java.nio.file.Path path = hive.folder("one-path").resolve("orders");
        for (String table : List.of("near file://", "far " + cluster.getURI())) {
            String[] of = table.split(" ", -1);
            hive.run("create external table " + of[0] + " (id int) " + LogTables.BY_HANDLER + " location '" + of[1]
                    + path + "'");
        }
        hive.run("insert into near values (1), (2)");
        hive.run("insert into near values (3)");
        hive.run("insert into far values (10)");
        assertEquals(
                List.of("6\t10"),
                hive.run("select a, b from (select sum(id) as a from near) n, (select sum(id) as b from far) f"));
        hive.run("insert into far select id + 10 from near");
        hive.run(
                "from far insert into near select id + 90 where id = 10 insert into far select id + 190 where id = 10");
        assertEquals(List.of("1", "2", "3", "100"), hive.run("select id from near order by id"));
        assertEquals(List.of("10", "11", "12", "13", "200"), hive.run("select id from far order by id"));
    }

    /** Hive makes a folder beside the table before each statement that writes it. */
    @Test
    void rightsToWriteBesideTheTableAreChecked() throws Exception {
        Path parent = new Path(cluster.getURI() + "/closed");
        Path own = new Path(parent, "own");
        FileSystem fs = cluster.getFileSystem();
        fs.mkdirs(own);
        fs.setOwner(own, "guest", "guest");
        UserGroupInformation guest = UserGroupInformation.createUserForTesting("guest", new String[] {"guest"});
        List<FieldSchema> columns = List.of(new FieldSchema("id", "int", null));
        Configuration conf = cluster.getConfiguration(0);
        IOException refused = assertThrows(
                IOException.class,
                () -> guest.doAs((PrivilegedExceptionAction<Boolean>)
                        () -> new TableLog(conf, own).prepare(columns, Map.of(), Declaration.NONE)));
        assertTrue(refused.getMessage().contains("the user guest can't make it"), refused.getMessage());
        assertTrue(refused.getMessage().contains("/closed/-tmp.own"), refused.getMessage());
        assertTrue(refused.getMessage().contains("Grant the right to write in " + parent), refused.getMessage());
        assertEquals(0, fs.listStatus(own).length);
        fs.setOwner(parent, "guest", "guest");
        assertTrue(guest.doAs((PrivilegedExceptionAction<Boolean>)
                () -> new TableLog(conf, own).prepare(columns, Map.of(), Declaration.NONE)));
        assertEquals(1, fs.listStatus(parent).length, "nothing is left beside the table");
    }
}
