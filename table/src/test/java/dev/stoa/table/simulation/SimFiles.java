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
package dev.stoa.table.simulation;

import dev.stoa.table.ForwardingFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.util.OptionalLong;

/** The table's folder on a simulated disk or HDFS, as the real code works with them; only what is read comes from memory. */
final class SimFiles extends ForwardingFolder {
    private final SimClient client;

    private SimFiles(SimClient client, Folder folder) {
        super(folder);
        this.client = client;
    }

    static Folder local(SimClient client) {
        return new SimFiles(client, new LocalFolder(new SimDisk(client).root()));
    }

    static Folder hdfs(SimClient client) {
        SimHdfs hdfs = new SimHdfs(client);
        return new SimFiles(client, HadoopFolder.of(hdfs, hdfs.root()));
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        return client.open(name);
    }
}
