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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.ChangedFileException;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Opens files of a Hadoop file system as range sources. A file is opened once, with what is known of it, so that an
 * object store needs no request to look. Where its stream implements {@code readVectored} itself, requests go through
 * that; where it has only Hadoop's serial default (HDFS), they are positional reads in parallel. Where one stream does few
 * requests at once (S3A) and the file's status is known, a file gets as many as it needs.
 */
public final class HadoopRangeSource {

    private static final String LOCAL = "file";

    private HadoopRangeSource() {}

    /**
     * Opens a file with the profile of its scheme and pooled memory.
     *
     * @param fs the file system; stays the caller's, and must stay open as long as the source
     * @param path of the file
     * @param knownLength the file's length in bytes, if known; saves the request that asks for it
     * @throws FileNotFoundException if no such file exists; an object store may find that out at the first read only
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(FileSystem fs, Path path, OptionalLong knownLength) throws IOException {
        return open(fs, path, knownLength, profileOf(fs), BufferAllocator.pooled());
    }

    /**
     * Opens a file whose status is known, with the profile of its scheme and pooled memory. Local files, HDFS and
     * object stores then notice if the file is not the one of the status any more; of others, that is found out when a read
     * fails.
     *
     * @param fs the file system that gave the status
     * @param status of the file
     * @throws ChangedFileException if another file has taken its place; an object store may find that out only at the first
     * read
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(FileSystem fs, FileStatus status) throws IOException {
        return open(fs, status, profileOf(fs), BufferAllocator.pooled());
    }

    /**
     * Opens a file.
     *
     * @param fs the file system; stays the caller's, and must stay open as long as the source
     * @param path of the file
     * @param knownLength the file's length in bytes, if known; saves the request that asks for it
     * @param profile of the store
     * @param allocator of all memory that is read into
     * @throws FileNotFoundException if no such file exists; an object store may find that out at the first read only
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(
            FileSystem fs, Path path, OptionalLong knownLength, StoreProfile profile, BufferAllocator allocator)
            throws IOException {
        if (knownLength.isEmpty()) {
            return open(fs, fs.getFileStatus(path), profile, allocator);
        }
        return open(fs, path, knownLength.getAsLong(), Optional.empty(), profile, allocator);
    }

    /**
     * Opens a file whose status is known.
     *
     * @param fs the file system that gave the status
     * @param status of the file
     * @param profile of the store
     * @param allocator of all memory that is read into
     * @throws IOException if it cannot be opened or is a folder
     */
    public static RangeSource open(FileSystem fs, FileStatus status, StoreProfile profile, BufferAllocator allocator)
            throws IOException {
        if (status.isDirectory()) {
            throw new FileNotFoundException(status.getPath() + ": a folder, not a file");
        }
        return open(fs, status.getPath(), status.getLen(), Optional.of(status), profile, allocator);
    }

    private static StoreProfile profileOf(FileSystem fs) {
        return StoreSettings.profile(fs.getConf(), fs.getUri());
    }

    private static RangeSource open(
            FileSystem fs,
            Path path,
            long length,
            Optional<FileStatus> status,
            StoreProfile profile,
            BufferAllocator allocator)
            throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException(path + ": the known length " + length + " is negative");
        }
        String id = fs.makeQualified(path).toString();
        PositionalReader reader = FsErrors.translated(
                id, () -> StreamReaders.open(fs, path, status, () -> stream(fs, path, length, status, id)));
        UnchangedFile file = new UnchangedFile(id, status, () -> fs.getFileStatus(path), reader);
        boolean isOwned = false;
        try {
            if (LOCAL.equals(fs.getUri().getScheme())) {
                file.check(); // local files need a look at their status, which costs next to nothing
            }
            StoreCalibration calibration = StoreSettings.calibration(fs.getConf(), fs.getUri(), profile);
            RangeSource source = RangeSources.of(id, length, profile, calibration, allocator, file);
            isOwned = true;
            return source;
        } finally {
            if (!isOwned) {
                file.close();
            }
        }
    }

    private static FSDataInputStream stream(
            FileSystem fs, Path path, long length, Optional<FileStatus> status, String id) throws IOException {
        try {
            return HadoopApi.SINCE_3_3 ? OpenFile.open(fs, path, length, status) : fs.open(path);
        } catch (IOException e) {
            throw UnchangedFile.isToldBy(e) ? new ChangedFileException(id, length + " bytes", "another file", e) : e;
        }
    }
}
