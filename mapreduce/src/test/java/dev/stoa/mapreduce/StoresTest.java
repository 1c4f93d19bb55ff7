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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.table.Assignment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same on every store: jobs, tables with a log, and files of several parts. On local files, on HDFS, also encrypted and
 * erasure-coded, and on S3A with each of its kinds of input streams, and with encryption by the server asked for.
 */
@Tag("store")
class StoresTest {
    private static final int BIG_ROWS = 1_600_000;

    @TempDir
    static Path shared;

    private static S3 server;
    private static Hdfs hdfs;

    @TempDir
    Path folder;

    /** A store: a folder on it, and settings. */
    record Store(String name, String folder, List<String> settings) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = new S3();
        hdfs = new Hdfs(shared);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        hdfs.close();
    }

    static Stream<Store> stores() {
        List<Store> stores = new ArrayList<>();
        stores.add(new Store("file", shared.resolve("files").toUri().toString(), List.of()));
        stores.add(new Store("hdfs", hdfs.cluster().getURI() + "/plain", List.of()));
        stores.add(new Store("hdfs encrypted", hdfs.path(Hdfs.SECRET, "folder").toString(), List.of()));
        stores.add(
                new Store("hdfs erasure-coded", hdfs.path(Hdfs.CODED, "folder").toString(), List.of()));
        for (String stream : List.of("classic", "prefetch", "analytics")) {
            stores.add(new Store(
                    "s3a " + stream, S3.BUCKET + "/" + stream, List.of("fs.s3a.input.stream.type=" + stream)));
        }
        stores.add(new Store("s3a encrypted", S3.BUCKET + "/encrypted", List.of("fs.s3a.encryption.algorithm=AES256")));
        return stores.stream();
    }

    private Configuration configuration(Store store) {
        Configuration conf = server.addTo(Lines.local(folder));
        conf.set("fs.s3a.buffer.dir", folder.resolve("buffer").toString());
        conf.setBoolean("fs.s3a.impl.disable.cache", true);
        conf.setInt("dfs.replication", 1);
        for (String setting : store.settings()) {
            conf.set(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        return conf;
    }

    private static org.apache.hadoop.fs.Path path(Store store, String name) {
        return new org.apache.hadoop.fs.Path(store.folder(), name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void jobsWriteAndRead(Store store) throws Exception {
        Configuration conf = configuration(store);
        Lines.run(Lines.write(conf, path(store, "job")));
        Lines.check(conf, Lines.files(conf, path(store, "job")));
        Lines.checkByJob(conf, path(store, "job"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void tablesAreChanged(Store store) throws IOException {
        org.apache.hadoop.fs.Path path = path(store, "table");
        try (FileSystem fs = FileSystem.newInstance(path.toUri(), configuration(store))) {
            Table table =
                    Table.create(HadoopFolder.of(fs, path), Lines.SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
            TableOperations operations = TableOperations.of(table);
            List<Object[]> rows = new ArrayList<>();
            for (long id = 0; id < 1000; id++) {
                rows.add(Lines.row(id));
            }
            try (RowInsert insert = operations.insert()) {
                insert.write(JavaRows.batch(insert.snapshot().schema(), rows));
                insert.commit();
            }
            operations.delete(Filter.less("id", 100));
            operations.update(
                    List.of(Assignment.literal("name", "changed")), Optional.of(Filter.greaterOrEqual("id", 990)));
            Table again = Table.open(HadoopFolder.of(fs, path), TableSettings.DEFAULT);
            try (TableScan scan = again.snapshot()
                    .scan()
                    .select("id")
                    .filter(Filter.equal("name", "changed"))
                    .build()) {
                assertEquals(9945, sum(scan));
            }
            assertEquals(900, again.snapshot().rowCount());
            assertEquals(1000, again.snapshotAt(1).rowCount());
            int files = 0;
            RemoteIterator<LocatedFileStatus> all = fs.listFiles(path, true);
            while (all.hasNext()) {
                FileStatus file = all.next();
                if (file.getPath().getName().endsWith(".stoa")) {
                    files++;
                    verify(fs, file);
                }
            }
            assertEquals(1, files, "a data file; the changes are in the log");
        }
    }

    private static long sum(TableScan scan) throws IOException {
        long sum = 0;
        while (scan.next()) {
            LongVector ids = (LongVector) scan.batch().column(0);
            for (int i = 0; i < scan.batch().selectedCount(); i++) {
                sum += ids.values()[scan.batch().selected(i)];
            }
        }
        return sum;
    }

    private static void verify(FileSystem fs, FileStatus file) throws IOException {
        try (RangeSource source = HadoopRangeSource.open(fs, file)) {
            assertEquals(
                    List.of(),
                    Verifier.verify(source, (done, of) -> {}),
                    () -> file.getPath().toString());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stores")
    void bigFilesAreWholeOnceTheyAreThere(Store store) throws IOException {
        org.apache.hadoop.fs.Path path = path(store, "big");
        Schema schema = Schema.of(Field.required("n", Type.of(TypeKind.INT64)));
        try (FileSystem fs = FileSystem.newInstance(path.toUri(), configuration(store))) {
            Random random = new Random(3);
            long sum = 0;
            try (StoaWriter writer = StoaWriter.create(
                    HadoopFileSink.create(fs, path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
                for (int i = 0; i < BIG_ROWS; i++) {
                    long n = random.nextLong();
                    sum += n;
                    writer.rows().append(n);
                }
                writer.finish();
            }
            FileStatus file = fs.getFileStatus(path);
            assertTrue(file.getLen() > 12 << 20, file.toString());
            if (store.name().startsWith("s3a")) {
                assertTrue(
                        file instanceof EtagSource tag && tag.getEtag().matches(".*-3\"?"),
                        "not uploaded by parts: " + file);
            }
            verify(fs, file);
            long read = 0;
            try (StoaFile opened = StoaFile.open(HadoopRangeSource.open(fs, file));
                    Scan scan = opened.scan().build()) {
                while (scan.next()) {
                    long[] values = ((LongVector) scan.batch().column(0)).values();
                    for (int i = 0; i < scan.batch().rowCount(); i++) {
                        read += values[i];
                    }
                }
            }
            assertEquals(sum, read);
        }
    }
}
