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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** A folder on a local disk. */
public final class LocalFolder implements Folder {

    private final Path root;

    /** Names a folder, which need not exist yet. */
    public LocalFolder(Path root) {
        this.root = Objects.requireNonNull(root, "root");
    }

    private Path path(String name) {
        return name.isEmpty() ? root : root.resolve(Folder.checkName(name));
    }

    @Override
    public String id() {
        return root.toString();
    }

    @Override
    public Optional<Folder> parent() {
        return Optional.ofNullable(root.toAbsolutePath().normalize().getParent())
                .map(LocalFolder::new);
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        try {
            return RangeSources.open(path(name));
        } catch (NoSuchFileException e) {
            FileNotFoundException missing = new FileNotFoundException(path(name) + ": no such file");
            missing.initCause(e);
            throw missing;
        }
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        return LocalFileSink.create(path(name), options);
    }

    @Override
    public void sync(String name) throws IOException {
        try {
            LocalDisk.syncFile(path(name));
            String folder = name;
            do {
                folder = folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
                LocalDisk.syncFolder(path(folder));
            } while (!folder.isEmpty());
        } catch (IOException e) {
            throw new IOException(path(name) + ": can't be synced to disk: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        try {
            return Optional.of(entry(path(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path(name))) {
            for (Path child : children) {
                try {
                    entries.add(entry(child));
                } catch (NoSuchFileException gone) {
                    // removed since it was listed
                }
            }
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause(); // the disk failed on the way
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static Entry entry(Path path) throws IOException {
        BasicFileAttributes found;
        try {
            found = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            found = Files.readAttributes(
                    path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS); // a link to nothing
        }
        return new Entry(
                String.valueOf(path.getFileName()),
                found.isDirectory(),
                found.isDirectory() ? 0 : found.size(),
                found.lastModifiedTime().toInstant());
    }

    @Override
    public boolean delete(String name) throws IOException {
        return Files.deleteIfExists(path(name));
    }

    @Override
    public String toString() {
        return id();
    }
}
