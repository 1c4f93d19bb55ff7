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

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A simulated local disk as one client sees it, with what writers of files ask of one. */
final class SimDisk extends FileSystemProvider {
    private final SimClient client;
    private final SimWorld world;
    private final SimStore store;

    SimDisk(SimClient client) {
        this.client = client;
        this.world = client.world();
        this.store = world.store();
    }

    /** The folder of all. */
    Path root() {
        return new SimPath(this, "");
    }

    private static String name(Path path) {
        return ((SimPath) path).name();
    }

    @Override
    public String getScheme() {
        return "simulated";
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        String name = name(path);
        if (!options.contains(StandardOpenOption.CREATE_NEW)) {
            return new Channel(existing(name), name); // of a folder, to sync it
        }
        return client.change(SimClient.Risk.USUAL, "create " + name, () -> {
            if (store.find(name).isPresent()) {
                throw new FileAlreadyExistsException(name);
            }
            existing(SimStore.parent(name));
            SimStore.Node node = SimStore.file(world.now());
            store.put(name, node, world.now());
            return new Channel(node, name);
        });
    }

    private SimStore.Node existing(String name) throws NoSuchFileException {
        return store.find(name).orElseThrow(() -> new NoSuchFileException(name));
    }

    /** A file that is written, or a folder that is synced. */
    private final class Channel extends SimChannel {
        private final SimStore.Node node;
        private final String name;

        Channel(SimStore.Node node, String name) {
            this.node = node;
            this.name = name;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            byte[] bytes = new byte[source.remaining()];
            source.get(bytes);
            return client.change(SimClient.Risk.USUAL, "write " + name, () -> {
                node.append(bytes, world.now());
                return bytes.length;
            });
        }

        @Override
        public void force(boolean metaData) throws IOException {
            if (node.isFolder()) {
                client.must(() -> store.syncFolder(name)); // a disk that fails here is done for
            } else {
                client.change(SimClient.Risk.HIGH, "sync " + name, () -> {
                    node.sync();
                    return node;
                });
            }
        }
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        client.change(SimClient.Risk.HIGH, "link " + name(link), () -> {
            SimStore.Node node = existing(name(existing));
            if (store.find(name(link)).isPresent()) {
                throw new FileAlreadyExistsException(name(link));
            }
            store.put(name(link), node, world.now());
            return node;
        });
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        boolean replaces = Arrays.asList(options).contains(StandardCopyOption.REPLACE_EXISTING);
        client.change(SimClient.Risk.HIGH, "move " + name(target), () -> {
            SimStore.Node node = existing(name(source));
            if (!replaces && store.find(name(target)).isPresent()) {
                throw new FileAlreadyExistsException(name(target));
            }
            store.put(name(target), node, world.now());
            store.remove(name(source), world.now());
            return node;
        });
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        String name = name(path);
        client.change(SimClient.Risk.USUAL, "make " + name, () -> {
            if (store.find(name).isPresent()) {
                throw new FileAlreadyExistsException(name);
            }
            store.makeFolders(name, world.now());
            return name;
        });
    }

    @Override
    public void delete(Path path) throws IOException {
        String name = name(path);
        client.change(SimClient.Risk.USUAL, "delete " + name, () -> {
            existing(name);
            return store.remove(name, world.now());
        });
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> children = client.read("list " + name(path), () -> {
            existing(name(path));
            return store.list(name(path)).stream()
                    .map(name -> (Path) new SimPath(this, name))
                    .toList();
        });
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return children.iterator();
            }

            @Override
            public void close() {
                // nothing is held
            }
        };
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        SimStore.Node node = client.read("find " + name(path), () -> existing(name(path)));
        return type.cast(new Attributes(node));
    }

    private record Attributes(SimStore.Node node) implements BasicFileAttributes {
        @Override
        public FileTime lastModifiedTime() {
            return FileTime.from(node.modified());
        }

        @Override
        public FileTime lastAccessTime() {
            return lastModifiedTime();
        }

        @Override
        public FileTime creationTime() {
            return lastModifiedTime();
        }

        @Override
        public boolean isRegularFile() {
            return !node.isFolder();
        }

        @Override
        public boolean isDirectory() {
            return node.isFolder();
        }

        @Override
        public boolean isSymbolicLink() {
            return false;
        }

        @Override
        public boolean isOther() {
            return false;
        }

        @Override
        public long size() {
            return node.bytes().length;
        }

        @Override
        public Object fileKey() {
            return node;
        }
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        client.read("find " + name(path), () -> existing(name(path)));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return client.read("compare " + name(path), () -> existing(name(path)) == existing(name(other)));
    }

    @Override
    public boolean isHidden(Path path) {
        return false;
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileStore getFileStore(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException();
    }
}
