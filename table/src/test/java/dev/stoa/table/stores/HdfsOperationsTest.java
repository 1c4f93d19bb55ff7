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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.OperationsTest;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On HDFS. */
@ExtendWith(SharedStores.class)
@Tag("store")
class HdfsOperationsTest extends OperationsTest {
    private static HdfsServer server;

    private final Path root = new Path("/operations/" + UUID.randomUUID());

    @BeforeAll
    static void start(HdfsServer shared) {
        server = shared;
    }

    @Override
    public Folder folder(String name) throws Exception {
        return HadoopFolder.of(server.fileSystem(), new Path(root, name));
    }

    /** The namenode books a whole block while one is written. */
    @Test
    void smallFilesHaveBlocksOfTheUsualSize() throws Exception {
        TableProperties inFiles = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        Table table = Table.create(folder("blocks"), Rows.schema(), inFiles, TableSettings.DEFAULT);
        insert(table, Rows.row(1L, 10, "a"), Rows.row(2L, 20, "b"));
        TableOperations.of(table).delete(Filter.equal("k", 1));
        FileSystem fs = server.fileSystem();
        int small = 0;
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(root, "blocks"), true);
        while (files.hasNext()) {
            FileStatus file = files.next();
            assertEquals(fs.getDefaultBlockSize(file.getPath()), file.getBlockSize(), file.toString());
            small++;
        }
        assertTrue(small >= 5, "three entries, rows and a sidecar, and " + small + " were found");
    }

    @Test
    void aFileOfManyRowsIsOneBlock() throws Exception {
        Table table = Table.create(folder("large"), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Random random = new Random(1);
        byte[] text = new byte[3 << 20];
        random.nextBytes(text);
        insert(table, Rows.row(1L, 10, HexFormat.of().formatHex(text)));
        FileStatus file = server.fileSystem().listStatus(new Path(root, "large/data"))[0];
        assertTrue(file.getLen() > 2 * server.fileSystem().getDefaultBlockSize(file.getPath()), file.toString());
        assertEquals(1L << 30, file.getBlockSize(), file.toString());
    }
}
