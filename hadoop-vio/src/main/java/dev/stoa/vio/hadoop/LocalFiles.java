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

import dev.stoa.vio.LocalDisk;
import dev.stoa.vio.LocalReader;
import dev.stoa.vio.PositionalReader;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.apache.hadoop.fs.BufferedFSInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Reads the files of Hadoop's own local file systems from the disk. Their streams hand every read to another thread or copy
 * it, which takes longer than the read, and check sums slowly. This class checks sums too, unless the file system is set not
 * to.
 */
final class LocalFiles {

    private static final String SCHEME = "file";

    private LocalFiles() {}

    /** Returns whether a file system's files are on local disks. */
    static boolean isLocal(FileSystem fs) {
        return SCHEME.equals(fs.getUri().getScheme());
    }

    /** Returns a path of a local file system as Java has it. */
    static java.nio.file.Path path(Path path) {
        return java.nio.file.Path.of(path.toUri().getPath());
    }

    /** Returns the file that a name leads to: on a local file system by its symbolic links, else the name itself. */
    static Path behindLinks(FileSystem fs, Path name) throws IOException {
        if (!isLocal(fs) || !Files.isSymbolicLink(path(name))) {
            return name;
        }
        return fs.makeQualified(new Path(LocalDisk.behindLinks(path(name)).toUri()));
    }

    /** Returns the folder of a file of a local file system. */
    static java.nio.file.Path folderOf(Path file) {
        return path(file.getParent());
    }

    /** Returns a reader of a file of Hadoop's own local file system that knows no checksums. */
    static Optional<PositionalReader> rawReader(FileSystem fs, Path path) throws IOException {
        return fs.getClass() == RawLocalFileSystem.class
                ? Optional.of(open(((RawLocalFileSystem) fs).pathToFile(path)))
                : Optional.empty();
    }

    /**
     * Returns a reader of a file of Hadoop's own local file system that checks checksums, if this is one.
     *
     * @param stream of the file, which says whether sums are checked; stays the caller's
     */
    static Optional<PositionalReader> reader(FileSystem fs, Path path, FSDataInputStream stream) throws IOException {
        if (fs.getClass() == LocalFileSystem.class
                && ((LocalFileSystem) fs).getRaw().getClass() == RawLocalFileSystem.class) {
            LocalFileSystem local = (LocalFileSystem) fs;
            boolean unchecked = StreamReaders.innermost(stream) instanceof BufferedFSInputStream;
            return unchecked ? Optional.of(open(local.pathToFile(path))) : checksummed(local, path);
        }
        return Optional.empty();
    }

    private static LocalReader open(File file) throws IOException {
        try {
            return LocalReader.open(file.toPath());
        } catch (NoSuchFileException e) {
            FileNotFoundException missing = new FileNotFoundException(file + ": no such file");
            missing.initCause(e);
            throw missing;
        }
    }

    /** Returns a reader that checks, or nothing if the file has no checksum file that is understood here. */
    private static Optional<PositionalReader> checksummed(LocalFileSystem fs, Path path) throws IOException {
        File sumsFile = fs.pathToFile(fs.getChecksumFile(path));
        if (!sumsFile.isFile()) {
            return Optional.empty();
        }
        LocalReader sums = open(sumsFile);
        boolean used = false;
        try {
            int chunk = ChecksummedReader.chunkBytes(sums);
            if (chunk == 0) {
                return Optional.empty();
            }
            LocalReader data = open(fs.pathToFile(path));
            used = true;
            return Optional.of(new ChecksummedReader(path.toString(), data, sums, chunk));
        } finally {
            if (!used) {
                sums.close();
            }
        }
    }
}
