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
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.hadoop.fs.FSDataInputStream;

/** A file of any store as a channel for the readers of Arrow. */
final class ArrowChannel implements SeekableByteChannel {
    private static final int LENGTH_BYTES = 4;
    private static final int CONTINUATION = -1;
    /** The footer's length and the magic, which end a file. */
    private static final int TRAILER_BYTES = LENGTH_BYTES + 6;

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

    /**
     * Checks the footer of a file, and the messages of its blocks. The reader refuses a file without a footer.
     *
     * @throws CorruptFileException if they claim what can't be true
     */
    void checkFooter() throws IOException {
        long size = length > TRAILER_BYTES ? intAt(length - TRAILER_BYTES) : -1;
        if (size <= 0 || size > length - TRAILER_BYTES) {
            return;
        }
        Footer footer;
        try {
            footer = Footer.getRootAsFooter(buffer(length - TRAILER_BYTES - size, (int) size));
            ArrowMessageCheck.checkFooter(footer, length);
            for (int i = 0; i < footer.dictionariesLength(); i++) {
                checkBlock(footer.dictionaries(i), true);
            }
            for (int i = 0; i < footer.recordBatchesLength(); i++) {
                checkBlock(footer.recordBatches(i), false);
            }
        } catch (IndexOutOfBoundsException e) {
            throw new CorruptFileException("can't be read as Arrow: its footer is damaged: " + e, e);
        }
    }

    private void checkBlock(Block block, boolean isDictionary) throws IOException {
        ByteBuffer metadata = buffer(block.offset(), block.metaDataLength());
        int prefix = metadata.getInt(0) == CONTINUATION ? 2 * LENGTH_BYTES : LENGTH_BYTES;
        Message message =
                Message.getRootAsMessage(metadata.position(prefix).slice().order(ByteOrder.LITTLE_ENDIAN));
        ArrowMessageCheck.checkBlock(message, isDictionary, block.bodyLength());
    }

    private int intAt(long at) throws IOException {
        return buffer(at, LENGTH_BYTES).getInt();
    }

    private ByteBuffer buffer(long at, int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(at, bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
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

    /**
     * Checks that the file ends here, at the end of its stream: the rows of a second stream would be lost.
     *
     * @throws CorruptFileException if bytes follow
     */
    void checkEnd() throws CorruptFileException {
        if (position < length) {
            throw new CorruptFileException("can't be read as Arrow: its stream ends at byte " + position + ", and "
                    + (length - position) + " bytes follow, such as a second stream: give each stream by itself");
        }
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
