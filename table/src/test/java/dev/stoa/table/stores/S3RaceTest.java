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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.blobstore.ForwardingBlobStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** On S3A, with an S3 server in this process. */
@ExtendWith(SharedStores.class)
@Tag("soak")
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

    /** A server that puts without looking, as many have done that are said to be compatible. */
    @Test
    void aServerThatPassesOverConditionsIsRefused() throws Exception {
        try (S3Server careless = new S3Server(Careless::new)) {
            Folder folder = HadoopFolder.of(careless.fileSystem(), new org.apache.hadoop.fs.Path("/race/v"));
            TableException e = assertThrows(
                    TableException.class,
                    () -> Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT));
            assertTrue(e.getMessage().contains("two writers have both created"), e.getMessage());
            assertEquals(List.of(), folder.list("_stoa"), "nothing stays");
        }
    }

    private static final class Careless extends ForwardingBlobStore {
        Careless(BlobStore blobs) {
            super(blobs);
        }

        @Override
        public PutObjectResponse putBlob(PutObjectRequest request, InputStream bytes) {
            return super.putBlob(request.toBuilder().ifNoneMatch(null).build(), bytes);
        }
    }
}
