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

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.cli.internal.arguments.LostLetters;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;

/**
 * Refuses symbolic links on a local disk that change which rows are read. Hadoop passes over links to nothing, and follows links to a
 * folder around them until the system gives up. It also passes over files whose names Java can't read in the locale.
 */
public final class Links {
    private Links() {}

    /**
     * Looks at the links in a folder.
     *
     * @throws CommandException if one leads to nothing, or to a folder around it, or if a name can't be read
     */
    static void refuse(FileSystem fs, org.apache.hadoop.fs.Path folder) throws IOException {
        if (Stores.isLocal(fs)) {
            for (Path link : links(local(folder))) {
                refuse(link);
            }
        }
    }

    /** As {@link #refuse(FileSystem, org.apache.hadoop.fs.Path)}, also in all folders below that are not hidden. */
    public static void refuseBelow(FileSystem fs, org.apache.hadoop.fs.Path folder) throws IOException {
        if (!Stores.isLocal(fs) || !Files.isDirectory(local(folder))) {
            return;
        }
        refuse(fs, folder);
        for (FileStatus child : fs.listStatus(folder)) {
            if (child.isDirectory() && InputFiles.isData(child.getPath().getName())) {
                refuseBelow(fs, child.getPath());
            }
        }
    }

    /** Looks at files and folders that a pattern in a {@link #refusing} file system found. */
    static void refuse(FileSystem fs, FileStatus[] found) throws IOException {
        for (FileStatus status : Stores.isLocal(fs) ? found : new FileStatus[0]) {
            Path at = local(status.getPath());
            if (Files.isSymbolicLink(at)) {
                refuse(at);
            }
        }
    }

    /** Returns the qualified path of a file, on a local disk without links: two names of one file give the same. */
    public static org.apache.hadoop.fs.Path real(FileSystem fs, org.apache.hadoop.fs.Path file) throws IOException {
        org.apache.hadoop.fs.Path qualified = fs.makeQualified(file);
        if (Stores.isLocal(fs) && Files.isRegularFile(local(qualified))) {
            return new org.apache.hadoop.fs.Path(local(qualified).toRealPath().toUri());
        }
        org.apache.hadoop.fs.Path folder = qualified.getParent();
        return folder != null && Stores.isLocal(fs) && Files.exists(local(folder))
                ? new org.apache.hadoop.fs.Path(
                        new org.apache.hadoop.fs.Path(local(folder).toRealPath().toUri()), "./" + qualified.getName())
                : qualified;
    }

    /**
     * A file system for patterns. It shows links to nothing, so that a search does not pass over them.
     *
     * @return the same one for other stores
     */
    static FileSystem refusing(FileSystem fs) {
        return Stores.isLocal(fs) ? new Refusing(fs) : fs;
    }

    /** Shows a link to nothing as a folder: the search looks into it if the pattern goes on. */
    private static final class Refusing extends FilterFileSystem {
        Refusing(FileSystem fs) {
            super(fs);
        }

        @Override
        public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
            try {
                return super.getFileStatus(path);
            } catch (FileNotFoundException e) {
                for (Path at = local(path); at != null; at = at.getParent()) {
                    if (Files.isSymbolicLink(at)) {
                        refuse(at);
                    }
                }
                throw e;
            }
        }

        @Override
        public FileStatus[] listStatus(org.apache.hadoop.fs.Path folder) throws IOException {
            Path at = local(folder);
            if (Files.isSymbolicLink(at)) {
                refuse(at);
            }
            List<FileStatus> children = new ArrayList<>(Arrays.asList(super.listStatus(folder)));
            if (Files.isDirectory(at)) {
                for (Path link : links(at)) {
                    if (!Files.exists(link)) {
                        children.add(new FileStatus(
                                0,
                                true,
                                1,
                                1,
                                0,
                                new org.apache.hadoop.fs.Path(folder, String.valueOf(link.getFileName()))));
                    }
                }
            }
            return children.toArray(FileStatus[]::new);
        }
    }

    private static Path local(org.apache.hadoop.fs.Path path) {
        return Path.of(path.toUri().getPath());
    }

    /** The links in a folder that count as files or folders of rows. Refuses names that Hadoop passes over. */
    private static List<Path> links(Path folder) throws IOException {
        List<Path> links = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                String name = String.valueOf(child.getFileName());
                if (!InputFiles.isData(name)) {
                    continue;
                }
                if (name.indexOf(LostLetters.REPLACEMENT) >= 0
                        && !child.toFile().exists()) {
                    throw CommandException.usage(child + ": its name has bytes that the charset of the locale, "
                            + System.getProperty("sun.jnu.encoding")
                            + ", lacks, so its rows would be missing: rename it,"
                            + " or set LC_ALL to a locale that has them, such as C.UTF-8");
                }
                if (Files.isSymbolicLink(child)) {
                    links.add(child);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause(); // the disk failed on the way
        }
        return links;
    }

    private static void refuse(Path link) throws IOException {
        if (!Files.exists(link)) {
            throw CommandException.usage(
                    link + " is a link to nothing, so its rows would be missing: mend the link, or remove it");
        }
        boolean isAround = Files.isDirectory(link)
                && link.toAbsolutePath().getParent().toRealPath().startsWith(link.toRealPath());
        if (isAround) {
            throw CommandException.usage(
                    link + " is a link to a folder around it, so rows would come again and again: remove the link");
        }
    }
}
