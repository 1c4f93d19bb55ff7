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

import dev.stoa.placement.NewestMap;
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest map of a group. It looks for a newer one at most once a minute. Safe for several threads. */
final class RefreshedMap {
    private static final Logger LOG = LoggerFactory.getLogger(RefreshedMap.class);
    private static final long REFRESH_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final FolderMaps files;
    private final NewestMap newest = new NewestMap();
    private long due = System.nanoTime();

    /**
     * Names a group.
     *
     * @param folder of its maps
     */
    RefreshedMap(Folder folder) {
        files = new FolderMaps(folder);
    }

    /** Returns the newest map; after a failure, which it logs, the last good one. */
    synchronized Optional<PlacementMap> get() {
        if (System.nanoTime() - due >= 0) {
            due = System.nanoTime() + REFRESH_NANOS;
            try {
                newest.refresh(files);
            } catch (IOException | RuntimeException e) {
                LOG.warn(
                        "{}: the newest map can't be read, so files may be on other nodes: {}",
                        files.folder(),
                        e.toString());
            }
        }
        return newest.map();
    }
}
