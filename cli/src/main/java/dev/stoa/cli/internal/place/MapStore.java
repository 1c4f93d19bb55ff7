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

import dev.stoa.table.placement.PlacementGroup;
import dev.stoa.vio.hadoop.HadoopFolder;
import dev.stoa.vio.hadoop.HadoopReplicas;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A group, and the store of its maps and tables.
 *
 * @param group its maps
 * @param fileSystem the store
 */
record MapStore(PlacementGroup group, FileSystem fileSystem) {
    static MapStore of(String group, Configuration conf) throws IOException {
        Path path = new Path(group);
        FileSystem fs = path.getFileSystem(conf);
        return new MapStore(new PlacementGroup(HadoopFolder.of(fs, path), new HadoopReplicas(fs)), fs);
    }
}
