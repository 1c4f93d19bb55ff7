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
package dev.stoa.cli.internal.place;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.placement.MapFileName;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The folder of a group's maps, one file for each epoch. Of two administrators who publish one epoch, one succeeds. */
final class MapStore {

    private final FileSystem fs;
    private final Path path;
    private final Folder folder;

    private MapStore(FileSystem fs, Path path) {
        this.fs = fs;
        this.path = path;
        folder = HadoopFolder.of(fs, path);
    }

    static MapStore of(String group, Configuration conf) throws IOException {
        Path path = new Path(group);
        return new MapStore(path.getFileSystem(conf), path);
    }

    FileSystem fileSystem() {
        return fs;
    }

    /** Returns the newest map, if the group has one. */
    Optional<PlacementMap> newest() throws IOException {
        String newest = "";
        for (Folder.Entry entry : folder.list("")) {
            String name = entry.name();
            newest = MapFileName.isMap(name) && name.compareTo(newest) > 0 ? name : newest;
        }
        return newest.isEmpty() ? Optional.empty() : Optional.of(read(newest));
    }

    /** Returns the newest map; without one the command can't run. */
    PlacementMap existing() throws IOException {
        return newest().orElseThrow(
                        () -> CommandException.failed(path + " has no map; run 'stoa place init " + path + "' first"));
    }

    private PlacementMap read(String name) throws IOException {
        Path file = new Path(path, name);
        byte[] text;
        try (FSDataInputStream in = fs.open(file)) {
            text = in.readNBytes(PlacementMap.MOST_BYTES + 1);
        }
        PlacementMap map = PlacementMap.parse(text, file.toString());
        if (!name.equals(MapFileName.of(map.header().epoch()))) {
            throw new PlacementException(
                    file + ": the map says it has epoch " + map.header().epoch() + "; restore the file's own content");
        }
        return map;
    }

    /** Writes the map of a new epoch. */
    void publish(PlacementMap map) throws IOException {
        String name = MapFileName.of(map.header().epoch());
        try (FileSink sink = folder.create(name, SinkOptions.SMALL.withExclusive(true))) {
            sink.write(ByteBuffer.wrap(map.text()));
            sink.commit();
        } catch (TargetExistsException e) {
            throw CommandException.failed(path + " has a map of epoch "
                    + map.header().epoch() + " already: somebody else changed the group; run the command again");
        }
    }
}
