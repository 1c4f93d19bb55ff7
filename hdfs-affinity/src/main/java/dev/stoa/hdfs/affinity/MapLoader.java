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

import dev.stoa.placement.PlacementMap;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the newest maps again and again, on a thread of its own. It keeps the last good maps. The thread ends when the policy is gone.
 */
final class MapLoader implements Runnable {
    /** The folders of groups' maps, separated by commas. */
    static final String GROUPS = "stoa.placement.groups";

    /** How often to look for newer maps. */
    static final String REFRESH = "stoa.placement.refresh";

    private static final long DEFAULT_REFRESH_MILLIS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(MapLoader.class);

    private final Configuration conf;
    private final List<MapFolder> folders;
    private final long pause;
    private final WeakReference<LoadedMaps> target;
    private final AffinityMetrics metrics;

    private MapLoader(Configuration conf, LoadedMaps target, AffinityMetrics metrics) {
        this.conf = conf;
        folders = Arrays.stream(conf.getTrimmedStrings(GROUPS))
                .map(MapFolder::new)
                .toList();
        pause = Math.max(1, conf.getTimeDuration(REFRESH, DEFAULT_REFRESH_MILLIS, TimeUnit.MILLISECONDS));
        this.target = new WeakReference<>(target);
        this.metrics = metrics;
    }

    /** Starts to load into the target. */
    static void start(Configuration conf, LoadedMaps target, AffinityMetrics metrics) {
        MapLoader loader = new MapLoader(conf, target, metrics);
        if (loader.folders.isEmpty()) {
            LOG.warn("{} names no folder of maps; HDFS places all files", GROUPS);
            target.complete();
            return;
        }
        Thread thread = new Thread(loader, "stoa-placement-maps");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (load()) {
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Loads once, and returns whether the policy still exists. */
    private boolean load() {
        LoadedMaps maps = target.get();
        if (maps == null) {
            return false;
        }
        List<PlacementMap> before = newest();
        boolean isComplete = true;
        for (MapFolder folder : folders) {
            try {
                folder.refresh(conf);
            } catch (IOException | RuntimeException | LinkageError e) {
                isComplete = false;
                LOG.debug("no newer maps", e);
            }
        }
        List<PlacementMap> newest = newest();
        if (!newest.equals(before)) {
            maps.replace(new GroupMaps(newest));
            newest.forEach(map -> LOG.info(
                    "group {} has epoch {}", map.header().group(), map.header().epoch()));
        }
        if (isComplete) {
            maps.complete();
        }
        metrics.loaded(
                newest.stream().mapToLong(map -> map.header().epoch()).max().orElse(0), isComplete);
        return true;
    }

    private List<PlacementMap> newest() {
        return folders.stream().map(MapFolder::newest).flatMap(Optional::stream).toList();
    }
}
