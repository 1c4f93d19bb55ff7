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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.WriteFailedException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever fails while a file is written: the name stays as it was, and no temporary file is left. */
class FailingStoreTest {

    @TempDir
    java.nio.file.Path folder;

    private static final String MESSAGE = "the store fails";

    private enum Fault {
        CREATE,
        WRITE,
        CLOSE,
        RENAME_THROWS,
        RENAME_REFUSES,
        SYNC,
        /** As Hadoop's local file systems tell it: by an error, at writes and at every close. */
        DISK_FULL,
        /** A disk that takes the data but not what is flushed at the close. */
        DISK_FULL_AT_CLOSE
    }

    /** Makes Hadoop's error, whose constructor is Hadoop's own. */
    static FSError diskFull() {
        try {
            Constructor<FSError> constructor = FSError.class.getDeclaredConstructor(Throwable.class);
            constructor.setAccessible(true);
            return constructor.newInstance(new IOException(MESSAGE));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** A local file system that fails in one way. */
    private static final class FailingFileSystem extends FilterFileSystem {

        private final Fault fault;

        FailingFileSystem(FileSystem fs, Fault fault) {
            super(fs);
            this.fault = fault;
        }

        @Override
        public FSDataOutputStream create(
                Path f,
                FsPermission permission,
                EnumSet<CreateFlag> flags,
                int bufferSize,
                short replication,
                long blockSize,
                Progressable progress)
                throws IOException {
            if (fault == Fault.CREATE) {
                throw new IOException(MESSAGE);
            }
            OutputStream out = super.create(f, permission, flags, bufferSize, replication, blockSize, progress);
            return new FSDataOutputStream(new FailingStream(out, fault), null);
        }

        @Override
        public boolean rename(Path src, Path dst) throws IOException {
            if (fault == Fault.RENAME_THROWS) {
                throw new IOException(MESSAGE);
            }
            return fault != Fault.RENAME_REFUSES && super.rename(src, dst);
        }
    }

    private static final class FailingStream extends FilterOutputStream implements Syncable, StreamCapabilities {

        private final Fault fault;
        private int written;

        FailingStream(OutputStream out, Fault fault) {
            super(out);
            this.fault = fault;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            written += length;
            if (fault == Fault.WRITE && written > 1000) {
                throw new IOException(MESSAGE);
            }
            if (fault == Fault.DISK_FULL && written > 1000) {
                throw diskFull();
            }
            out.write(bytes, offset, length);
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(StreamCapabilities.HSYNC);
        }

        @Override
        public void hflush() throws IOException {
            out.flush();
        }

        @Override
        public void hsync() throws IOException {
            if (fault == Fault.SYNC) {
                throw new IOException(MESSAGE);
            }
        }

        @Override
        public void close() throws IOException {
            out.close();
            if (fault == Fault.DISK_FULL || fault == Fault.DISK_FULL_AT_CLOSE) {
                throw diskFull();
            }
            if (fault == Fault.CLOSE) {
                throw new IOException(MESSAGE);
            }
        }
    }

    private List<String> names() {
        String[] names = folder.toFile().list();
        Arrays.sort(names);
        return List.of(names);
    }

    @Test
    void nothingIsLeft() throws IOException {
        java.nio.file.Path file = folder.resolve("f");
        FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
        Path path = new Path(file.toUri());
        for (boolean existed : new boolean[] {false, true}) {
            if (existed) {
                Files.write(file, new byte[] {7});
            }
            for (Fault fault : Fault.values()) {
                FileSystem fs = new FailingFileSystem(local, fault);
                IOException e = assertThrows(IOException.class, () -> {
                    try (FileSink sink = HadoopFileSink.create(fs, path, SinkOptions.DEFAULT.withOverwrite(existed))) {
                        sink.write(new byte[900]);
                        sink.write(new byte[900]);
                        sink.commit();
                    }
                });
                assertTrue(e.getMessage().startsWith(path + ": can't be "), e.getMessage());
                assertTrue(e.getMessage().endsWith("; the file is not published"), e.getMessage());
                assertFalse(assertInstanceOf(WriteFailedException.class, e).mayBeVisible(), fault.toString());
                if (fault != Fault.RENAME_REFUSES) {
                    assertEquals(MESSAGE, e.getCause().getMessage(), fault.toString());
                }
                assertEquals(existed ? List.of("f") : List.of(), names(), fault.toString());
            }
        }
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(file));
    }

    /** Refuses as HDFS does what a user may not do. */
    private static final class DenyingFileSystem extends FilterFileSystem {

        DenyingFileSystem(FileSystem fs) {
            super(fs);
        }

        @Override
        public FileStatus getFileStatus(Path f) throws IOException {
            throw new AccessControlException("Permission denied");
        }

        @Override
        public RemoteIterator<FileStatus> listStatusIterator(Path f) throws IOException {
            throw new AccessControlException("Permission denied");
        }

        @Override
        public URI getUri() {
            return URI.create("denying:///");
        }

        @Override
        public Path makeQualified(Path path) {
            return path;
        }
    }

    @Test
    void aFolderThatMayNotBeReadIsDeniedAsALocalOne() throws IOException {
        try (FileSystem local = FileSystem.newInstance(URI.create("file:///"), new Configuration())) {
            Folder denied = HadoopFolder.of(new DenyingFileSystem(local), new Path("/a"));
            AccessDeniedException e = assertThrows(AccessDeniedException.class, () -> denied.find("b"));
            assertEquals("/a/b: Permission denied", e.getMessage());
            assertThrows(AccessDeniedException.class, () -> denied.list("b"));
            assertThrows(AccessDeniedException.class, () -> denied.hasFolder("b"));
        }
    }

    /** A local file system whose files can't be read, or not even be opened. */
    private static final class UnreadableFileSystem extends RawLocalFileSystem {

        private final boolean opens;

        UnreadableFileSystem(boolean opens) throws IOException {
            this.opens = opens;
            initialize(URI.create("file:///"), new Configuration());
        }

        @Override
        public FSDataInputStream open(Path f, int bufferSize) {
            if (!opens) {
                throw diskFull();
            }
            return new FSDataInputStream(new FailingInput());
        }
    }

    @Test
    void aFailedReadIsAnException() throws IOException {
        Path path = new Path(folder.resolve("f").toUri());
        Files.write(folder.resolve("f"), new byte[100]);
        try (FileSystem failing = new UnreadableFileSystem(true)) {
            RangeSource source = HadoopRangeSource.open(failing, path, OptionalLong.of(100));
            IOException e = assertThrows(
                    IOException.class,
                    () -> source.read(List.of(new Range(0, 50))).close());
            assertTrue(e.getMessage().contains(MESSAGE), e.getMessage());
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                assertInstanceOf(IOException.class, cause);
            }
            assertThrows(IOException.class, source::close);
        }
        try (FileSystem failing = new UnreadableFileSystem(false)) {
            IOException e = assertThrows(
                    IOException.class,
                    () -> HadoopRangeSource.open(failing, path, OptionalLong.of(100))
                            .close());
            assertTrue(e.getMessage().contains(MESSAGE), e.getMessage());
        }
    }

