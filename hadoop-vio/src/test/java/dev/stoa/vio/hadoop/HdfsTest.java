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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.TargetExistsException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HDFS: a small cluster, blocks of 1 MiB. */
@Tag("store")
@Tag("once")
class HdfsTest extends FileSystemContract {

    private static final int BLOCK = 1 << 20;

    @TempDir
    static File folder;

    private HdfsServer server;
    private FileSystem fs;

    /** Changes how it is reached. */
    void configure(Configuration conf) {
        // as it is
    }

    @BeforeAll
    void start() throws IOException {
        Configuration conf = new Configuration();
        conf.setInt("dfs.blocksize", BLOCK);
        configure(conf);
        server = new HdfsServer(folder, BLOCK);
        fs = FileSystem.newInstance(server.uri(), conf);
    }

    @AfterAll
    void stop() throws IOException, InterruptedException {
        fs.close();
        server.stop();
    }

    @Override
    FileSystem fs() {
        return fs;
    }

    @Override
    Path root() {
        return new Path("/stoa");
    }

    @Override
    boolean isNative() {
        return false;
    }

    private int blocks(Path path) throws IOException {
        FileStatus status = fs.getFileStatus(path);
        return fs.getFileBlockLocations(status, 0, status.getLen()).length;
    }

    @Test
    void readsAcrossBlocks() throws IOException {
        Path path = path("f");
        byte[] bytes = Seeds.bytes(new Random(3), 4 * BLOCK + 100);
        SinkOptions smallBlocks = SinkOptions.DEFAULT.withExpectedLength(1);
        try (FileSink sink = HadoopFileSink.create(fs, path, smallBlocks)) {
            sink.write(bytes);
            sink.commit();
        }
        assertEquals(5, blocks(path));
        List<Range> asked = List.of(
                new Range(0, bytes.length),
                new Range(BLOCK - 1, 2),
                new Range(BLOCK - 10, 2 * BLOCK),
                new Range(4 * BLOCK, 100));
        StoreProfile hdfs = StoreProfile.hdfs();
        StoreProfile unmerged =
                hdfs.withCosts(Seeds.costsOfGap(0)).withLimits(hdfs.limits().withLargestRequest(BLOCK / 3 + 7));
        for (StoreProfile profile : List.of(hdfs, unmerged)) {
            try (RangeSource source = HadoopRangeSource.open(
                            fs, path, OptionalLong.of(bytes.length), profile, BufferAllocator.pooled());
                    RangeBuffers got = source.read(asked)) {
                assertBytes(bytes, asked, got);
                assertEquals(bytes.length, source.stats().bytesRead(), "no byte twice");
            }
        }
    }

    @Test
    void copiesAreAsManyAndWhereTheOptionsSay() throws IOException {
        FileSystem raw = fs;
        while (raw instanceof FilterFileSystem filter) {
            raw = filter.getRawFileSystem();
        }
        DatanodeInfo[] nodes =
                assertInstanceOf(DistributedFileSystem.class, raw).getDataNodeStats();
        assertEquals(2, nodes.length);
        for (int i = 0; i < 8; i++) {
            DatanodeInfo node = nodes[i % 2];
            String address = node.getIpAddr() + ":" + node.getXferPort();
            Path path = path("f" + i);
            SinkOptions options =
                    SinkOptions.SMALL.withReplication(OptionalInt.of(1)).withFavoredNodes(List.of(address));
            try (FileSink sink = HadoopFileSink.create(fs, path, options.withOverwrite(i > 3))) {
                sink.write(new byte[] {1});
                sink.commit();
            }
            FileStatus status = fs.getFileStatus(path);
            assertEquals(1, status.getReplication());
            assertEquals(List.of(address), List.of(fs.getFileBlockLocations(status, 0, 1)[0].getNames()));
        }
        Path path = path("elsewhere");
        SinkOptions unknown = SinkOptions.SMALL.withFavoredNodes(List.of("no-such-host.invalid", "127.0.0.1:x"));
        try (FileSink sink = HadoopFileSink.create(fs, path, unknown)) {
            sink.write(new byte[] {1});
            sink.commit();
        }
        assertEquals(1, fs.getFileStatus(path).getLen(), "a name that HDFS does not know fails no write");
    }

    @Test
    void noRequestGoesFromOneBlockToTheNext() throws IOException {
        Path path = path("f");
        byte[] bytes = Seeds.bytes(new Random(9), 4 * BLOCK + 100);
        try (FileSink sink = HadoopFileSink.create(fs, path, SinkOptions.DEFAULT.withExpectedLength(1))) {
            sink.write(bytes);
            sink.commit();
        }
        List<Range> asked = List.of(new Range(10, bytes.length - 20), new Range(BLOCK - 3, 6));
        try (RangeSource source = HadoopRangeSource.open(fs, fs.getFileStatus(path));
                RangeBuffers got = source.read(asked)) {
            assertBytes(bytes, asked, got);
            assertEquals(bytes.length - 20, source.stats().bytesRead());
            if (RunningHadoop.isAtLeast("3.3.0")) { // before, HDFS reads into arrays only
                for (Range request : source.plan(asked).requests()) {
                    assertEquals(request.offset() / BLOCK, (request.end() - 1) / BLOCK, request.toString());
                }
            }
        }
    }

