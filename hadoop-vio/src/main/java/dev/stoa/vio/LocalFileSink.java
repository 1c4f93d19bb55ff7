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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new local file. It is written as a hidden file in the same folder, synced, and published by a hard link, which refuses
 * an existing name atomically. If it may overwrite, an atomic move publishes it. Without hard links it is moved, unless it
 * is {@linkplain SinkOptions#exclusive() exclusive}. Then the folder is synced, and so is each folder that was made for the
 * file. Where a symbolic link has the name, a file that may overwrite takes the place of the file that it leads to.
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
    /** The file that the target leads to. */
    private final Path file;

    private final Path written;
    private final SinkOptions options;
    private final FileChannel channel;
    private Optional<Path> removedByAbort;
    private long position;
    private State state = State.OPEN;

    private LocalFileSink(Path target, Path file, Path written, SinkOptions options, FileChannel channel) {
        this.target = target;
        this.file = file;
        this.written = written;
        this.removedByAbort = Optional.of(written);
        this.options = options;
        this.channel = channel;
    }

    /**
     * Begins a file; its folder is made if it is missing.
     *
     * @throws TargetExistsException if a folder, a device, a pipe or a socket of that name exists, or a file that may not be
     *     overwritten
     * @throws WriteFailedException if the file or its folder cannot be made
     */
    public static LocalFileSink create(Path target, SinkOptions options) throws IOException {
        Path name = target.toAbsolutePath();
        if (name.getParent() == null || Files.isDirectory(name)) {
            throw new TargetExistsException(target.toString(), "a folder has this name");
        }
        if (Files.exists(name) && !Files.isRegularFile(name)) { // a rename would put a file in the place of /dev/null
            throw new TargetExistsException(target.toString(), "a device, a pipe or a socket has this name");
        }
        if (!options.overwrite() && Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT);
        }
        try {
            Path file = LocalDisk.behindLinks(name);
            Path written = options.direct() ? file : file.resolveSibling(".vio-" + UUID.randomUUID() + ".tmp");
            LocalDisk.createFolders(Objects.requireNonNull(file.getParent(), "a file is in a folder"));
            return new LocalFileSink(target, file, written, options, open(written, options));
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT, e);
        } catch (IOException e) {
            throw new WriteFailedException(target.toString(), "can't be created", false, e);
        }
    }

    private static FileChannel open(Path written, SinkOptions options) throws IOException {
        return options.direct() && options.overwrite()
                ? FileChannel.open(
                        written,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING)
                : FileChannel.open(written, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
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
        try {
            while (bytes.hasRemaining()) {
                position += channel.write(bytes);
            }
        } catch (ClosedChannelException e) {
            throw e; // interrupted
        } catch (IOException e) {
            throw failed("can't be written", e);
        }
    }

    @Override
    public void commit() throws IOException {
        checkOpen();
        try (LocalDisk.OpenFolder folder = openFolder()) {
            syncContents();
            IOException unpublished = null;
            try {
                if (!options.direct()) {
                    publish();
                    removedByAbort = options.isReliedOn() ? Optional.empty() : Optional.of(file);
                }
            } catch (IOException e) {
                unpublished = e;
            }
            // after a failure, too: another's file of that name is relied on by who finds it
            sync(folder, unpublished);
            if (unpublished != null) {
                throw unpublished;
            }
        }
        state = State.COMMITTED;
    }

    private LocalDisk.OpenFolder openFolder() throws IOException {
        try {
            return LocalDisk.open(file.getParent());
        } catch (IOException e) {
            throw failed("its folder can't be opened to be synced", e);
        }
    }

    private void syncContents() throws IOException {
        try {
            channel.force(true);
            channel.close();
        } catch (ClosedChannelException e) {
            throw e; // interrupted
        } catch (IOException e) {
            throw failed("can't be synced to disk", e);
        }
    }

    private void sync(LocalDisk.OpenFolder folder, IOException unpublished) throws IOException {
        try {
            folder.sync();
        } catch (IOException e) {
            if (unpublished != null) {
                e.addSuppressed(unpublished);
            }
            throw new WriteFailedException(id(), "its folder can't be synced to disk", true, e);
        }
    }

    /** A failure before the file takes its name. One that is written under its name from the start is seen until it is aborted. */
    private WriteFailedException failed(String step, IOException cause) {
        return new WriteFailedException(id(), step, options.direct(), cause);
    }

    private void publish() throws IOException {
        try {
            if (options.overwrite()) {
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return;
            }
            linkOrMove();
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(id(), OVERWRITE_HINT, e);
        } catch (UnsafeStoreException | WriteFailedException e) {
            throw e;
        } catch (IOException e) {
            if (Files.isDirectory(file)) {
                throw new TargetExistsException(id(), "a folder has this name", e);
            }
            throw new WriteFailedException(id(), "can't be published", Files.notExists(written), e);
        }
        removeLink();
    }

    private void linkOrMove() throws IOException {
        try {
            Files.createLink(file, written);
        } catch (FileSystemException | UnsupportedOperationException e) {
            if (isLinked(e)) {
                return; // the answer of a file server was lost
            }
            if (e instanceof FileAlreadyExistsException exists) {
                throw exists;
            }
            if (options.exclusive() && !Files.isDirectory(file)) {
                if (lacksLinks()) {
                    throw new UnsafeStoreException(
                            id(), "this folder has no hard links; keep tables on a file system that has them", e);
                }
                throw e;
            }
            LOG.debug("{}: no hard links here, moving", file, e);
            Files.move(written, file); // looks first, so that only a creation at the same instant is missed
        }
    }

    /** Whether the link exists although making it failed. If the file system can't say, the file may be visible. */
    private boolean isLinked(Exception failure) throws WriteFailedException {
        try {
            return Files.isSameFile(file, written);
        } catch (NoSuchFileException e) {
            LOG.debug("{}: is not there", file, e);
            return false;
        } catch (IOException e) {
            e.addSuppressed(failure);
            throw new WriteFailedException(id(), "can't be published, or looked for", true, e);
        }
    }

    /** Whether it is for want of links that one could not be made: then a file can be, which a full disk has no room for. */
    private boolean lacksLinks() {
        Path other = written.resolveSibling(".vio-" + UUID.randomUUID() + ".tmp");
        try {
            Files.createLink(other, written);
            Files.deleteIfExists(other);
            return false;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("{}: no link can be made", other, e);
        }
        try {
            Files.createFile(other);
            Files.deleteIfExists(other);
            return true;
        } catch (IOException e) {
            LOG.debug("{}: no file can be made either", other, e);
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

    @Override
    public void abort() throws IOException {
        if (state == State.OPEN) {
            state = State.ABORTED;
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("{}: closing the aborted {} failed", target, written, e);
            }
            if (removedByAbort.isPresent()) {
                Files.deleteIfExists(removedByAbort.get());
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
