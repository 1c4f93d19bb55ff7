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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The table's folder on a simulated object store, as one client sees it: whole objects, put under names that are free. */
final class SimObjects implements Folder {
    private static final double OLD_LISTINGS = 0.1;

    private final SimClient client;
    private final SimWorld world;
    private final SimStore store;

    SimObjects(SimClient client) {
        this.client = client;
        this.world = client.world();
        this.store = world.store();
    }

    @Override
    public String id() {
        return "simulated";
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return client.open(name);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        client.read("create " + name, () -> refuseExisting(name, options));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return new FileSink() {
            @Override
            public String id() {
                return name;
            }

            @Override
            public long position() {
                return bytes.size();
            }

            @Override
            public void write(ByteBuffer buffer) {
                byte[] copy = new byte[buffer.remaining()];
                buffer.get(copy);
                bytes.writeBytes(copy);
            }

            @Override
            public void commit() throws IOException {
                byte[] all = bytes.toByteArray();
                client.request(
                        "put " + name,
                        () -> {
                            if (options.overwrite() || store.find(name).isEmpty()) {
                                put(name, all);
                            }
                        },
                        () -> {
                            refuseExisting(name, options);
                            put(name, all);
                            return null;
                        });
            }

            @Override
            public void abort() {
                // nobody has seen the bytes
            }
        };
    }

    private Void refuseExisting(String name, SinkOptions options) throws TargetExistsException {
        if (!options.overwrite() && store.find(name).isPresent()) {
            throw new TargetExistsException(name, "it was there before");
        }
        return null;
    }

    private void put(String name, byte[] bytes) {
        SimStore.Node node = SimStore.file(world.now());
        node.append(bytes, world.now());
        node.sync();
        store.makeFolders(SimStore.parent(name), world.now());
        store.put(name, node, world.now());
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        return client.read("find " + name, () -> store.find(name).map(node -> entry(name, node)));
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        return client.read("list " + name, () -> {
            List<String> names = store.list(name);
            if (world.chance(OLD_LISTINGS)) {
                names = world.oldList(name);
            }
            return names.stream()
                    .map(child -> entry(child, store.everFound(child)))
                    .toList();
        });
    }

    private static Entry entry(String name, SimStore.Node node) {
        return new Entry(
                name.substring(name.lastIndexOf('/') + 1), node.isFolder(), node.bytes().length, node.modified());
    }

    @Override
    public boolean delete(String name) throws IOException {
        boolean[] found = new boolean[1];
        client.request("delete " + name, () -> store.remove(name, world.now()), () -> {
            found[0] = store.remove(name, world.now());
            return null;
        });
        return found[0];
    }
}
