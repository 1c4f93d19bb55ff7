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
package dev.stoa.hive.internal.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Upkeep;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of columns that the metastore did not take is taken back, while other programs commit. */
class TableLogTest {
    @TempDir
    Path folder;

    private AlteredColumns altered;

    /** Work of another program. */
    private interface Work {
        void run() throws IOException;
    }

    /** Local files under the name of HDFS. Another program works when the first entry of a log is looked for a second time. */
    public static final class Watched extends RawLocalFileSystem {
        private static final AtomicInteger LOOKS = new AtomicInteger();
        private static volatile Work meanwhile = () -> {};

        @Override
        public void initialize(URI name, Configuration conf) throws IOException {
            super.initialize(URI.create("file:///"), conf);
        }

        @Override
        public URI getUri() {
            return URI.create("hdfs://watched");
        }

        @Override
        public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
            FileStatus status = super.getFileStatus(path);
            if (path.getName().equals("0000000000000000000.commit") && LOOKS.incrementAndGet() == 2) {
                meanwhile.run();
            }
            return status;
        }
    }

    @BeforeEach
    void alter() throws IOException {
        Schema schema = new Schema(List.of(Field.nullable("id", Type.of(TypeKind.INT32))));
        Table.create(new LocalFolder(folder.resolve("t")), schema, TableProperties.NONE, TableSettings.DEFAULT);
        insert(1);
        Configuration conf = new Configuration(false);
        conf.set("fs.hdfs.impl", Watched.class.getName());
        conf.setBoolean("fs.hdfs.impl.disable.cache", true);
        TableLog log = new TableLog(conf, new org.apache.hadoop.fs.Path("hdfs://watched" + folder.resolve("t")));
        Watched.meanwhile = () -> {};
        altered = log.addColumns(List.of(new FieldSchema("id", "int", ""), new FieldSchema("more", "string", "")));
        assertEquals(2, altered.version());
        Watched.LOOKS.set(0);
    }

    private Table open() throws IOException {
        return Table.open(new LocalFolder(folder.resolve("t")), TableSettings.DEFAULT);
    }

    private void insert(int id) throws IOException {
        try (RowInsert insert = TableOperations.of(open()).insert()) {
            Schema schema = insert.snapshot().schema();
            Object[] row = new Object[schema.fields().size()];
            row[0] = id;
            insert.write(JavaRows.batch(schema, List.<Object[]>of(row)));
            insert.commit();
        }
    }

    /** Where a setting of Hive has them: in the table's folder, below it, or in one for all tables. */
    @Test
    void stagingFoldersAreFound() throws IOException {
        Path table = folder.resolve("t");
        Path shared = folder.resolve("scratch");
        Map<String, Path> found = Map.of(
                "",
                table.resolve(".hive-staging_hive_1"),
                "tmp/.s",
                table.resolve("tmp/.s_hive_1"),
                shared + "/.s",
                shared.resolve(".s_hive_1"));
        for (Map.Entry<String, Path> staging : found.entrySet()) {
            Configuration conf = new Configuration(false);
            if (!staging.getKey().isEmpty()) {
                conf.set("hive.exec.stagingdir", staging.getKey());
            }
            TableLog log = new TableLog(conf, new org.apache.hadoop.fs.Path(table.toUri()));
            log.refuseWriters();
            Files.createDirectories(staging.getValue());
            String said = assertThrows(IllegalArgumentException.class, log::refuseWriters)
                    .getMessage();
            assertTrue(said.contains(staging.getValue().toString()), said);
            assertEquals(staging.getValue().startsWith(shared), said.contains("this or another table"), said);
            Files.delete(staging.getValue());
            log.refuseWriters();
        }
    }

    /** The table that another program has made in the place of the altered one has as many versions, and keeps them all. */
    @Test
    void aTableThatCameInItsPlaceStays() throws IOException {
        Files.move(folder.resolve("t"), folder.resolve("old"));
        Schema schema = new Schema(List.of(Field.nullable("other", Type.of(TypeKind.INT32))));
        Table.create(new LocalFolder(folder.resolve("t")), schema, TableProperties.NONE, TableSettings.DEFAULT);
        insert(1);
        TableOperations.of(open())
                .run(
                        Upkeep.OPERATION,
                        upkeep -> upkeep.setProperties(
                                upkeep.snapshot().properties().withOther(Map.of("note", "x"))));
        IOException e = assertThrows(IOException.class, () -> altered.undo());
        assertTrue(e.getMessage().contains("the table was made anew"), e.getMessage());
        assertEquals(2, open().snapshot().version());
        checkIsBack(1, 1);
    }

    private void checkIsBack(int rows, int columns) throws IOException {
        Snapshot now = open().snapshot();
        assertEquals(rows, now.rowCount());
        assertEquals(columns, now.schema().fields().size());
    }

    @Test
    void theColumnsGo() throws IOException {
        altered.undo();
        checkIsBack(1, 1);
    }

    /** Its rows must not go with the columns. */
    @Test
    void anInsertThatComesMeanwhileStays() throws IOException {
        Watched.meanwhile = () -> insert(2);
        IOException e = assertThrows(IOException.class, () -> altered.undo());
        assertTrue(Watched.LOOKS.get() >= 2);
        assertTrue(e.getMessage().contains("as version 3 was made meanwhile"), e.getMessage());
        checkIsBack(2, 2);
    }

    @Test
    void upkeepThatComesMeanwhileGoesWithTheColumns() throws IOException {
        Watched.meanwhile = () -> TableOperations.of(open())
                .run(
                        Upkeep.OPERATION,
                        upkeep -> upkeep.setProperties(
                                upkeep.snapshot().properties().withOther(Map.of("note", "x"))));
        altered.undo();
        assertTrue(Watched.LOOKS.get() >= 2);
        checkIsBack(1, 1);
        assertEquals(4, open().snapshot().version());
    }
}
