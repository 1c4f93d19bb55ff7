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

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.format.StoaException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipe as a file, for readers that must go back and forth: its bytes in a folder of their own, in the folder for temporary
 * files. It may take half of the free space there. The process locks a file in its folder. The next process removes folders
 * without a locked file, which killed processes have left.
 */
public final class Spool implements Closeable {
    private static final String PREFIX = "stoa-pipe-";
    private static final String LOCK = ".lock";
    private static final int BUFFER = 1 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final Set<Spool> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();

    /** The pipes, by the paths of their files. They outlast the files: messages come after these are gone. */
    private static final Map<String, String> PIPES = new ConcurrentHashMap<>();

    private final Path folder;
    private final FileChannel lock;

    private Spool(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** A folder for temporary files, which exists until it is closed, or until {@link #closeAll}. */
    public static synchronized Spool create() throws IOException {
        removeStale();
        if (HOOKED.compareAndSet(false, true)) {
            Runtime.getRuntime().addShutdownHook(new Thread(Spool::closeAll)); // a signal
        }
        while (true) {
            Path folder = Files.createTempDirectory(temporary(), PREFIX);
            Path file = folder.resolve(LOCK);
            FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            if (Files.exists(file)) {
                Spool spool = new Spool(folder, lock);
                OPEN.add(spool);
                return spool;
            }
            lock.close(); // another process has taken it for a dead one's before it was locked
        }
    }

    /** A pipe as a file, which exists until {@link #closeAll}. */
    public static InputFiles.Input of(InputFiles.Input pipe, Guard guard) throws IOException {
        return create().fill(pipe, guard);
    }

    /** Returns a path for a temporary file in the folder. */
    public Path place(String name) {
        return folder.resolve(name);
    }

    /** Returns a text that names pipes instead of their files. */
    public static String named(String text) {
        String named = text;
        for (Map.Entry<String, String> pipe : PIPES.entrySet()) {
            named = named.replace("file:" + pipe.getKey(), pipe.getValue()).replace(pipe.getKey(), pipe.getValue());
        }
        return named;
    }

    /** Removes all that were made. */
    public static void closeAll() {
        for (Spool spool : OPEN) {
            try {
                spool.close();
            } catch (IOException e) {
                LOG.debug("{} stays", spool.folder, e);
            }
        }
    }

    /** Reads a pipe to its end. */
    private InputFiles.Input fill(InputFiles.Input pipe, Guard guard) throws IOException {
        String name = pipe.path().toString();
        Path file = folder.resolve(pipe.path().getName());
        PIPES.put(file.toString(), name);
        long most = Files.getFileStore(folder).getUsableSpace() / 2;
        byte[] buffer = new byte[BUFFER];
        long bytes = 0;
        try (InputStream in = guard.check(name, Pipe.open(pipe.status()));
                OutputStream out = Files.newOutputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes += n;
                if (bytes > most) {
                    throw new StoaException(name + ": it has more than " + Sizes.text(most)
                            + ", which is half of what was free in " + folder.getParent()
                            + ", where it is kept as its kind can't be read as it comes: write it to a file");
                }
                out.write(buffer, 0, n);
            }
        }
        if (bytes == 0) {
            throw new StoaException(name + ": it is a pipe, and nothing came through it");
        }
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        FileSystem fs = pipe.fs();
        return new InputFiles.Input(fs, fs.getFileStatus(path), path.getName());
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Removes the folders of processes that are gone. */
    private static void removeStale() throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary(), PREFIX + "*")) {
            for (Path folder : folders) {
                if (OPEN.stream().noneMatch(spool -> spool.folder.equals(folder))) {
                    removeIfStale(folder);
                }
            }
        }
    }

    /** Not for folders of this process: POSIX gives up a process's locks of a file when it closes any handle of that file. */
    private static void removeIfStale(Path folder) {
        Path file = folder.resolve(LOCK);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            if (free != null) {
                remove(folder);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // another user's, not locked yet, or of other classes in this process: it stays
        }
    }

    private static void remove(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    @Override
    public void close() throws IOException {
        if (OPEN.remove(this)) {
            try (lock) {
                remove(folder);
            }
        }
    }
}
