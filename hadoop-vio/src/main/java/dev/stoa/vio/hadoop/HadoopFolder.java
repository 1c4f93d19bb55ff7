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
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

/** A folder of a Hadoop file system. */
public final class HadoopFolder implements Folder {

    private final FileSystem fs;
    private final Path root;

    private HadoopFolder(FileSystem fs, Path root) {
        this.fs = fs;
        this.root = root;
    }

    /**
     * Names a folder, which need not exist yet. Of Hadoop's local file systems it is the local folder itself, as their
     * renames refuse no existing name.
     *
     * @param fs the file system; stays the caller's, and must stay open as long as the folder is used
     * @param path of the folder
     */
    public static Folder of(FileSystem fs, Path path) {
        Path root = fs.makeQualified(path);
        if (LocalFiles.isLocal(fs)) {
            return new LocalFolder(LocalFiles.path(root));
        }
        return new HadoopFolder(fs, root);
    }

    /**
     * Names the folders that a setting lists.
     *
     * @param setting its value has paths, separated by commas
     * @throws IOException if a file system is unknown or can't be reached
     */
    public static List<Folder> listed(Configuration conf, String setting) throws IOException {
        List<Folder> folders = new ArrayList<>();
        for (String name : conf.getTrimmedStrings(setting)) {
            Path path = new Path(name);
            folders.add(of(path.getFileSystem(conf), path));
        }
        return folders;
    }

    private Path path(String name) {
        return name.isEmpty() ? root : new Path(root, Folder.checkName(name));
    }

    @Override
    public String id() {
        return root.toString();
    }

    @Override
    public Optional<Folder> parent() {
        return Optional.ofNullable(root.getParent()).map(above -> new HadoopFolder(fs, above));
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return HadoopRangeSource.open(fs, path(name), knownLength);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        return HadoopFileSink.create(fs, path(name), options);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        try {
            return Optional.of(entry(fs.getFileStatus(path(name))));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (AccessControlException e) {
            throw denied(name, e);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // it discards the status, but alone does not look for a file in S3A
    public boolean hasFolder(String name) throws IOException {
        try {
            return fs.isDirectory(path(name));
        } catch (AccessControlException e) {
            throw denied(name, e);
        }
    }

    /** Hadoop's exception as the one of local folders. */
    private AccessDeniedException denied(String name, AccessControlException cause) {
        AccessDeniedException denied = new AccessDeniedException(path(name).toString(), null, cause.getMessage());
        denied.initCause(cause);
        return denied;
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try {
            RemoteIterator<FileStatus> children = fs.listStatusIterator(path(name));
            while (children.hasNext()) {
                entries.add(entry(children.next()));
            }
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (AccessControlException e) {
            throw denied(name, e);
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static Entry entry(FileStatus status) {
        return new Entry(
                status.getPath().getName(),
                status.isDirectory(),
                status.isDirectory() ? 0 : status.getLen(),
                Instant.ofEpochMilli(status.getModificationTime()));
    }

    @Override
    public boolean delete(String name) throws IOException {
        return fs.delete(path(name), false);
    }

    @Override
    public List<Placement> placements(String name, long length) throws IOException {
        Path path = path(name);
        FileStatus status = new FileStatus(length, false, 1, fs.getDefaultBlockSize(path), 0, path);
        return placements(fs.getFileBlockLocations(status, 0, length));
    }

    /** Returns what Hadoop says of the blocks of a file, the hosts of each in the order of their names. */
    public static List<Placement> placements(BlockLocation... blocks) throws IOException {
        List<Placement> placements = new ArrayList<>();
        for (BlockLocation block : blocks) {
            List<String> hosts = Stream.of(block.getHosts()).sorted().toList();
            placements.add(new Placement(block.getOffset(), block.getLength(), hosts));
        }
        return placements;
    }

    @Override
    public String toString() {
        return id();
    }
}
