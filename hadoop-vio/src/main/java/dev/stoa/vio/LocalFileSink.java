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
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new local file. It is written as a hidden file in the same folder, synced, and published by a hard link, which
 * refuses an existing name atomically, or by an atomic move if it shall overwrite. Where there are no hard links it is
 * moved, unless it is {@linkplain SinkOptions#exclusive() exclusive}.
 */
public final class LocalFileSink implements FileSink {

    private static final Logger LOG = LoggerFactory.getLogger(LocalFileSink.class);
    private static final String OVERWRITE_HINT = "remove it, or ask to overwrite";

    private enum State {
        OPEN,
        COMMITTED,
        ABORTED
    }

    private final Path target;
    private final Path written;
    private final SinkOptions options;
    private final FileChannel channel;
    private long position;
    private State state = State.OPEN;

    private LocalFileSink(Path target, Path written, SinkOptions options, FileChannel channel) {
        this.target = target;
        this.written = written;
        this.options = options;
        this.channel = channel;
    }

    /**
     * Begins a file; its folder is made if it is missing.
     *
     * @throws TargetExistsException if a folder of that name exists, or a file that may not be overwritten
     * @throws IOException if the file or its folder cannot be made
     */
    public static LocalFileSink create(Path target, SinkOptions options) throws IOException {
        Path file = target.toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new TargetExistsException(target.toString(), "a folder stands there");
        }
        if (!options.overwrite() && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT);
        }
        Files.createDirectories(folder);
        if (options.direct() && options.overwrite()) {
            return new LocalFileSink(
                    target,
                    file,
                    options,
                    FileChannel.open(
                            file,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING));
        }
        Path written = options.direct() ? file : folder.resolve(".vio-" + UUID.randomUUID() + ".tmp");
        try {
            return new LocalFileSink(
                    target,
                    written,
                    options,
                    FileChannel.open(written, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT, e);
        }
    }

    @Override
    public String id() {
        return target.toString();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        checkOpen();
        while (bytes.hasRemaining()) {
            position += channel.write(bytes);
        }
    }

    @Override
    public void commit() throws IOException {
        checkOpen();
        channel.force(true);
        channel.close();
        try {
            if (!options.direct()) {
                publish(target.toAbsolutePath());
            }
            state = State.COMMITTED;
            if (!options.direct()) {
                removeLink();
            }
        } finally {
            syncFolder(); // after a failure, too: the name may be there nevertheless, and be relied on by who finds it
        }
    }

    private void publish(Path file) throws IOException {
        try {
            if (options.overwrite()) {
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                linkOrMove(file);
            }
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(id(), OVERWRITE_HINT, e);
        } catch (FileSystemException e) {
            if (Files.isDirectory(file)) {
                throw new TargetExistsException(id(), "a folder stands there", e);
            }
            throw e;
        }
    }

    private void linkOrMove(Path file) throws IOException {
        try {
            Files.createLink(file, written);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            if (options.exclusive() && !Files.isDirectory(file)) {
                if (hasLinks()) {
                    throw e;
                }
                throw new UnsafeStoreException(
                        id(), "this folder has no hard links; keep tables on a file system that has them", e);
            }
            LOG.debug("{}: no hard links here, moving", file, e);
            Files.move(written, file); // looks first, so that only a creation at the same instant is missed
        }
    }

    /** Whether there are links here, so that it was not for want of them that one could not be made. */
    private boolean hasLinks() {
        Path other = written.resolveSibling(".vio-" + UUID.randomUUID() + ".tmp");
        try {
            Files.createLink(other, written);
            Files.deleteIfExists(other);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{}: no link can be made", other, e);
            return false;
        }
    }

    /** Removes the hidden name of a published file, if it has it still. */
    private void removeLink() {
        try {
            Files.deleteIfExists(written);
        } catch (IOException e) {
            LOG.warn("{} is written, but its temporary name {} could not be removed", target, written, e);
        }
    }

    /** Makes the new name durable where folders can be synced. */
    private void syncFolder() {
        try (FileChannel folder = FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            LOG.debug("{}: its folder cannot be synced", target, e);
        }
    }

    @Override
    public void abort() throws IOException {
        if (state == State.OPEN) {
            state = State.ABORTED;
            try {
                channel.close();
            } finally {
                Files.deleteIfExists(written);
            }
        }
    }

    private void checkOpen() throws IOException {
        if (state != State.OPEN || !channel.isOpen()) {
            ClosedChannelException closed = new ClosedChannelException();
            throw new IOException(id() + ": the file was committed, aborted or closed before", closed);
        }
    }
}
