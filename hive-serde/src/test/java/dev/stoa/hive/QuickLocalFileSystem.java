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
package dev.stoa.hive;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/** Local files without two things that took most of the time of small queries: Hive's tasks are threads of the tests. */
public final class QuickLocalFileSystem extends LocalFileSystem {
    /** Of a full disk: what is written to paths that have this text in them fails. Empty for none. */
    static final AtomicReference<String> FULL = new AtomicReference<>("");

    public QuickLocalFileSystem() {
        super(new Raw());
    }

    /** Nothing of Hive's own jar where it is installed: Tez copies its 90 MB from there for each task, but the tests' process has its classes. */
    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        boolean isInstalled = path.getParent().getName().equals(".hiveJars");
        return isInstalled ? super.open(new Path("/dev/null"), bufferSize) : super.open(path, bufferSize);
    }

    /** The same to those who use Hadoop's newer interface. */
    public static final class Context extends DelegateToFileSystem {
        public Context(URI uri, Configuration configuration) throws IOException, URISyntaxException {
            super(uri, new QuickLocalFileSystem(), configuration, "file", false);
        }
    }

    /** Permissions and links without a process of {@code chmod}, {@code ls} or {@code readlink} for each file. */
    private static final class Raw extends RawLocalFileSystem {
        @Override
        protected OutputStream createOutputStreamWithMode(Path path, boolean append, FsPermission permission)
                throws IOException {
            OutputStream out = super.createOutputStreamWithMode(path, append, permission);
            String full = FULL.get();
            if (full.isEmpty() || !path.toUri().getPath().contains(full)) {
                return out;
            }
            out.close();
            return super.createOutputStreamWithMode(new Path("/dev/full"), true, null);
        }

        @Override
        public void setPermission(Path path, FsPermission permission) throws IOException {
            String symbols = permission.getUserAction().SYMBOL
                    + permission.getGroupAction().SYMBOL
                    + permission.getOtherAction().SYMBOL;
            Files.setPosixFilePermissions(pathToFile(path).toPath(), PosixFilePermissions.fromString(symbols));
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            FileStatus status = super.getFileStatus(path);
            try {
                PosixFileAttributes file = Files.readAttributes(pathToFile(path).toPath(), PosixFileAttributes.class);
                return new FileStatus(
                        status.getLen(),
                        status.isDirectory(),
                        status.getReplication(),
                        status.getBlockSize(),
                        status.getModificationTime(),
                        status.getAccessTime(),
                        FsPermission.valueOf("-" + PosixFilePermissions.toString(file.permissions())),
                        file.owner().getName(),
                        file.group().getName(),
                        status.getPath());
            } catch (NoSuchFileException e) {
                throw new FileNotFoundException(path + " has just gone");
            }
        }

        @Override
        public FileStatus getFileLinkStatus(Path path) throws IOException {
            boolean isLink = Files.isSymbolicLink(pathToFile(path).toPath());
            return isLink ? super.getFileLinkStatus(path) : getFileStatus(path);
        }
    }
}
