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
package dev.stoa.vio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Positional reads of a local file, which is named by its path.
 *
 * <p>An interrupt during a read closes the channel for all threads. Reads of other threads that this ends, and the next read, then
 * open the file again, if it is still the same file.
 */
public final class LocalReader implements PositionalReader {

    private final Path file;
    private final BasicFileAttributes opened;
    private volatile FileChannel channel;
    private boolean closed; // guarded by this

    private LocalReader(Path file, BasicFileAttributes opened, FileChannel channel) {
        this.file = file;
        this.opened = opened;
        this.channel = channel;
    }

    /**
     * Opens a file.
     *
     * @throws IOException if it cannot be opened or is a folder
     */
    public static LocalReader open(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            throw new FileSystemException(file.toString(), null, "a folder, not a file");
        }
        return new LocalReader(file, attributes, FileChannel.open(file, StandardOpenOption.READ));
    }

    long length() throws IOException {
        return channel.size();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        while (true) {
            FileChannel current = channel;
            FileChannel open = current.isOpen() ? current : reopen();
            try {
                return open.read(target, position);
            } catch (ClosedByInterruptException e) {
                throw e; // this thread was interrupted
            } catch (ClosedChannelException e) {
                // another thread was, in a read of its own; or the reader is closed, which reopen() tells
            }
        }
    }

    private synchronized FileChannel reopen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (!channel.isOpen()) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            if (!Objects.equals(now.fileKey(), opened.fileKey())
                    || now.size() != opened.size()
                    || !now.lastModifiedTime().equals(opened.lastModifiedTime())) {
                throw new ChangedFileException(file.toString(), describe(opened), describe(now));
            }
            channel = FileChannel.open(file, StandardOpenOption.READ);
        }
        return channel;
    }

    private static String describe(BasicFileAttributes file) {
        return file.size() + " bytes of " + file.lastModifiedTime() + ", key " + file.fileKey();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
