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

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A simulated HDFS as one client sees it, with what writers of files ask of one. */
final class SimHdfs extends FileSystem {
    private static final URI ROOT = URI.create("hdfs://simulated/");
    private static final Configuration CONF = new Configuration(false);

    private final SimClient client;
    private final SimWorld world;
    private final SimStore store;

    SimHdfs(SimClient client) {
        this.client = client;
        this.world = client.world();
        this.store = world.store();
        setConf(CONF);
    }

    /** The folder of all. */
    Path root() {
        return new Path(ROOT);
    }

    private static String name(Path path) {
        return path.toUri().getPath().substring(1);
    }

    @Override
    public URI getUri() {
        return URI.create("hdfs://simulated");
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) {
        return false;
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        String name = name(path);
        SimStore.Node node = client.change(SimClient.Risk.USUAL, "create " + name, () -> {
            if (store.find(name).isPresent()) {
                throw new FileAlreadyExistsException(name);
            }
            SimStore.Node file = SimStore.file(world.now());
            store.makeFolders(SimStore.parent(name), world.now());
            store.put(name, file, world.now());
            return file;
        });
        return new FSDataOutputStream(new Stream(node, name, flags.contains(CreateFlag.SYNC_BLOCK)), null);
    }

    /** A file under construction: its client holds what was not flushed. */
    private final class Stream extends OutputStream implements Syncable, StreamCapabilities {
        private final SimStore.Node node;
        private final String name;
        private final boolean syncs;
        private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
        private boolean closed;

        Stream(SimStore.Node node, String name, boolean syncs) {
            this.node = node;
            this.name = name;
            this.syncs = syncs;
        }

        @Override
        public void write(int b) {
            waiting.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            waiting.write(bytes, offset, length);
        }

        private void send() {
            node.append(waiting.toByteArray(), world.now());
            waiting.reset();
        }

        @Override
        public void hflush() throws IOException {
            client.change(SimClient.Risk.HIGH, "hflush " + name, () -> {
                send();
                return node;
            });
        }

        @Override
        public void hsync() throws IOException {
            client.change(SimClient.Risk.HIGH, "hsync " + name, () -> {
                send();
                node.sync();
                return node;
            });
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            client.change(SimClient.Risk.HIGH, "close " + name, () -> {
                send();
                if (syncs) {
                    node.sync();
                }
                return node;
            });
        }

        @Override
        public boolean hasCapability(String capability) {
            return capability.equals(HSYNC);
        }
    }

    @Override
    @SuppressWarnings("deprecation")
    protected void rename(Path source, Path target, Options.Rename... options) throws IOException {
        boolean overwrites = EnumSet.of(Options.Rename.NONE, options).contains(Options.Rename.OVERWRITE);
        String from = name(source);
        String to = name(target);
        client.request(
                "rename " + to,
                () -> {
                    if (store.find(from).isPresent()
                            && (overwrites || store.find(to).isEmpty())) {
                        move(from, to);
                    }
                },
                () -> {
                    existing(from);
                    if (!overwrites && store.find(to).isPresent()) {
                        throw new FileAlreadyExistsException(to);
                    }
                    move(from, to);
                    return null;
                });
    }

    private void move(String from, String to) {
        SimStore.Node node = store.find(from).orElseThrow();
        store.remove(from, world.now());
        store.put(to, node, world.now());
    }

    private SimStore.Node existing(String name) throws FileNotFoundException {
        return store.find(name).orElseThrow(() -> new FileNotFoundException(name));
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        String name = name(path);
        return client.change(SimClient.Risk.USUAL, "delete " + name, () -> store.remove(name, world.now()));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        String name = name(path);
        return client.read("list " + name, () -> {
            existing(name);
            return store.list(name).stream().map(this::status).toArray(FileStatus[]::new);
        });
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        String name = name(path);
        return client.read("find " + name, () -> {
            existing(name);
            return status(name);
        });
    }

    private FileStatus status(String name) {
        SimStore.Node node = store.find(name).orElseThrow();
        return new FileStatus(
                node.bytes().length,
                node.isFolder(),
                1,
                1 << 20,
                node.modified().toEpochMilli(),
                new Path(root(), name.isEmpty() ? "/" : name));
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path source, Path target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setWorkingDirectory(Path path) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path getWorkingDirectory() {
        return root();
    }
}
