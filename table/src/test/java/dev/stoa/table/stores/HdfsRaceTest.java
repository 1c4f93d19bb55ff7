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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.hadoop.HadoopFileSink;
import dev.stoa.vio.hadoop.HadoopFolder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** On HDFS. */
@ExtendWith(SharedStores.class)
@Tag("soak")
class HdfsRaceTest extends RaceContract {
    @TempDir
    static java.nio.file.Path base;

    private static HdfsServer server;

    @BeforeAll
    static void start(HdfsServer shared) {
        server = shared;
    }

    @Override
    Folder folder() throws Exception {
        return HadoopFolder.of(server.fileSystem(), new org.apache.hadoop.fs.Path("/race/t"));
    }

    @Override
    int writers() {
        return 4;
    }

    @Override
    int commits() {
        return 4;
    }

    /** A file system of which nobody knows what its renames do. */
    @Test
    void othersAreRefused() throws Exception {
        FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
        org.apache.hadoop.fs.Path path =
                new org.apache.hadoop.fs.Path(base.resolve("x").toUri());
        assertThrows(
                UnsafeStoreException.class,
                () -> HadoopFileSink.create(local, path, SinkOptions.DEFAULT.withExclusive(true)));
    }
}
