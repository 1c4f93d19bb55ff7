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

import dev.stoa.table.OperationsTest;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** On S3A. */
@ExtendWith(SharedStores.class)
@Tag("store")
class S3OperationsTest extends OperationsTest {
    private static S3Server server;

    private final Path root = new Path("/operations/" + UUID.randomUUID());

    @BeforeAll
    static void start(S3Server shared) {
        server = shared;
    }

    @Override
    public Folder folder(String name) throws Exception {
        return HadoopFolder.of(server.fileSystem(), new Path(root, name));
    }
}
