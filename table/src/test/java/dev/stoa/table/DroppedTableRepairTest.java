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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program kept a table open, while another one dropped it and made a new one at its path, and wrote into that. */
class DroppedTableRepairTest {
    @TempDir
    Path path;

    private Folder folder;

    @BeforeEach
    void name() {
        folder = new LocalFolder(path.resolve("t"));
    }

    private void insert(Table table, long key) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row(key, 1, "s"));
        insert.commit();
    }

    /** Makes a table with the versions 0..newest, each with one row more. */
    private Table make(int newest, long key) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int version = 1; version <= newest; version++) {
            insert(table, key + version);
        }
        return table;
    }

    private void drop() throws IOException {
        TableRemoval.plan(folder).run();
    }

    private Table open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    /** A release that did not look, or a drop at the very moment, leaves an entry behind all of the new table. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void aRepairSetsTheEntryOfTheOldTableAside(int newest) throws IOException {
        make(6, 100);
        byte[] entry = take(Log.entryName(6));
        drop();
        List<String> rows = Rows.read(make(newest, 200).snapshot());
        put(Log.entryName(6), entry);
        assertThrows(StoaException.class, this::open);
        TableRepair repair = TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertEquals(List.of(), repair.losses());
        assertEquals(List.of(), repair.unrepaired());
        assertEquals(
                Log.entryName(6) + ": set aside: it belongs to another table, which this one has replaced",
                repair.steps().get(0));
        String aside = repair.apply(written -> {}).orElseThrow();
        assertTrue(folder.find(aside + "/" + Log.entryName(6)).isPresent());
        assertEquals(rows, Rows.read(open().snapshot()));
        insert(open(), 300);
        assertEquals(newest + 1, open().snapshot().version());
        Damage.assertSound(folder);
    }

    /** Commits of the old table that followed the first one have a checkpoint, too. */
    @Test
    void aRepairSetsAllFilesOfTheOldTableAside() throws IOException {
        make(9, 100);
        byte[] eight = take(Log.entryName(8));
        byte[] nine = take(Log.entryName(9));
        byte[] checkpoint = take(Log.checkpointName(8));
        drop();
        List<String> rows = Rows.read(make(3, 200).snapshot());
        put(Log.entryName(8), eight);
        put(Log.checkpointName(8), checkpoint);
        put(Log.entryName(9), nine);
        TableRepair repair = TableRepair.plan(folder, RepairOptions.DEFAULT, TableSettings.DEFAULT, (bytes, of) -> {});
        assertEquals(List.of(), repair.losses());
        repair.apply(written -> {});
        assertEquals(rows, Rows.read(open().snapshot()));
        assertEquals(3, open().snapshot().version());
    }

    private byte[] take(String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.empty());
                RangeBuffers read = source.read(List.of(new Range(0, (int) source.length())))) {
            byte[] bytes = new byte[(int) source.length()];
            read.buffer(0).get(bytes);
            assertTrue(folder.delete(name), name);
            return bytes;
        }
    }

    private void put(String name, byte[] bytes) throws IOException {
        try (FileSink sink = folder.create(name, SinkOptions.SMALL)) {
            sink.write(bytes);
            sink.commit();
        }
    }
}
