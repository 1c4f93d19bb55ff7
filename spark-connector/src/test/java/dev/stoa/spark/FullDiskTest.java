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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.spark.SparkThrowable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, as Hadoop tells it: by an {@link Error}, at each write and close. */
@Tag("engine")
class FullDiskTest {
    private static final String FULL = "No space left on device";
    private static final URI HERE = URI.create("hdfs://full");

    /** Tells which files the disk has no room for. */
    private static volatile Predicate<String> isFull = path -> false;

    @TempDir
    static Path warehouse;

    /** It has no room for some files. */
    public static final class FullDisk extends LocalHdfs {
        @Override
        public URI getUri() {
            return HERE;
        }

        @Override
        public FSDataOutputStream create(
                org.apache.hadoop.fs.Path path,
                boolean overwrite,
                int buffer,
                short replication,
                long block,
                Progressable progress)
                throws IOException {
            return filling(path, super.create(path, overwrite, buffer, replication, block, progress));
        }

        @Override
        public FSDataOutputStream create(
                org.apache.hadoop.fs.Path path,
                FsPermission permission,
                EnumSet<CreateFlag> flags,
                int buffer,
                short replication,
                long block,
                Progressable progress)
                throws IOException {
            return filling(path, super.create(path, permission, flags, buffer, replication, block, progress));
        }

        private static FSDataOutputStream filling(org.apache.hadoop.fs.Path path, FSDataOutputStream to)
                throws IOException {
            return isFull.test(path.toString()) ? new FSDataOutputStream(new FullStream(to), null) : to;
        }
    }

    private static final class FullStream extends OutputStream {
        private final OutputStream to;

        FullStream(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) {
            throw full();
        }

        @Override
        public void close() throws IOException {
            to.close();
            throw full();
        }
    }

    /** Hadoop's error, which only Hadoop makes. */
    private static FSError full() {
        try {
            Constructor<FSError> made = FSError.class.getDeclaredConstructor(Throwable.class);
            made.setAccessible(true);
            return made.newInstance(new IOException(FULL));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    static void addCatalog() {
        Spark.session().conf().set(LocalHdfs.IMPLEMENTATION, FullDisk.class.getName());
        Spark.catalog(Spark.session(), "full", HERE + warehouse.toString());
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset(LocalHdfs.IMPLEMENTATION);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(warehouse)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** What a failing statement leaves: Spark throws while its other tasks still end. */
    private static List<Path> filesAfter(List<Path> before) throws Exception {
        for (int i = 0; i < 3_000; i++) {
            try {
                if (files().equals(before)) {
                    break;
                }
            } catch (UncheckedIOException e) {
                // a file went while the folder was read
            }
            Thread.sleep(100);
        }
        return files();
    }

    private static void fails(String statement) throws Exception {
        List<Path> before = files();
        Exception e = assertThrows(Exception.class, () -> Rows.of(statement), statement);
        assertTrue(e instanceof SparkThrowable, Rows.messages(e));
        assertEquals("STOA_IO", ((SparkThrowable) e).getCondition());
        String said = Rows.messages(e);
        assertTrue(said.contains(FULL), said);
        assertEquals(before, filesAfter(before), statement);
    }

    @Test
    void aStatementFailsAndLeavesNothing() throws Exception {
        Rows.of(
                "create table full.a.t tblproperties ('sidecars-in-log' = 'false') as select id, concat('s', id) as s from range(1000)");
        Rows.of("create table full.a.parts (id bigint, p bigint) partitioned by (p)");
        try {
            isFull = path -> path.contains("/data/");
            fails("insert into full.a.t select id, 's' from range(100000)");
            fails("insert into full.a.parts select id, id % 10 from range(1000)");
            fails("create table full.a.u as select id from range(1000)");
            assertFalse(Files.exists(warehouse.resolve("a/u")));
            isFull = path -> path.contains("/sidecars/");
            fails("update full.a.t set s = 'other' where id < 500");
            fails("delete from full.a.t where id % 2 = 0");
            isFull = path -> path.contains("/_stoa/") && !path.contains("/sidecars/"); // what the driver writes
            fails("insert into full.a.t values (1, 's')");
            fails("delete from full.a.t where id % 2 = 0");
            fails("create table full.a.v as select id from range(1000)");
        } finally {
            isFull = path -> false;
        }
        assertEquals(List.of("[1000, 499500]"), Rows.of("select count(*), sum(id) from full.a.t"));
        assertEquals(List.of("[0]"), Rows.of("select count(*) from full.a.parts"));
        Rows.of("create table full.a.v as select id from range(10)");
    }
}
