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

import dev.stoa.placement.MapFileName;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder of a group's maps. It remembers the newest good map. For one thread. */
final class MapFolder {
    private static final Logger LOG = LoggerFactory.getLogger(MapFolder.class);

    /** How many maps to try if the newest are damaged. */
    private static final int MOST_TRIED = 3;

    private final Path folder;
    private PlacementMap newest;
    private String refused = "";

    MapFolder(String folder) {
        this.folder = new Path(folder);
    }

    /** Returns the newest good map that was seen. */
    Optional<PlacementMap> newest() {
        return Optional.ofNullable(newest);
    }

    /**
     * Looks for a newer map.
     *
     * @return whether it took a new map
     * @throws PlacementException if the newest map is bad, after it has taken an older one that is newer than the one it has
     */
    boolean refresh(Configuration conf) throws IOException {
        // a client of its own, as others may close the one that they share
        try (FileSystem fs = FileSystem.newInstance(folder.toUri(), conf)) {
            PlacementMap before = newest;
            PlacementException fault = null;
            for (String name : newerNames(fs).descendingSet()) {
                try {
                    newest = read(fs, name);
                    break;
                } catch (PlacementException e) {
                    fault = fault == null ? e : fault;
                    if (!refused.equals(name)) {
                        refused = name;
                        LOG.warn("{}; the policy goes on with the map before it", e.getMessage());
                    }
                }
            }
            if (newest == before && fault != null) {
                throw fault;
            }
            return newest != before;
        }
    }

    private NavigableSet<String> newerNames(FileSystem fs) throws IOException {
        NavigableSet<String> names = new TreeSet<>();
        String known = newest == null ? "" : MapFileName.of(newest.header().epoch());
        RemoteIterator<FileStatus> files;
        try {
            files = fs.listStatusIterator(folder);
        } catch (FileNotFoundException e) {
            throw new PlacementException(folder + " is no folder of maps; run 'stoa place init " + folder + "'");
        }
        while (files.hasNext()) {
            String name = files.next().getPath().getName();
            if (MapFileName.isMap(name) && name.compareTo(known) > 0) {
                names.add(name);
                if (names.size() > MOST_TRIED) {
                    names.pollFirst();
                }
            }
        }
        return names;
    }

    private PlacementMap read(FileSystem fs, String name) throws IOException {
        Path file = new Path(folder, name);
        byte[] text;
        try (FSDataInputStream in = fs.open(file)) {
            text = in.readNBytes(PlacementMap.MOST_BYTES + 1);
        }
        PlacementMap map = PlacementMap.parse(text, file.toString());
        if (!name.equals(MapFileName.of(map.header().epoch()))) {
            throw new PlacementException(
                    file + ": the map says it has epoch " + map.header().epoch() + "; restore the file's own content");
        }
        if (newest != null && !newest.header().group().equals(map.header().group())) {
            throw new PlacementException(file + ": the map is of the group "
                    + map.header().group() + ", and the folder is of "
                    + newest.header().group() + "; put the file where it belongs");
        }
        return map;
    }
}
