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
package dev.stoa.table.internal.log;

import dev.stoa.placement.MapFileName;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The newest map of a placement group. It looks for a newer one at most once a minute. Safe for several threads. */
public final class NewestMap {
    private static final Logger LOG = LoggerFactory.getLogger(NewestMap.class);
    private static final long REFRESH_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Folder folder;
    private Optional<PlacementMap> map = Optional.empty();
    private String name = "";
    private long due = System.nanoTime();

    /**
     * Names a group.
     *
     * @param folder of its maps
     */
    public NewestMap(Folder folder) {
        this.folder = folder;
    }

    /** Returns the newest map. After a failure, which the log tells, it is the last good one. */
    public synchronized Optional<PlacementMap> get() {
        if (System.nanoTime() - due >= 0) {
            due = System.nanoTime() + REFRESH_NANOS;
            try {
                refresh();
            } catch (IOException | RuntimeException e) {
                LOG.warn("{}: no newer map can be read, so files may be on other nodes: {}", folder.id(), e.toString());
            }
        }
        return map;
    }

    private void refresh() throws IOException {
        String newest = name;
        for (Folder.Entry entry : folder.list("")) {
            boolean isMap = !entry.isFolder() && MapFileName.isMap(entry.name());
            newest = isMap && entry.name().compareTo(newest) > 0 ? entry.name() : newest;
        }
        if (!newest.equals(name)) {
            map = Optional.of(read(newest));
            name = newest;
        }
    }

    private PlacementMap read(String file) throws IOException {
        try (RangeSource source = folder.open(file, OptionalLong.empty())) {
            if (source.length() < 1 || source.length() > PlacementMap.MOST_BYTES) {
                throw new PlacementException(source.id() + ": the map has " + source.length()
                        + " bytes, must have 1 to " + PlacementMap.MOST_BYTES);
            }
            byte[] text = new byte[(int) source.length()];
            try (RangeBuffers read = source.read(List.of(new Range(0, text.length)))) {
                read.buffer(0).get(text);
            }
            return PlacementMap.parse(text, source.id());
        }
    }
}
