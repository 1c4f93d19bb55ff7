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
package dev.stoa.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.testing.QueryFailedException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, as Hadoop tells it: by an {@link Error}, at each write and close. Statements fail, say why, and leave nothing. */
@Tag("engine")
final class FullDiskTest {
    private static final String FULL = "No space left on device";
    private static final URI HERE = URI.create("hdfs://full");
    private static final int PAUSE_MILLIS = 100;
    private static final int WAITS = 3_000;

    /** Tells which files the disk has no room for. */
    private static volatile Predicate<String> isFull = path -> false;

    @TempDir
    private static Path folder;

    private static Server server;

    /** A local folder for what Hadoop takes for HDFS, whose renames tables rely on. */
    public static final class FullDisk extends RawLocalFileSystem {
        @Override
        public void initialize(URI name, Configuration conf) throws IOException {
            super.initialize(URI.create("file:///"), conf);
        }

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
    static void start() throws Exception {
        Path settings = Files.writeString(
                folder.resolve("site.xml"),
                "<configuration><property><name>fs.hdfs.impl</name><value>" + FullDisk.class.getName()
                        + "</value></property></configuration>");
        Path warehouse = folder.resolve("warehouse");
        Files.createDirectories(warehouse.resolve("s"));
        server = new Server(
                Map.of(
                        "stoa.warehouse",
                        HERE.toString() + warehouse,
                        "stoa.hadoop.config.resources",
                        settings.toString()),
                builder -> builder.setWorkerCount(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void freeSpace() {
        isFull = path -> false;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("warehouse"))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** What a failing statement leaves: Trino tells clients before it ends the transaction. */
    private static List<Path> filesAfter(List<Path> before) throws Exception {
        for (int i = 0; i < WAITS; i++) {
            try {
                if (files().equals(before)) {
                    break;
                }
            } catch (UncheckedIOException e) {
                // a file went while the folder was read
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return files();
    }

    private static void fails(String sql) throws Exception {
        List<Path> before = files();
        QueryFailedException failure = assertThrows(QueryFailedException.class, () -> server.rows(sql), sql);
        String said = failure.getMessage();
        assertTrue(said.contains(FULL) && !said.contains("\n"), said);
        assertEquals(
                StoaErrors.Code.STOA_STORE.toErrorCode(),
                server.runner()
                        .getCoordinator()
                        .getQueryManager()
                        .getFullQueryInfo(failure.getQueryId())
                        .getErrorCode(),
                said);
        assertEquals(before, filesAfter(before), sql);
    }

    @Test
    void statementsFailAndLeaveNothing() throws Exception {
        server.rows("CREATE TABLE t WITH (extra_properties = ARRAY['sidecars-in-log=false']) AS"
                + " SELECT n AS id, 'old' AS s FROM TABLE(sequence(1, 1000)) AS q(n)");
        server.rows("CREATE TABLE parts (id bigint, p bigint) WITH (partitioned_by = ARRAY['p'])");
        isFull = path -> path.contains("/data/");
        fails("INSERT INTO t SELECT n, 's' FROM TABLE(sequence(1, 100000)) AS q(n)");
        fails("INSERT INTO parts SELECT n, n % 10 FROM TABLE(sequence(1, 1000)) AS q(n)");
        fails("CREATE TABLE u AS SELECT n FROM TABLE(sequence(1, 1000)) AS q(n)");
        assertFalse(Files.exists(folder.resolve("warehouse/s/u")));
        isFull = path -> path.contains("/sidecars/");
        fails("UPDATE t SET s = 'new' WHERE id < 500");
        fails("DELETE FROM t WHERE id > 500");
        fails("DELETE FROM t WHERE id % 2 = 0");
        fails("MERGE INTO t USING (VALUES 7) AS u(id) ON t.id = u.id WHEN MATCHED THEN UPDATE SET s = 'merged'");
        isFull = path -> path.contains("/_stoa/") && !path.contains("/sidecars/"); // what the coordinator writes
        fails("INSERT INTO t VALUES (1, 's')");
        fails("UPDATE t SET s = 'new' WHERE id < 500");
        fails("DELETE FROM t WHERE id > 500");
        fails("ALTER TABLE t ADD COLUMN more bigint");
        fails("CREATE TABLE u (id bigint)");
        fails("CREATE TABLE u AS SELECT n FROM TABLE(sequence(1, 1000)) AS q(n)");
        freeSpace();
        assertEquals(
                List.of("[1000, 500500, 1000]"), server.rows("SELECT count(*), sum(id), count_if(s = 'old') FROM t"));
        assertEquals(List.of("[0]"), server.rows("SELECT count(*) FROM parts"));
        assertEquals(List.of("[10]"), server.rows("CREATE TABLE u AS SELECT n FROM TABLE(sequence(1, 10)) AS q(n)"));
    }
}
