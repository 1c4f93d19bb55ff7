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
package dev.stoa.cli.dropin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Unchanged readers of other formats, on HDFS: as Hadoop reads, and with this library put in by configuration only. */
@Timeout(300)
@Tag("store")
class DropInTest {

    private static final int COLUMNS = 24;
    private static final int EVERY = 3;
    private static final int ROWS = 40_000;

    @TempDir
    static java.nio.file.Path folder;

    private static MiniDFSCluster cluster;

    /** What a reader made of a file, and what it asked of HDFS for that. */
    private record Outcome(long checksum, int requests, long bytes, boolean parallel) {}

    private interface Reading {
        long checksum(Configuration conf) throws IOException;
    }

    @BeforeAll
    static void start() throws IOException {
        cluster = new MiniDFSCluster.Builder(
                        new HdfsConfiguration(), folder.resolve("dfs").toFile())
                .numDataNodes(1)
                .build();
        cluster.waitActive();
    }

    @AfterAll
    static void stop() {
        cluster.shutdown();
    }

    private static Path path(String name) throws IOException {
        return new Path(cluster.getFileSystem().getUri() + "/" + name);
    }

    private static Configuration conf(boolean ours) {
        Configuration conf = new Configuration();
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        if (ours) {
            conf.set("fs.hdfs.impl", "dev.stoa.vio.hadoop.VioFileSystem");
            conf.set("stoa.vio.fs.hdfs.impl", CountingHdfs.class.getName());
        } else {
            conf.set("fs.hdfs.impl", CountingHdfs.class.getName());
        }
        return conf;
    }

    /** Reads a file; through this library, two requests must meet if there are so many. */
    private static Outcome run(Reading reading, boolean ours, boolean twoMeet) throws IOException {
        CountingHdfs.reset(twoMeet);
        long checksum = reading.checksum(conf(ours));
        return new Outcome(
                checksum, CountingHdfs.REQUESTS.get(), CountingHdfs.BYTES.get(), twoMeet && CountingHdfs.haveMet());
    }

    private static void compare(String reader, Reading reading) throws IOException {
        Outcome plain = run(reading, false, false);
        Outcome ours = run(reading, true, true);
        System.out.println(reader + " on HDFS: " + plain + "; with VioFileSystem: " + ours);
        assertEquals(plain.checksum(), ours.checksum());
        assertFalse(plain.parallel());
        assertTrue(ours.parallel(), "at least two requests at the same time");
        assertTrue(ours.requests() <= plain.requests(), "no more requests");
        assertTrue(ours.bytes() <= plain.bytes() * 5 / 4, "hardly more bytes");
    }

    private static String columns(int every) {
        return IntStream.range(0, COLUMNS)
                .filter(i -> i % every == 0)
                .mapToObj(i -> "required int64 c" + i + ";")
                .collect(Collectors.joining(" ", "message t { ", " }"));
    }

    private static Path parquet(String name, int rows) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(columns(1));
        Path path = path(name);
        Random random = new Random(1);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(HadoopOutputFile.fromPath(path, conf(false)))
                .withType(schema)
                .withDictionaryEncoding(false)
                .build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(schema);
            for (int row = 0; row < rows; row++) {
                Group group = groups.newGroup();
                for (int i = 0; i < COLUMNS; i++) {
                    group.append("c" + i, random.nextLong());
                }
                writer.write(group);
            }
        }
        return path;
    }

    private static long checksum(Path parquet, Configuration conf) throws IOException {
        conf.set(ReadSupport.PARQUET_READ_SCHEMA, columns(EVERY));
        conf.setBoolean("parquet.hadoop.vectored.io.enabled", true);
        long sum = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), parquet)
                .withConf(conf)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                for (int i = 0; i < COLUMNS / EVERY; i++) {
                    sum = 31 * sum + group.getLong(i, 0);
                }
            }
        }
        return sum;
    }

    @Test
    void parquetJava() throws IOException {
        Path path = parquet("t.parquet", ROWS);
        compare("parquet-java", conf -> checksum(path, conf));
    }

    @Test
    void whatLiesCloseTogetherIsOneRequest() throws IOException {
        Path path = parquet("small.parquet", ROWS / 50);
        Outcome plain = run(conf -> checksum(path, conf), false, false);
        Outcome ours = run(conf -> checksum(path, conf), true, false);
        System.out.println("parquet-java, small columns: " + plain + "; with VioFileSystem: " + ours);
        assertEquals(plain.checksum(), ours.checksum());
        assertEquals(COLUMNS / EVERY, plain.requests());
        assertTrue(ours.requests() <= COLUMNS / EVERY / 2, "at most half as many requests");
        assertTrue(ours.bytes() <= plain.bytes() * EVERY, "at most the gaps between them");
    }

    @Test
    void orc() throws IOException {
        TypeDescription schema = TypeDescription.createStruct();
        for (int i = 0; i < COLUMNS; i++) {
            schema.addField("c" + i, TypeDescription.createLong());
        }
        Path path = path("t.orc");
        Random random = new Random(2);
        try (Writer writer = OrcFile.createWriter(
                path, OrcFile.writerOptions(conf(false)).setSchema(schema).compress(CompressionKind.NONE))) {
            VectorizedRowBatch batch = schema.createRowBatch();
            for (int row = 0; row < ROWS; row++) {
                for (int i = 0; i < COLUMNS; i++) {
                    ((LongColumnVector) batch.cols[i]).vector[batch.size] = random.nextLong();
                }
                if (++batch.size == batch.getMaxSize()) {
                    writer.addRowBatch(batch);
                    batch.reset();
                }
            }
            writer.addRowBatch(batch);
        }
        compare("orc", conf -> {
            boolean[] include = new boolean[COLUMNS + 1];
            for (int i = 0; i < COLUMNS; i += EVERY) {
                include[i + 1] = true;
            }
            include[0] = true;
            long sum = 0;
            try (Reader reader = OrcFile.createReader(path, OrcFile.readerOptions(conf));
                    RecordReader rows = reader.rows(reader.options().include(include))) {
                VectorizedRowBatch batch = reader.getSchema().createRowBatch();
                while (rows.nextBatch(batch)) {
                    for (int row = 0; row < batch.size; row++) {
                        for (int i = 0; i < COLUMNS; i += EVERY) {
                            LongColumnVector column = (LongColumnVector) batch.cols[i];
                            sum = 31 * sum + column.vector[column.isRepeating ? 0 : row];
                        }
                    }
                }
            }
            return sum;
        });
    }
}
