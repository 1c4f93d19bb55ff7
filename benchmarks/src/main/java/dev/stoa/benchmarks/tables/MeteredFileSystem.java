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
package dev.stoa.benchmarks.tables;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Local files for libraries of other formats: counts bytes, and the requests that a store of objects would get. One read after the
 * other without a gap is one request.
 */
public final class MeteredFileSystem extends RawLocalFileSystem {
    /** Whether a thread is in a call that counts; calls within it do not. */
    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

    /** Made by Hadoop. */
    public MeteredFileSystem() {}

    /** A configuration that has this file system in the place of the local one. */
    static Configuration configuration() {
        Configuration conf = new Configuration();
        conf.setClass("fs.file.impl", MeteredFileSystem.class, FileSystem.class);
        conf.setBoolean("fs.file.impl.disable.cache", true);
        return conf;
    }

    /** The location of a local folder. */
    static String location(Path folder) {
        return "file://" + folder.toAbsolutePath();
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    private static <T> T request(Call<T> call) throws IOException {
        if (INSIDE.get()) {
            return call.run();
        }
        Metered.REQUESTS.increment();
        INSIDE.set(true);
        try {
            return call.run();
        } finally {
            INSIDE.set(false);
        }
    }

    private static <T> T free(Call<T> call) throws IOException {
        boolean before = INSIDE.get();
        INSIDE.set(true);
        try {
            return call.run();
        } finally {
            INSIDE.set(before);
        }
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
        return request(() -> super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
        return request(() -> super.listStatus(path));
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new Read(free(() -> super.open(path, bufferSize))));
    }

    private static final class Read extends FSInputStream {
        private final FSDataInputStream in;

        /** Where the last read ended. */
        private long end = -1;

        Read(FSDataInputStream in) {
            this.in = in;
        }

        private int read(long from, int count) {
            if (count > 0) {
                if (from != end) {
                    Metered.REQUESTS.increment();
                }
                Metered.READ.add(count);
                end = from + count;
            }
            return count;
        }

        @Override
        public int read() throws IOException {
            long from = in.getPos();
            int value = in.read();
            read(from, value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            long from = in.getPos();
            return read(from, in.read(target, offset, length));
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) throws IOException {
            return read(position, in.read(position, target, offset, length));
        }

        @Override
        public void seek(long target) throws IOException {
            in.seek(target);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