    @Test
    void oneFileIsOneBlock() throws IOException {
        byte[] bytes = new byte[3 * BLOCK + 77];
        Path unhinted = path("unhinted");
        write(unhinted, bytes);
        assertEquals(1, blocks(unhinted));
        Path hinted = path("hinted");
        SinkOptions options = SinkOptions.DEFAULT.withExpectedLength(bytes.length);
        try (FileSink sink = HadoopFileSink.create(fs, hinted, options)) {
            sink.write(bytes);
            sink.commit();
        }
        assertEquals(1, blocks(hinted));
        assertEquals(3 * BLOCK + 512, fs.getFileStatus(hinted).getBlockSize());
        Path direct = path("direct");
        try (FileSink sink = HadoopFileSink.create(fs, direct, options.withDirect(true))) {
            sink.write(bytes);
            sink.commit();
        }
        assertEquals(1, blocks(direct));
    }

    @Test
    @SuppressWarnings("try") // the writer dies: its sink is never closed
    void aKilledWriterLeavesNothingVisible() throws IOException {
        Path path = path("f");
        FileSystem doomed = FileSystem.newInstance(server.uri(), fs.getConf());
        FileSink sink = HadoopFileSink.create(doomed, path, SinkOptions.DEFAULT);
        sink.write(new byte[2 * BLOCK]);
        assertFalse(fs.exists(path));
        assertEquals(1, names().size());
        assertTrue(names().get(0).startsWith("."), names().toString());
        doomed.close();
        write(path, new byte[] {5});
        assertEquals(1, fs.getFileStatus(path).getLen());
        assertThrows(IOException.class, sink::commit);
        assertEquals(1, fs.getFileStatus(path).getLen());
    }

    @Test
    void aFolderThatAppearsMeanwhileIsKept() throws IOException {
        Path path = path("f");
        for (boolean overwrite : new boolean[] {false, true}) {
            try (FileSink sink = HadoopFileSink.create(fs, path, SinkOptions.DEFAULT.withOverwrite(overwrite))) {
                fs.mkdirs(path);
                assertThrows(TargetExistsException.class, sink::commit);
            }
            assertTrue(fs.getFileStatus(path).isDirectory());
            assertEquals(List.of("f"), names());
            assertEquals(0, fs.listStatus(path).length, "not moved into the folder");
            fs.delete(path, true);
        }
    }

    @Test
    void aFileThatWasReplacedIsRefused() throws IOException {
        Path path = path("f");
        write(path, Seeds.bytes(new Random(1), 100_000));
        FileStatus status = fs.getFileStatus(path);
        assertTrue(fs.delete(path, false));
        write(path, Seeds.bytes(new Random(2), 100_000));
        if (RunningHadoop.isAtLeast("3.3.0")) { // before, nothing but the length and the time can show it
            ChangedFileException e = assertThrows(ChangedFileException.class, () -> HadoopRangeSource.open(fs, status));
            assertTrue(e.getMessage().contains(path.toString()), e.getMessage());
        }
        try (RangeSource source = HadoopRangeSource.open(fs, fs.getFileStatus(path));
                RangeBuffers got = source.read(List.of(new Range(0, 100_000)))) {
            assertBytes(Seeds.bytes(new Random(2), 100_000), List.of(new Range(0, 100_000)), got);
        }
    }

    @Test
    void aFileTruncatedSinceItsStatusIsRefused() throws IOException {
        Path path = path("f");
        write(path, new byte[10_000]);
        FileStatus status = fs.getFileStatus(path);
        assertTrue(fs.truncate(path, 0));
        if (RunningHadoop.isAtLeast("3.3.0")) {
            assertThrows(ChangedFileException.class, () -> HadoopRangeSource.open(fs, status));
        } else {
            try (RangeSource source = HadoopRangeSource.open(fs, status)) {
                RangeReadException e =
                        assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(4000, 2000))));
                ChangedFileException why = assertInstanceOf(ChangedFileException.class, e.getCause());
                assertTrue(why.getMessage().contains("opened was 10000 bytes of "), why.getMessage());
                assertTrue(why.getMessage().contains("there is now 0 bytes of "), why.getMessage());
            }
        }
    }

    @Test
    void aFileRemovedAfterOpeningIsRefused() throws IOException {
        Path path = path("f");
        write(path, new byte[10_000]);
        FileStatus status = fs.getFileStatus(path);
        Failing failing = new Failing();
        UnchangedFile file = new UnchangedFile("f", Optional.of(status), () -> fs.getFileStatus(path), failing);
        IOException own = assertThrows(IOException.class, () -> file.read(0, ByteBuffer.allocate(1)));
        assertEquals("the store fails", own.getMessage(), "the file is the same: the failure stays as it is");
        assertTrue(fs.delete(path, false));
        ChangedFileException e = assertThrows(ChangedFileException.class, () -> file.read(0, ByteBuffer.allocate(1)));
        assertTrue(e.getMessage().contains("there is now nothing"), e.getMessage());
        assertSame(failing.failure, e.getCause());
    }

    private static final class Failing implements PositionalReader {

        final IOException failure = new IOException("the store fails");

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            throw failure;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
