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
package dev.stoa.table;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Placement;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A folder that notes the options of each file that is created in it, and that has hosts. */
final class SinkOptionsFolder extends ForwardingFolder {
    private final Map<String, SinkOptions> created = new TreeMap<>();
    private final List<String> hosts;

    /**
     * Wraps a folder.
     *
     * @param hosts that have all bytes of all files
     */
    SinkOptionsFolder(Folder folder, String... hosts) {
        super(folder);
        this.hosts = List.of(hosts);
    }

    /** The options by the names of the files. */
    Map<String, SinkOptions> created() {
        return created;
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        created.put(name, options);
        return folder.create(name, options);
    }

    @Override
    public List<Placement> placements(String name, long length) {
        return hosts.isEmpty() ? List.of() : List.of(new Placement(0, length, hosts));
    }
}
