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

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.vio.Folder;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.hadoop.HadoopFolder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On S3A, with an S3 server in this process. */
@ExtendWith(SharedStores.class)
class S3RaceTest extends RaceContract {
    private static S3Server server;

    @BeforeAll
    static void start(S3Server shared) {
        server = shared;
    }

    @Override
    Folder folder() {
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

    @Test
    void withoutConditionalCreationItIsRefused() throws Exception {
        Configuration conf = server.configuration();
        conf.set("fs.s3a.create.conditional.enabled", "false");
        try (FileSystem without = FileSystem.newInstance(S3Server.BUCKET, conf)) {
            Folder folder = HadoopFolder.of(without, new org.apache.hadoop.fs.Path("/race/u"));
            assertThrows(
                    UnsafeStoreException.class,
                    () -> Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
        }
    }
}
