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
package dev.stoa.table.simulation;

import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** A path on a simulated disk: always from its root, never with dots. */
final class SimPath implements Path {
    private final SimDisk disk;
    private final String name;

    SimPath(SimDisk disk, String name) {
        this.disk = disk;
        this.name = name;
    }

    String name() {
        return name;
    }

    private String[] parts() {
        return name.isEmpty() ? new String[0] : name.split("/", -1);
    }

    @Override
    public FileSystem getFileSystem() {
        return new Files(disk);
    }

    @Override
    public boolean isAbsolute() {
        return true;
    }

    @Override
    public Path getRoot() {
        return new SimPath(disk, "");
    }

    @Override
    public Path getFileName() {
        return name.isEmpty() ? null : new SimPath(disk, name.substring(name.lastIndexOf('/') + 1));
    }

    @Override
    public Path getParent() {
        return name.isEmpty() ? null : new SimPath(disk, SimStore.parent(name));
    }

    @Override
    public int getNameCount() {
        return parts().length;
    }

    @Override
    public Path getName(int index) {
        return new SimPath(disk, parts()[index]);
    }

    @Override
    public Path subpath(int begin, int end) {
        return new SimPath(disk, String.join("/", Arrays.copyOfRange(parts(), begin, end)));
    }

    @Override
    public boolean startsWith(Path other) {
        return Arrays.asList(parts())
                .subList(0, Math.min(other.getNameCount(), getNameCount()))
                .equals(Arrays.asList(((SimPath) other).parts()));
    }

    @Override
    public boolean endsWith(Path other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path normalize() {
        return this;
    }

    @Override
    public Path resolve(Path other) {
        String more = ((SimPath) other).name;
        return new SimPath(disk, name.isEmpty() || more.isEmpty() ? name + more : name + "/" + more);
    }

    @Override
    public Path resolve(String other) {
        return resolve(new SimPath(disk, other));
    }

    @Override
    public Path relativize(Path other) {
        return other.subpath(getNameCount(), other.getNameCount());
    }

    @Override
    public URI toUri() {
        return URI.create("simulated:///" + name);
    }

    @Override
    public Path toAbsolutePath() {
        return this;
    }

    @Override
    public Path toRealPath(LinkOption... options) {
        return this;
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Path other) {
        return name.compareTo(((SimPath) other).name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SimPath path && path.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return Objects.requireNonNull(getFileName() == null ? "/" : name.contains("/") ? "/" + name : name);
    }

    /** What leads from a path to its disk. */
    private static final class Files extends FileSystem {
        private final SimDisk disk;

        Files(SimDisk disk) {
            this.disk = disk;
        }

        @Override
        public FileSystemProvider provider() {
            return disk;
        }

        @Override
        public void close() {
            // nothing is held
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return List.of(disk.root());
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return List.of();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            return new SimPath(disk, first);
        }

        @Override
        public PathMatcher getPathMatcher(String syntaxAndPattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
