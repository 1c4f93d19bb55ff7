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

import dev.stoa.placement.MapFiles;
import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;

/**
 * The maps in a folder of a store.
 *
 * @param maps the folder
 */
record FolderMaps(Folder maps) implements MapFiles {
    @Override
    public String folder() {
        return maps.id();
    }

    @Override
    public List<String> names() throws IOException {
        return maps.list("").stream()
                .filter(entry -> !entry.isFolder())
                .map(Folder.Entry::name)
                .toList();
    }

    @Override
    public byte[] read(String name) throws IOException {
        try (RangeSource source = maps.open(name, OptionalLong.empty())) {
            if (source.length() < 1 || source.length() > PlacementMap.MOST_BYTES) {
                throw new PlacementException(source.id() + ": the map has " + source.length()
                        + " bytes, must have 1 to " + PlacementMap.MOST_BYTES);
            }
            byte[] text = new byte[(int) source.length()];
            try (RangeBuffers read = source.read(List.of(new Range(0, text.length)))) {
                read.buffer(0).get(text);
            }
            return text;
        }
    }
}
