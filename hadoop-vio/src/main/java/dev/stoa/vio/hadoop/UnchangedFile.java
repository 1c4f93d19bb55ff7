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

import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.PositionalReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;

/**
 * A reader whose failures say so if another file has replaced the opened one. Object stores report that themselves. On other
 * stores the reader asks for the status of the file, but only after a failure.
 */
final class UnchangedFile implements PositionalReader {

    /** Returns the status that the file has now. */
    interface Look {
        FileStatus now() throws IOException;
    }

    private static final String NOTHING = "nothing";
    /** The message of the SDK of S3 for an object whose etag is not the requested one. */
    private static final String PRECONDITION_FAILED = "Status Code: 412";

    private static final int MAX_CAUSES = 10;
    private static final long SECOND = 1000;

    private final String file;
    private final Optional<FileStatus> opened;
    private final Look look;
    private final PositionalReader reader;

    /**
     * Watches a reader, which it owns.
     *
     * @param opened the status that opened the file, if it is known
     */
    UnchangedFile(String file, Optional<FileStatus> opened, Look look, PositionalReader reader) {
        this.file = file;
        this.opened = opened;
        this.look = look;
        this.reader = reader;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        int got;
        try {
            got = FsErrors.translated(file, () -> reader.read(position, target));
        } catch (IOException e) {
            throw changed(e).orElse(e);
        }
        if (got < 0) {
            Optional<IOException> changed = changed(null);
            if (changed.isPresent()) {
                throw changed.get();
            }
        }
        return got;
    }

    /**
     * Looks now.
     *
     * @throws ChangedFileException if the file is not the one of the status
     */
    void check() throws IOException {
        Optional<IOException> changed = changed(null);
        if (changed.isPresent()) {
            throw changed.get();
        }
    }

    /** Returns the failure that names the change, if the file has changed. */
    private Optional<IOException> changed(IOException failure) {
        if (failure instanceof ChangedFileException) {
            return Optional.of(failure);
        }
        boolean told = isToldBy(failure);
        if (opened.isEmpty()) {
            return told ? Optional.of(changed("another version", "a newer one", failure)) : Optional.empty();
        }
        String then = words(opened.get());
        String now;
        boolean same = false;
        try {
            FileStatus status = look.now();
            now = words(status);
            same = isSame(opened.get(), status);
        } catch (FileNotFoundException e) {
            now = NOTHING;
        } catch (IOException e) {
            now = "another one, that cannot be looked at";
            if (!told) {
                return Optional.empty(); // it is the store that fails
            }
        }
        return told || !same ? Optional.of(changed(then, now, failure)) : Optional.empty();
    }

    private ChangedFileException changed(String then, String now, IOException failure) {
        return failure == null
                ? new ChangedFileException(file, then, now)
                : new ChangedFileException(file, then, now, failure);
    }

    /** Compares lengths and times. Some stores tell the time in seconds on one occasion and exactly on another. */
    private static boolean isSame(FileStatus then, FileStatus now) {
        long difference = Math.abs(then.getModificationTime() - now.getModificationTime());
        boolean inSeconds = then.getModificationTime() % SECOND == 0 || now.getModificationTime() % SECOND == 0;
        return then.isDirectory() == now.isDirectory()
                && then.getLen() == now.getLen()
                && (difference == 0 || inSeconds && difference < SECOND);
    }

    private static String words(FileStatus status) {
        return status.isDirectory()
                ? "a folder"
                : status.getLen() + " bytes of " + Instant.ofEpochMilli(status.getModificationTime());
    }

    /**
     * Returns whether a store says that the object is another one. The exception is known by name, as its class may be
     * missing.
     */
    static boolean isToldBy(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++, cause = cause.getCause()) {
            boolean told = switch (cause.getClass().getSimpleName()) {
                case "RemoteFileChangedException", "InvalidPathHandleException" -> true;
                case "S3Exception" -> String.valueOf(cause.getMessage()).contains(PRECONDITION_FAILED);
                default -> false;
            };
            if (told) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long blockBytes() {
        return reader.blockBytes();
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } catch (FSError e) {
            throw FsErrors.ioException(file, e);
        }
    }
}
