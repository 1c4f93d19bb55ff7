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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's local file system, with its checksum files. */
class LocalFileSystemTest extends FileSystemContract {

    @TempDir
    static File folder;

    /** What Hadoop sums up by default. */
    private static final int CHUNK = 512;

    private LocalFileSystem fs;

    @BeforeAll
    void open() throws IOException {
        fs = FileSystem.getLocal(new Configuration());
    }

    @Override
    FileSystem fs() {
        return fs;
    }

    @Override
    Path root() {
        return new Path(folder.toURI());
    }

    @Override
    boolean isNative() {
        return RunningHadoop.isAtLeast("3.3.5");
    }

    /** Makes a file with checksums, as other programs do. */
    @Override
    byte[] write(Path path, byte[] bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(bytes);
        }
        assertTrue(fs.getRaw().exists(fs.getChecksumFile(path)));
        return bytes;
    }

    @Test
    void sinksWriteNoChecksumFiles() throws IOException {
        Path path = path("f");
        for (boolean direct : new boolean[] {false, true}) {
            for (boolean overwrite : new boolean[] {false, true}) {
                write(path, new byte[100]);
                if (!overwrite) {
                    fs.getRaw().delete(path, false); // the checksums stay, of no file
                }
                SinkOptions options = SinkOptions.DEFAULT.withDirect(direct).withOverwrite(overwrite);
                try (FileSink sink = HadoopFileSink.create(fs, path, options)) {
                    sink.write(new byte[] {1, 2, 3});
                    sink.commit();
                }
                assertEquals(1, fs.getRaw().listStatus(path.getParent()).length, "only the file");
                assertArrayEquals(new byte[] {1, 2, 3}, content(path));
            }
        }
    }

    /** A file system of one disk whose process is killed before its n-th change. */
    private static final class Dying extends RawLocalFileSystem {
        private int changesLeft;

        private void change() throws IOException {
            if (changesLeft-- <= 0) {
                throw new IOException("killed");
            }
        }

        @Override
        public boolean rename(Path from, Path to) throws IOException {
            change();
            return super.rename(from, to);
        }

        @Override
        public boolean delete(Path path, boolean recursive) throws IOException {
            change();
            return super.delete(path, recursive);
        }
    }

    @Test
    void aCrashWhileAFileIsReplacedLeavesAFileThatCanBeRead() throws IOException {
        Path path = path("f");
        byte[] old = new byte[5000];
        byte[] replacement = new byte[5000];
        replacement[0] = 1;
        boolean done = false;
        for (int changes = 0; !done; changes++) {
            write(path, old);
            Dying disk = new Dying();
            disk.initialize(root().toUri(), new Configuration());
            disk.changesLeft = Integer.MAX_VALUE;
            FileSink sink =
                    HadoopFileSink.create(new LocalFileSystem(disk), path, SinkOptions.DEFAULT.withOverwrite(true));
            sink.write(replacement);
            disk.changesLeft = changes;
            try {
                sink.commit();
                done = true;
            } catch (IOException e) {
                assertEquals("killed", e.getCause().getMessage());
            }
            byte[] found = content(path);
            assertTrue(Arrays.equals(done ? replacement : old, found), "after " + changes + " changes");
        }
    }

    @Test
    void checksumsOfOthersAreChecked() throws IOException {
        Path path = path("f");
        write(path, new byte[5000]);
        try (RandomAccessFile damage = new RandomAccessFile(fs.pathToFile(path), "rw")) {
            damage.seek(1234);
            damage.write(1);
        }
        try (RangeSource source = HadoopRangeSource.open(fs, path, OptionalLong.empty())) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(1200, 100))));
            assertInstanceOf(ChecksumException.class, e.getCause());
        }
    }

    private void flipByte(Path path, long at) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(fs.pathToFile(path), "rw")) {
            file.seek(at);
            int before = file.read();
            file.seek(at);
            file.write(before ^ 0x40);
        }
    }

    @Test
    void noDamagedByteIsDelivered() throws IOException {
        Random random = Seeds.random("LocalFileSystemTest.noDamagedByteIsDelivered");
        Path path = path("f");
        int length = 700_000 + random.nextInt(1000);
        byte[] bytes = write(path, Seeds.bytes(random, length));
        int chunks = (length + CHUNK - 1) / CHUNK;
        for (int run = 0; run < 60; run++) {
            boolean inSums = run % 3 == 0;
            int damaged = run % 5 == 0 ? chunks - 1 : random.nextInt(chunks);
            Path file = inSums ? fs.getChecksumFile(path) : path;
            long at = inSums ? 8 + damaged * 4L + random.nextInt(4) : damaged * (long) CHUNK;
            flipByte(file, at);
            StoreProfile profile = Seeds.profile(random);
            BufferAllocator memory = run % 2 == 0 ? BufferAllocator.pooled() : BufferAllocator.pooledHeap();
            try (RangeSource source = HadoopRangeSource.open(fs, path, OptionalLong.of(length), profile, memory)) {
                for (int step = 0; step < 20; step++) {
                    int from = step % 4 == 0
                            ? Math.max(0, damaged * CHUNK - random.nextInt(2 * CHUNK))
                            : random.nextInt(length);
                    Range asked = new Range(from, 1 + random.nextInt(Math.min(length - from, 3 * CHUNK)));
                    boolean hit = asked.offset() < (damaged + 1L) * CHUNK && asked.end() > (long) damaged * CHUNK;
                    if (hit) {
                        RangeReadException e =
                                assertThrows(RangeReadException.class, () -> source.read(List.of(asked)));
                        assertInstanceOf(ChecksumException.class, e.getCause());
                    } else {
                        try (RangeBuffers got = source.read(List.of(asked))) {
                            assertBytes(bytes, List.of(asked), got);
                        }
                    }
                }
            }
            flipByte(file, at);
        }
    }

    @Test
    void checksWhereHadoopChecks() throws IOException {
        Path path = path("f");
        write(path, new byte[5000]);
        flipByte(path, 1234);
        Range asked = new Range(0, 5000);
        assertThrows(RangeReadException.class, () -> readAll(path, asked));
        try (RandomAccessFile sums = new RandomAccessFile(fs.pathToFile(fs.getChecksumFile(path)), "rw")) {
            sums.setLength(sums.length() - 1);
        }
        assertThrows(RangeReadException.class, () -> readAll(path, new Range(4500, 500)));
        fs.setVerifyChecksum(false);
        try {
            readAll(path, asked);
        } finally {
            fs.setVerifyChecksum(true);
        }
        fs.getRaw().delete(fs.getChecksumFile(path), false);
        readAll(path, asked);
    }

    /** The file that a link leads to is replaced, with its sums, and the link stays. */
    @Test
    void linksAreFollowed() throws IOException {
        Path path = path("f");
        Path link = path("link");
        write(path, new byte[100]);
        Files.createSymbolicLink(LocalFiles.path(link), LocalFiles.path(path));
        try (FileSink sink = HadoopFileSink.create(fs, link, SinkOptions.DEFAULT.withOverwrite(true))) {
            sink.write(new byte[] {1, 2, 3});
            sink.commit();
        }
        assertTrue(Files.isSymbolicLink(LocalFiles.path(link)));
        assertArrayEquals(new byte[] {1, 2, 3}, content(path));
        assertArrayEquals(new byte[] {1, 2, 3}, content(link));
    }

    private void readAll(Path path, Range asked) throws IOException {
        try (RangeSource source = HadoopRangeSource.open(fs, path, OptionalLong.empty())) {
            source.read(List.of(asked)).close();
        }
    }

    @Test
    void aFileThatWasReplacedIsRefused() throws IOException {
        Path path = path("f");
        write(path, new byte[5000]);
        FileStatus status = fs.getFileStatus(path);
        HadoopRangeSource.open(fs, status).close();
        fs.setTimes(path, status.getModificationTime() + 2000, -1);
        ChangedFileException e = assertThrows(ChangedFileException.class, () -> HadoopRangeSource.open(fs, status));
        assertTrue(e.getMessage().contains("opened was 5000 bytes of "), e.getMessage());
        assertTrue(fs.delete(path, false));
        assertThrows(IOException.class, () -> HadoopRangeSource.open(fs, status));
    }
}
