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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.vio.Folder;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** On HDFS. */
@ExtendWith(SharedStores.class)
class HdfsOperationsTest extends OperationsTest {
    private static HdfsServer server;

    private final Path root = new Path("/operations/" + UUID.randomUUID());

    @BeforeAll
    static void start(HdfsServer shared) {
        server = shared;
    }

    @Override
    Folder folder(String name) throws Exception {
        return HadoopFolder.of(server.fileSystem(), new Path(root, name));
    }

    /** A datanode keeps room for a whole block while one is written. */
    @Test
    void onlyFilesOfRowsHaveLargeBlocks() throws Exception {
        Table table = Table.create(folder("blocks"), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, Rows.row(1L, 10, "a"), Rows.row(2L, 20, "b"));
        FileSystem fs = server.fileSystem();
        Set<Path> ofRows = new HashSet<>();
        for (FileStatus file : fs.listStatus(new Path(root, "blocks/data"))) {
            ofRows.add(file.getPath());
        }
        assertEquals(1, ofRows.size());
        TableOperations.of(table).delete(Filter.equal("k", 1));
        int others = 0;
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(root, "blocks"), true);
        while (files.hasNext()) {
            FileStatus file = files.next();
            if (ofRows.contains(file.getPath())) {
                assertEquals(1L << 30, file.getBlockSize(), file.toString());
            } else {
                assertEquals(fs.getDefaultBlockSize(file.getPath()), file.getBlockSize(), file.toString());
                others++;
            }
        }
        assertTrue(others >= 4, "three entries and a sidecar, and " + others + " were found");
    }
}
