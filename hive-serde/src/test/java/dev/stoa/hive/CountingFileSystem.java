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

import java.io.EOFException;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files under another scheme, {@code counted:}, whose bytes are counted when they are read. */
public final class CountingFileSystem extends RawLocalFileSystem {
    static final String SCHEME = "counted";
    static final AtomicLong READ = new AtomicLong();

    /** Called by Hadoop. */
    public CountingFileSystem() {}

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return plain(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(Path folder) throws IOException {
        return Arrays.stream(super.listStatus(folder))
                .map(CountingFileSystem::plain)
                .toArray(FileStatus[]::new);
    }

    /** One that does not ask for permissions later, by a path that would have to be one of {@code file:}. */
    private static FileStatus plain(FileStatus status) {
        return new FileStatus(
                status.getLen(),
                status.isDirectory(),
                status.getReplication(),
                status.getBlockSize(),
                status.getModificationTime(),
                status.getPath());
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new Counted(super.open(path, bufferSize)));
    }

    private static final class Counted extends FSInputStream {
        private final FSDataInputStream in;

        Counted(FSDataInputStream in) {
            this.in = in;
        }

        @Override
        public int read(long position, byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(position, bytes, offset, length);
            READ.addAndGet(Math.max(0, read));
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = in.read(bytes, offset, length);
            READ.addAndGet(Math.max(0, read));
            return read;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            try {
                in.readFully(one);
            } catch (EOFException e) {
                return -1;
            }
            READ.incrementAndGet();
            return one[0] & 0xff;
        }

        @Override
        public void seek(long position) throws IOException {
            in.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public boolean seekToNewSource(long position) throws IOException {
            return in.seekToNewSource(position);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
