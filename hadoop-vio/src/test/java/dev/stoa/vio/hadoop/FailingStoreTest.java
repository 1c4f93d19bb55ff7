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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
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
        RENAME_REFUSES
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

    private static final class FailingStream extends FilterOutputStream {

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
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            out.close();
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
                if (fault == Fault.RENAME_REFUSES) {
                    assertTrue(e.getMessage().contains(path.toString()), e.getMessage());
                } else {
                    assertEquals(MESSAGE, e.getMessage(), fault.toString());
                }
                assertEquals(existed ? List.of("f") : List.of(), names(), fault.toString());
            }
        }
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(file));
    }

    @Test
    void aDirectFileThatFailedIsRemoved() throws IOException {
        FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
        Path path = new Path(folder.resolve("f").toUri());
        for (Fault fault : Set.of(Fault.WRITE, Fault.CLOSE)) {
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
