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
package dev.stoa.cli.internal.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A local Parquet file that counts bytes read, and requests: reads that do not start where the one before ended. */
public final class CountingInputFile implements InputFile {
    private final Path path;
    private long bytes;
    private long requests;

    /** A file that is not open yet. */
    public CountingInputFile(Path path) {
        this.path = path;
    }

    /** Returns the number of bytes read. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of requests. */
    public long requests() {
        return requests;
    }

    @Override
    public long getLength() throws IOException {
        return new LocalInputFile(path).getLength();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
        return new Stream(new Channel(FileChannel.open(path, StandardOpenOption.READ)));
    }

    private final class Channel extends java.io.InputStream {
        private final FileChannel channel;
        private long position;
        private long lastEnd = -1;

        Channel(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int n = channel.read(ByteBuffer.wrap(target, offset, length), position);
            if (n > 0) {
                requests += position == lastEnd ? 0 : 1;
                bytes += n;
                position += n;
                lastEnd = position;
            }
            return n;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class Stream extends DelegatingSeekableInputStream {
        private final Channel channel;

        Stream(Channel channel) {
            super(channel);
            this.channel = channel;
        }

        @Override
        public long getPos() {
            return channel.position;
        }

        @Override
        public void seek(long position) {
            channel.position = position;
        }
    }
}
