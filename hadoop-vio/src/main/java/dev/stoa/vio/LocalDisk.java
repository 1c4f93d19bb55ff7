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

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows names of local files and folders, and makes them durable: a file that was synced is lost in a crash nevertheless if
 * the folder that names it was not.
 *
 * <p>Windows can't sync folders, and some file systems that are mounted from elsewhere refuse it as an invalid argument;
 * there nothing is done, and the second is logged.
 */
public final class LocalDisk {

    private static final Logger LOG = LoggerFactory.getLogger(LocalDisk.class);
    private static final boolean FOLDERS_CAN_BE_OPENED = File.separatorChar == '/';

    private LocalDisk() {}

    /**
     * Makes a folder, and those above it that are missing, and syncs the folders that name them.
     *
     * @throws IOException if one can't be made or synced
     */
    public static void createFolders(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = folder; at != null && isMissing(at); at = at.getParent()) {
            missing.push(at);
        }
        if (!missing.isEmpty()) {
            Files.createDirectories(folder);
        }
        for (Path made : missing) {
            syncFolder(Objects.requireNonNull(made.getParent(), "the root is there"));
        }
    }

    /**
     * Returns the file that a name leads to by symbolic links, or the name itself. A new file in the place of an old one goes
     * there, and the links stay.
     *
     * @throws IOException if the disk fails to tell
     */
    public static Path behindLinks(Path name) throws IOException {
        return Files.isSymbolicLink(name) && Files.exists(name) ? name.toRealPath() : name;
    }

    /** Whether a file is missing. If the disk fails to tell, that is an error; {@link Files#exists} would report a missing file. */
    private static boolean isMissing(Path path) throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /**
     * Syncs a folder: the names in it.
     *
     * @throws IOException if that fails
     */
    public static void syncFolder(Path folder) throws IOException {
        try (OpenFolder open = open(folder)) {
            open.sync();
        }
    }

    /**
     * Syncs the contents of a file that is closed.
     *
     * @throws IOException if that fails
     */
    public static void syncFile(Path file) throws IOException {
        sync(file, FileChannel.open(file, StandardOpenOption.READ));
    }

    /**
     * Opens a folder before a file in it becomes visible, so that one that can't be synced for want of a right is found out
     * in time.
     *
     * @throws IOException if it can't be opened
     */
    public static OpenFolder open(Path folder) throws IOException {
        return new OpenFolder(folder, FOLDERS_CAN_BE_OPENED ? FileChannel.open(folder, StandardOpenOption.READ) : null);
    }

    /** A folder that will be synced. */
    public static final class OpenFolder implements Closeable {

        private final Path folder;
        private final FileChannel channel; // null where there is none

        private OpenFolder(Path folder, FileChannel channel) {
            this.folder = folder;
            this.channel = channel;
        }

        /**
         * Syncs it, also for a thread that was interrupted.
         *
         * @throws IOException if that fails; what was created or renamed in it is visible, but may be lost
         */
        public void sync() throws IOException {
            if (channel == null) {
                return;
            }
            try {
                LocalDisk.sync(folder, channel);
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("Invalid argument")) {
                    throw e;
                }
                LOG.warn("{}: this file system can't sync folders; a crash may lose names of new files", folder);
            }
        }

        @Override
        public void close() throws IOException {
            if (channel != null) {
                channel.close();
            }
        }
    }

    /** Syncs and closes; an interrupt, which would close the channel, waits. */
    private static void sync(Path path, FileChannel channel) throws IOException {
        boolean interrupted = Thread.interrupted();
        FileChannel open = channel;
        try {
            while (true) {
                try (FileChannel syncing = open) {
                    syncing.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                    open = FileChannel.open(path, StandardOpenOption.READ);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
