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
package dev.stoa.vio.internal.disk;

import dev.stoa.vio.WriteFailedException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A local file for bytes that memory does not hold. It is unlinked as soon as it is open where the system allows it: then even a
 * killed process leaves nothing. Several threads may read it.
 */
public final class TemporaryFile implements Closeable {
    private final Path path;
    private final FileChannel channel;
    private final boolean unlinked;

    private TemporaryFile(Path path, FileChannel channel, boolean unlinked) {
        this.path = path;
        this.channel = channel;
        this.unlinked = unlinked;
    }

    /**
     * Makes a file.
     *
     * @throws WriteFailedException if the folder takes none
     */
    public static TemporaryFile create(Path folder) throws IOException {
        Path path;
        try {
            path = Files.createTempFile(folder, "stoa-spill-", ".tmp");
        } catch (IOException e) {
            throw failed(folder, e);
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return new TemporaryFile(path, channel, isUnlinked(path));
    }

    private static boolean isUnlinked(Path path) {
        try {
            Files.delete(path);
            return true;
        } catch (IOException e) {
            return false; // not on this system: close() removes it
        }
    }

    /**
     * Returns the exception for a temporary file that can't be made or written: an interrupt as it is, anything else with
     * the path.
     *
     * @param path the file, or the folder where it can't be made
     */
    public static IOException failed(Path path, IOException cause) {
        return cause instanceof ClosedChannelException
                ? cause // interrupted
                : new WriteFailedException(path.toString(), "what the memory does not hold can't be put aside", cause);
    }

    /** The name that the file has or had, for messages. */
    public Path path() {
        return path;
    }

    /** Writes the remaining bytes of a buffer at a position. */
    public void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /** Fills the remaining space of a buffer with the bytes from a position on. */
    public void read(ByteBuffer target, long position) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
            int n = channel.read(target, at);
            if (n < 0) {
                throw new EOFException("the spill file " + path + " ends at byte " + at);
            }
            at += n;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            if (!unlinked) {
                Files.deleteIfExists(path);
            }
        }
    }
}
