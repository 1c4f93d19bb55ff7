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
package dev.stoa.hdfs.affinity;

import dev.stoa.placement.MapFiles;
import dev.stoa.placement.NewestMap;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder of a group's maps, and the newest good map in it. For one thread. */
final class MapFolder {
    private static final Logger LOG = LoggerFactory.getLogger(MapFolder.class);

    private final Path folder;
    private final NewestMap newest = new NewestMap();
    private String said = "";

    /** The files, as long as a client is open. */
    private record Opened(FileSystem fs, Path path) implements MapFiles {
        @Override
        public String folder() {
            return path.toString();
        }

        @Override
        public List<String> names() throws IOException {
            List<String> names = new ArrayList<>();
            try {
                RemoteIterator<FileStatus> files = fs.listStatusIterator(path);
                while (files.hasNext()) {
                    names.add(files.next().getPath().getName());
                }
            } catch (FileNotFoundException e) {
                throw new PlacementException(path + " is not a folder of maps; run 'stoa place init " + path + "'");
            }
            return names;
        }

        @Override
        public byte[] read(String name) throws IOException {
            try (FSDataInputStream in = fs.open(new Path(path, name))) {
                return in.readNBytes(PlacementMap.MOST_BYTES + 1);
            }
        }
    }

    MapFolder(String folder) {
        this.folder = new Path(folder);
    }

    /** Returns the newest good map that was seen. */
    Optional<PlacementMap> newest() {
        return newest.map();
    }

    /**
     * Looks for a newer map.
     *
     * @throws PlacementException if the newest map is bad. By then it has taken the newest good one
     */
    void refresh(Configuration conf) throws IOException {
        // a client of its own, as others may close the one that they share
        try (FileSystem fs = FileSystem.newInstance(folder.toUri(), conf)) {
            newest.refresh(new Opened(fs, folder));
        } catch (PlacementException e) {
            if (!said.equals(e.getMessage())) {
                said = e.getMessage();
                LOG.warn("{}; the policy goes on with the map before it", said);
            }
            throw e;
        }
    }
}
