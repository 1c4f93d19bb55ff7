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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalDisk;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsCreateModes;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new file of a Hadoop file system. How it becomes visible depends on what the store can do:
 *
 * <ul>
 *   <li>HDFS, local and most others: written as a hidden file in the same folder, synced, renamed. HDFS refuses an
 *       existing name atomically; Hadoop's local file systems look first, then rename, so of two writers that commit
 *       one name at the same instant the later wins. On a local disk the folder is synced, too.
 *   <li>Stores whose streams can be aborted (S3A): written under its name, which appears when the stream is closed, so
 *       that a failure aborts the stream. Where the store has conditional creation, it refuses an existing name.
 *   <li>{@link SinkOptions#direct()}: exactly the given path; an abort removes it.
 * </ul>
 *
 * <p>File systems that keep checksum files next to the data, as Hadoop's local one does, get none for the new file: two
 * files can't be replaced in one step. A checksum file of the name's earlier file is removed before the new file takes the
 * name.
 */
public final class HadoopFileSink implements FileSink {

    private static final Logger LOG = LoggerFactory.getLogger(HadoopFileSink.class);

    private static final String OVERWRITE_HINT = "remove it, or ask to overwrite";
    private static final String BOTH_SUCCEED = "of two writers of this name both might succeed here: ";
    private static final String FOLDER_HINT = "a folder has this name";
    private static final String CHANGED_REMOTELY = "RemoteFileChangedException";
    private static final String BYTES_PER_CHECKSUM = "dfs.bytes-per-checksum";
    private static final int DEFAULT_BYTES_PER_CHECKSUM = 512;
    private static final long DEFAULT_EXPECTED_LENGTH = 1L << 30;
    private static final Set<String> ATOMIC_RENAMES = Set.of("hdfs", "webhdfs", "swebhdfs");
    private static final int COPY_BYTES = 64 << 10;

    private enum State {
        OPEN,
        COMMITTED,
        ABORTED
    }

    private final FileSystem fs;
    private final Path target;
    private final Path written;
    private final SinkOptions options;
    private final FSDataOutputStream stream;
    private final Optional<Path> staleSums;
    private final boolean abortable;
    private byte[] copy = new byte[0];
    private boolean streamClosed;
    private Optional<Path> removedByAbort;
    private long position;
    private State state = State.OPEN;

    private HadoopFileSink(
            FileSystem fs,
            Path target,
            Path written,
            SinkOptions options,
            FSDataOutputStream stream,
            Optional<Path> staleSums) {
        this.fs = fs;
        this.target = target;
        this.written = written;
        this.removedByAbort = Optional.of(written);
        this.options = options;
        this.stream = stream;
        this.staleSums = staleSums;
        this.abortable = stream.hasCapability(StreamCapabilities.ABORTABLE_STREAM);
    }

    /**
     * Begins a file; its folder is made if it is missing.
     *
     * @param fs the file system; stays the caller's
     * @param path the name of the new file
     * @throws TargetExistsException if a folder of that name exists, or a file that may not be overwritten
     * @throws UnsafeStoreException if the store, as it is set up, can't do what the options ask, or may mix up files
     * @throws IOException if the file or its folder cannot be made
     */
    public static HadoopFileSink create(FileSystem fs, Path path, SinkOptions options) throws IOException {
        Path name = fs.makeQualified(path);
        Path target = options.overwrite() ? LocalFiles.behindLinks(fs, name) : name;
        if (target.getParent() == null) {
            throw new TargetExistsException(target.toString(), FOLDER_HINT);
        }
        if (fs instanceof ChecksumFileSystem sums) {
            return create(sums.getRawFileSystem(), target, options, Optional.of(sums.getChecksumFile(target)));
        }
        return create(fs, target, options, Optional.empty());
    }

    private static HadoopFileSink create(FileSystem fs, Path target, SinkOptions options, Optional<Path> staleSums)
            throws IOException {
        try {
            if (isPublishedByClose(fs, target)) {
                UploadBuffers.refuseShared(fs, target);
            }
            if (options.exclusive()) {
                refuseUnsafe(fs, target);
            }
            return begin(fs, target, options, staleSums);
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT, e);
        } catch (TargetExistsException | UnsafeStoreException e) {
            throw e;
        } catch (IOException | FSError e) {
            throw FsErrors.ofWrite(fs, target, "can't be created", false, e);
        }
    }

    private static HadoopFileSink begin(FileSystem fs, Path target, SinkOptions options, Optional<Path> staleSums)
            throws IOException {
        if (options.direct()) {
            if (options.overwrite() || !fs.exists(target)) {
                remove(fs, staleSums);
            }
            createLocalFolders(fs, target);
            return new HadoopFileSink(
                    fs, target, target, options, plain(fs, target, options.overwrite(), options), staleSums);
        }
        refuseExisting(fs, target, options);
        if (isPublishedByClose(fs, target)) {
            FSDataOutputStream stream = PublishedByClose.create(fs, target, options.overwrite());
            return new HadoopFileSink(fs, target, target, options, stream, staleSums);
        }
        createLocalFolders(fs, target);
        Path hidden = new Path(target.getParent(), ".vio-" + UUID.randomUUID() + ".tmp");
        return new HadoopFileSink(fs, target, hidden, options, hidden(fs, hidden, options), staleSums);
    }

    /** Whether the store shows a file under its name when the stream is closed, and not before. */
    private static boolean isPublishedByClose(FileSystem fs, Path target) throws IOException {
        return HadoopApi.SINCE_3_3 && PublishedByClose.isOffered(fs, target);
    }

    private static void createLocalFolders(FileSystem fs, Path target) throws IOException {
        if (LocalFiles.isLocal(fs)) {
            LocalDisk.createFolders(LocalFiles.folderOf(target));
        }
    }

    /** Begins the hidden file. If that fails halfway, it removes the beginning. */
    private static FSDataOutputStream hidden(FileSystem fs, Path path, SinkOptions options) throws IOException {
        boolean created = false;
        try {
            FSDataOutputStream stream = plain(fs, path, false, options);
            created = true;
            return stream;
        } finally {
            if (!created) {
                try {
                    fs.delete(path, false);
                } catch (IOException | FSError e) {
                    LOG.debug("{}: cannot be removed, or is not there", path, e);
                }
            }
        }
    }

    /** How stores are known to refuse an existing name in one step: HDFS by its rename, others by conditional creation. */
    private static void refuseUnsafe(FileSystem fs, Path target) throws IOException {
        String scheme = String.valueOf(fs.getUri().getScheme());
        if (ATOMIC_RENAMES.contains(scheme)) {
            return;
        }
        if (!isPublishedByClose(fs, target)) {
            throw new UnsafeStoreException(
                    target.toString(),
                    BOTH_SUCCEED + "the renames of '" + scheme
                            + "' are not known to refuse a name that is taken; HDFS, S3A of Hadoop 3.4.2"
                            + " or newer, and local folders are");
        }
        if (!PublishedByClose.isConditional(fs, target)) {
            throw new UnsafeStoreException(
                    target.toString(),
                    BOTH_SUCCEED + "it has no conditional creation: take Hadoop 3.4.2 or newer, and see"
                            + " fs.s3a.create.conditional.enabled");
        }
    }

    private static void refuseExisting(FileSystem fs, Path target, SinkOptions options) throws IOException {
        try {
            if (fs.getFileStatus(target).isDirectory()) {
                throw new TargetExistsException(target.toString(), FOLDER_HINT);
            }
        } catch (FileNotFoundException e) {
            return;
        }
        if (!options.overwrite()) {
            throw new TargetExistsException(target.toString(), OVERWRITE_HINT);
        }
    }

    private static FSDataOutputStream plain(FileSystem fs, Path path, boolean overwrite, SinkOptions options)
            throws IOException {
        // both what the umask leaves and what it is of: where a folder has default ACLs, these count instead of the
        // umask
        FsPermission permission =
                FsCreateModes.applyUMask(FsPermission.getFileDefault(), FsPermission.getUMask(fs.getConf()));
        short replication = (short) options.replication().orElse(fs.getDefaultReplication(path));
        long blockSize = blockSize(fs, path, options);
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK);
        if (overwrite) {
            flags.add(CreateFlag.OVERWRITE);
        }
        if (!options.favoredNodes().isEmpty()
                && ATOMIC_RENAMES.contains(fs.getUri().getScheme())) {
            Optional<FSDataOutputStream> near = FavoredNodes.create(
                    fs, path, permission, overwrite, replication, blockSize, options.favoredNodes());
            if (near.isPresent()) {
                return near.get();
            }
        }
        return fs.create(path, permission, flags, COPY_BYTES, replication, blockSize, null);
    }

    /** Returns a block size that holds the expected length: at least the usual one, a multiple of the checksum unit. */
    private static long blockSize(FileSystem fs, Path path, SinkOptions options) {
        long unit = Math.max(1, fs.getConf().getInt(BYTES_PER_CHECKSUM, DEFAULT_BYTES_PER_CHECKSUM));
        long expected = options.expectedLength().orElse(DEFAULT_EXPECTED_LENGTH);
        long units = expected / unit + (expected % unit == 0 ? 0 : 1);
        return Math.max(fs.getDefaultBlockSize(path), Math.multiplyExact(units, unit));
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
        if (bytes.hasArray()) {
            write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
            bytes.position(bytes.limit());
            return;
        }
        if (copy.length == 0) {
            copy = new byte[COPY_BYTES];
        }
        while (bytes.hasRemaining()) {
            int length = Math.min(copy.length, bytes.remaining());
            bytes.get(copy, 0, length);
            write(copy, 0, length);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        checkOpen();
        try {
            stream.write(bytes, offset, length);
        } catch (IOException | FSError e) {
            throw failed("can't be written", e);
        }
        position += length;
    }

    @Override
    public void commit() throws IOException {
        checkOpen();
        try (LocalDisk.OpenFolder folder = LocalFiles.isLocal(fs) ? openFolder() : null) {
            closeSynced();
            if (!written.equals(target)) {
                publish();
                removedByAbort = options.isReliedOn() ? Optional.empty() : Optional.of(target);
            }
            if (folder != null) {
                sync(folder);
            }
        }
        state = State.COMMITTED;
    }

    private LocalDisk.OpenFolder openFolder() throws IOException {
        try {
            return LocalDisk.open(LocalFiles.folderOf(target));
        } catch (IOException e) {
            throw failed("its folder can't be opened to be synced", e);
        }
    }

    /** Syncs and closes the written file; without a hidden file this publishes it. */
    private void closeSynced() throws IOException {
        boolean syncs = stream.hasCapability(StreamCapabilities.HSYNC);
        try {
            if (syncs) {
                stream.hsync();
            }
            streamClosed = true;
            stream.close();
            if (!syncs && LocalFiles.isLocal(fs)) { // Hadoop before 3.3
                LocalDisk.syncFile(LocalFiles.path(written));
            }
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(id(), OVERWRITE_HINT, e);
        } catch (IOException | FSError e) {
            if (e.getClass().getName().endsWith(CHANGED_REMOTELY)) {
                throw new TargetExistsException(id(), OVERWRITE_HINT, e);
            }
            throw failed("can't be synced to disk", e);
        }
    }

    private void publish() throws IOException {
        try {
            if (!options.exclusive()) {
                refuseExisting(fs, target, options);
            }
            remove(fs, staleSums);
            rename();
        } catch (FileAlreadyExistsException e) {
            throw new TargetExistsException(id(), OVERWRITE_HINT, e);
        } catch (TargetExistsException e) {
            throw e;
        } catch (IOException e) {
            throw FsErrors.ofWrite(fs, target, "can't be published", !isThere(written), e);
        }
    }

    private boolean isThere(Path path) {
        try {
            return fs.exists(path);
        } catch (IOException e) {
            LOG.debug("{}: cannot be looked at", path, e);
            return false;
        }
    }

    private void sync(LocalDisk.OpenFolder folder) throws IOException {
        try {
            folder.sync();
        } catch (IOException e) {
            throw FsErrors.ofWrite(fs, target, "its folder can't be synced to disk", true, e);
        }
    }

    /** A failure before the file takes its name. One that is written under its name from the start is seen until it is aborted. */
    private IOException failed(String step, Throwable cause) {
        return FsErrors.ofWrite(fs, target, step, options.direct(), cause);
    }

    /**
     * Removes the checksums of an earlier file: a crash after this leaves a file without checks, not one that all readers
     * refuse.
     */
    private static void remove(FileSystem fs, Optional<Path> staleSums) throws IOException {
        if (staleSums.isPresent()) {
            fs.delete(staleSums.get(), false);
        }
    }

    private void rename() throws IOException {
        if (fs.getClass() == RawLocalFileSystem.class) {
            // Hadoop's rename copies where it can't rename
            Files.move(LocalFiles.path(written), LocalFiles.path(target), StandardCopyOption.ATOMIC_MOVE);
        } else if (LocalFiles.isLocal(fs)) {
            // the rename with options deletes what it replaces before it renames
            if (!fs.rename(written, target)) {
                throw new IOException(id() + ": cannot rename " + written + " to it");
            }
        } else {
            new AtomicRename(fs).rename(written, target, options.overwrite());
        }
    }

    @Override
    public void abort() throws IOException {
        if (state != State.OPEN) {
            return;
        }
        state = State.ABORTED;
        boolean interrupted = Thread.interrupted(); // the clean-up is remote calls, which an interrupt would stop
        try {
            if (abortable) {
                PublishedByClose.abort(stream);
            } else {
                closeUnpublished();
                if (removedByAbort.isPresent()) {
                    fs.delete(removedByAbort.get(), false);
                }
            }
        } catch (IOException | FSError e) {
            throw new IOException(id() + ": aborted, but " + written + " may have been left behind", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeUnpublished() {
        if (!streamClosed) {
            streamClosed = true;
            try {
                stream.close();
            } catch (IOException | FSError e) {
                LOG.debug("{}: closing the aborted {} failed", target, written, e);
            }
        }
    }

    private void checkOpen() throws IOException {
        if (state != State.OPEN || streamClosed) {
            throw new IOException(id() + ": the file was committed, aborted or closed before");
        }
    }
}