    /** A local file system that counts its open streams. */
    private static final class CountingFileSystem extends RawLocalFileSystem {

        private final AtomicInteger open = new AtomicInteger();

        CountingFileSystem(Configuration conf) throws IOException {
            initialize(URI.create("file:///"), conf);
        }

        @Override
        public FSDataInputStream open(Path f, int bufferSize) throws IOException {
            open.incrementAndGet();
            return new FSDataInputStream(super.open(f, bufferSize)) {
                @Override
                public void close() throws IOException {
                    open.decrementAndGet();
                    super.close();
                }
            };
        }
    }

    @Test
    void aRefusedSettingLeavesNoStreamOpen() throws IOException {
        Path path = new Path(folder.resolve("f").toUri());
        Files.write(folder.resolve("f"), new byte[100]);
        Configuration conf = new Configuration();
        conf.set("stoa.vio.file.calibrate", "perhaps");
        try (CountingFileSystem counting = new CountingFileSystem(conf)) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class, () -> HadoopRangeSource.open(counting, path, OptionalLong.of(100)));
            assertTrue(e.getMessage().contains("stoa.vio.file.calibrate = perhaps"), e.getMessage());
            assertEquals(0, counting.open.get());
        }
    }

    /** A stream of a disk that fails. */
    private static final class FailingInput extends FSInputStream {

        @Override
        public int read() {
            throw diskFull();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            throw diskFull();
        }

        @Override
        public int read(long position, byte[] bytes, int offset, int length) {
            throw diskFull();
        }

        @Override
        public void seek(long position) {
            // one place is as bad as another
        }

        @Override
        public long getPos() {
            return 0;
        }

        @Override
        public boolean seekToNewSource(long position) {
            return false;
        }

        @Override
        public void close() {
            throw diskFull();
        }
    }

    @Test
    void aDirectFileThatFailedIsRemoved() throws IOException {
        FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
        Path path = new Path(folder.resolve("f").toUri());
        for (Fault fault : Set.of(Fault.WRITE, Fault.CLOSE, Fault.SYNC, Fault.DISK_FULL, Fault.DISK_FULL_AT_CLOSE)) {
            FileSystem fs = new FailingFileSystem(local, fault);
            assertThrows(IOException.class, () -> {
                try (FileSink sink = HadoopFileSink.create(fs, path, SinkOptions.DEFAULT.withDirect(true))) {
                    sink.write(new byte[1800]);
                    sink.commit();
                }
            });
            assertEquals(List.of(), names(), fault.toString());
        }
    }
}
