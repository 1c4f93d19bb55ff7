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
package dev.stoa.table.placement;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A folder whose files of parts belong on the nodes of a map.
 *
 * @param folder the folder as the store has it
 * @param path its absolute path, without the store's name
 * @param groups the maps
 */
record PlacedFolder(Folder folder, String path, PlacementGroups groups) implements Folder {

    private String pathOf(String name) {
        return path + "/" + name;
    }

    /** Returns the nodes where a file belongs, the responsible one first; none of a file that no map has. */
    List<String> nodes(String name) {
        return groups.nodesOf(pathOf(name));
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        boolean isFree = options.favoredNodes().isEmpty();
        return folder.create(name, isFree ? options.withFavoredNodes(nodes(name)) : options);
    }

    @Override
    public List<Placement> placements(String name, long length) throws IOException {
        return groups.order(pathOf(name), length, folder.placements(name, length));
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public Optional<Folder> parent() {
        return folder.parent()
                .map(above -> groups.around(above, path.substring(0, Math.max(0, path.lastIndexOf('/')))));
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return folder.open(name, knownLength);
    }

    @Override
    public void sync(String name) throws IOException {
        folder.sync(name);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        return folder.find(name);
    }

    @Override
    public boolean hasFolder(String name) throws IOException {
        return folder.hasFolder(name);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        return folder.list(name);
    }

    @Override
    public boolean delete(String name) throws IOException {
        return folder.delete(name);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
