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

import dev.stoa.format.CorruptFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.hadoop.fs.FSDataInputStream;

/** A file of any store as a channel for the readers of Arrow. */
final class ArrowChannel implements SeekableByteChannel {
    private static final int LENGTH_BYTES = 4;
    private static final int CONTINUATION = -1;

    private final FSDataInputStream in;
    private final long length;
    private final boolean isStream;
    private long position;
    private boolean open = true;

    /**
     * A channel at the beginning of a file.
     *
     * @param isStream whether the file is of the stream format, whose reader allocates what the length of a message claims
     */
    ArrowChannel(FSDataInputStream in, long length, boolean isStream) {
        this.in = in;
        this.length = length;
        this.isStream = isStream;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int wanted = (int) Math.min(to.remaining(), length - position);
        if (wanted <= 0) {
            return to.hasRemaining() ? -1 : 0;
        }
        byte[] bytes = new byte[Math.min(wanted, 1 << 20)];
        in.readFully(position, bytes);
        position += bytes.length;
        if (isStream && to.remaining() == LENGTH_BYTES && bytes.length == LENGTH_BYTES) {
            int claimed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
            if (claimed != CONTINUATION && (claimed < 0 || claimed > length - position)) {
                throw new CorruptFileException("can't be read as Arrow: at byte " + (position - LENGTH_BYTES)
                        + " a message claims to have " + claimed + " bytes, " + (length - position) + " follow");
            }
        }
        to.put(bytes);
        return bytes.length;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long to) {
        position = to;
        return this;
    }

    @Override
    public long size() {
        return length;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        open = false;
        in.close();
    }
}
