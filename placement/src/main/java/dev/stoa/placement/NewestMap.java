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
package dev.stoa.placement;

import java.io.IOException;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The newest good map of a group's folder. It keeps the map, and never goes back to an older one or to another group's. For one
 * thread.
 */
public final class NewestMap {
    /** How many maps to try if the newest are damaged. */
    private static final int MOST_TRIED = 3;

    private PlacementMap newest;

    /** Returns the newest good map that {@link #refresh} found. */
    public Optional<PlacementMap> map() {
        return Optional.ofNullable(newest);
    }

    /**
     * Looks for a newer map.
     *
     * @throws PlacementException if the newest map is bad. By then it has taken the newest good one
     * @throws IOException if the folder or a file can't be read
     */
    public void refresh(MapFiles files) throws IOException {
        PlacementException fault = null;
        for (String name : newerNames(files).descendingSet()) {
            try {
                newest = read(files, name);
                break;
            } catch (PlacementException e) {
                fault = fault == null ? e : fault;
            }
        }
        if (fault != null) {
            throw fault;
        }
    }

    private NavigableSet<String> newerNames(MapFiles files) throws IOException {
        NavigableSet<String> names = new TreeSet<>();
        String known = newest == null ? "" : MapFileName.of(newest.header().epoch());
        for (String name : files.names()) {
            if (MapFileName.isMap(name) && name.compareTo(known) > 0) {
                names.add(name);
                if (names.size() > MOST_TRIED) {
                    names.pollFirst();
                }
            }
        }
        return names;
    }

    private PlacementMap read(MapFiles files, String name) throws IOException {
        String file = files.folder() + "/" + name;
        PlacementMap map = PlacementMap.parse(files.read(name), file);
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
