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

import dev.stoa.placement.MapFileName;
import dev.stoa.placement.NewestMap;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.ReplicaStore;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A group that an administrator changes: the folder of its maps, one file for each epoch. Of two administrators who publish one
 * epoch, one succeeds.
 */
public final class PlacementGroup {
    private final Folder folder;
    private final ReplicaStore store;

    /**
     * Names a group.
     *
     * @param folder of its maps
     * @param store of its maps and tables
     */
    public PlacementGroup(Folder folder, ReplicaStore store) {
        this.folder = folder;
        this.store = store;
    }

    /** Returns the store of the group's tables. */
    public ReplicaStore store() {
        return store;
    }

    /** Returns the files in folders of parts, apart from hidden ones, which writers still write. A table without a folder has none. */
    public List<PartFile> files(PlacementMap map) throws IOException {
        List<PartFile> files = new ArrayList<>();
        for (String root : map.header().roots()) {
            for (ReplicaStore.StoredFile file : store.files(root)) {
                boolean isHidden = file.path().charAt(file.path().lastIndexOf('/') + 1) == '.';
                map.partOf(file.path())
                        .filter(part -> !isHidden)
                        .ifPresent(part -> files.add(new PartFile(root, part, file, map.hosts(part))));
            }
        }
        return files;
    }

    /**
     * Returns the newest map, if the group has one.
     *
     * @throws PlacementException if it is damaged, or not what its name says
     */
    public Optional<PlacementMap> newest() throws IOException {
        NewestMap newest = new NewestMap();
        newest.refresh(new FolderMaps(folder));
        return newest.map();
    }

    /**
     * Returns the newest map.
     *
     * @throws PlacementException if the group has none, or a bad one
     */
    public PlacementMap existing() throws IOException {
        return newest().orElseThrow(
                        () -> new PlacementException(folder.id() + " has no map; run 'stoa place init' first"));
    }

    /**
     * Returns the map of the epoch before a map's, if the folder has it.
     *
     * @throws PlacementException if it is damaged
     */
    public Optional<PlacementMap> before(PlacementMap map) throws IOException {
        long epoch = map.header().epoch() - 1;
        String name = MapFileName.of(epoch);
        if (epoch == 0 || folder.find(name).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(PlacementMap.parse(new FolderMaps(folder).read(name), folder.id() + "/" + name));
    }

    /**
     * Publishes the map of a new epoch.
     *
     * @throws PlacementException if the group has a map of this epoch
     */
    public void publish(PlacementMap map) throws IOException {
        String name = MapFileName.of(map.header().epoch());
        try (FileSink sink = folder.create(name, SinkOptions.SMALL.withExclusive(true))) {
            sink.write(ByteBuffer.wrap(map.text()));
            sink.commit();
        } catch (TargetExistsException e) {
            throw new PlacementException(folder.id() + " has a map of epoch "
                    + map.header().epoch() + " already: somebody else changed the group; run the command again");
        }
    }
}
