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

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which parts of a checkpoint are read, and when. */
class PartReadsTest {
    @TempDir
    private Path path;

    private LocalFolder folder;

    /** Four parts of two fragments, whose keys are 10, 11, 20, 21, and 30 to 33. */
    @BeforeEach
    void make() throws IOException {
        folder = new LocalFolder(path);
        PartsTest.make(folder);
    }

    private Table open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    /** A condition that the test can check by itself. */
    private record Above(String column, int bound) {
        Filter filter() {
            return column.equals("k") ? Filter.greater(column, (long) bound) : Filter.greater(column, bound);
        }

        boolean holds(String row) {
            String value = row.substring(1).split(", ", -1)[column.equals("k") ? 0 : 1];
            return !value.equals("null") && Long.parseLong(value) > bound;
        }
    }

    /** The parts that are opened, from now on. */
    private final List<String> opened = new ArrayList<>();

    private Table counted() throws IOException {
        Folder counting = new ForwardingFolder(folder) {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                if (name.startsWith(Log.PARTS)) {
                    opened.add(name);
                }
                return super.open(name, length);
            }
        };
        return Table.open(counting, TableSettings.DEFAULT);
    }

    private void insert(Table table, long key, int count) throws IOException {
        Transaction insert = table.begin("insert");
        for (int i = 0; i < count; i++) {
            String file = insert.newDataFile();
            Rows.write(folder, file, insert.snapshot().schema(), Rows.row(key + i, i, "s"));
            insert.addFragment(file);
        }
        insert.commit();
    }

    private static int count(Table table, Filter filter) throws IOException {
        return Rows.read(table.snapshot(), filter).size();
    }

    @Test
    void aPartIsReadWhenItIsNeeded() throws IOException {
        Table table = counted();
        assertEquals(8, table.snapshot().fragmentCount());
        insert(table, 100, 1);
        assertEquals(9, table.snapshot().fragmentCount());
        assertEquals(1, count(table, Filter.equal("k", 100L)));
        assertEquals(0, count(table, Filter.equal("k", 77L)));
        assertEquals(List.of(), opened);
        assertEquals(
                2, count(table, Filter.and(Filter.greater("k", 31L), Filter.less("k", 90L), Filter.isNotNull("s"))));
        assertEquals(List.of(named(table).get(3)), distinct());
        assertEquals(9, Rows.read(table.snapshot().scan()).size());
        assertEquals(4, distinct().size());
    }

    /** Inserts change no fragment of a part. */
    @Test
    void aCheckpointAfterInsertsReadsNoPart() throws IOException {
        Table table = counted();
        insert(table, 100, 3);
        SmallParts.checkpoint(table.folder(), table.snapshot().state(), 2, UUID::randomUUID);
        assertEquals(List.of(), opened);
        assertEquals(5, named(open()).size());
        Damage.assertSound(folder);
    }

    /** A change may be of any part. Only its new values can match what the part does not. */
    @Test
    void aChangeReadsThePartsThatItsValuesMatch() throws IOException {
        TableOperations changes = TableOperations.of(open());
        changes.update(List.of(Assignment.literal("n", 500)), Optional.of(Filter.equal("k", 10L)));
        changes.delete(Filter.equal("k", 20L));
        Table table = counted();
        assertEquals(1, count(table, Filter.equal("k", 33L)));
        assertEquals(List.of(named(table).get(3)), distinct());
        assertEquals(0, count(table, Filter.equal("n", 700)));
        assertEquals(1, distinct().size());
        assertEquals(1, count(table, Filter.equal("n", 500)));
        assertEquals(4, distinct().size(), "the fragment could be in each");
    }

    private static List<String> named(Table table) throws IOException {
        return table.snapshot().state().held().base().files().stream()
                .map(PartFile::path)
                .toList();
    }

    private List<String> distinct() {
        return opened.stream().distinct().toList();
    }

    /** Scans with a filter find what scans of all rows find, whatever was read before. */
    @Test
    void filtersFindTheRowsOfAllParts() throws IOException {
        Random random = new Random(Seeds.next(getClass()));
        for (int round = 0; round < 25; round++) {
            Table table = open();
            TableOperations changes = TableOperations.of(table);
            switch (random.nextInt(4)) {
                case 0 -> insert(table, 1000 + 10L * round, 1 + random.nextInt(3));
                case 1 ->
                    changes.update(
                            List.of(Assignment.literal("n", random.nextInt(6))),
                            Optional.of(new Above("k", random.nextInt(1300)).filter()));
                case 2 ->
                    changes.delete(Filter.and(
                            new Above("k", random.nextInt(1300)).filter(), Filter.equal("n", random.nextInt(3))));
                default -> {
                    if (folder.find(Log.checkpointName(table.snapshot().version()))
                            .isEmpty()) {
                        PartsTest.checkpoint(folder);
                    }
                }
            }
            Table fresh = open();
            for (int i = 0; i < 4; i++) {
                Above above =
                        random.nextBoolean() ? new Above("k", random.nextInt(1300)) : new Above("n", random.nextInt(6));
                assertEquals(
                        Rows.read(open().snapshot().scan()).stream()
                                .filter(above::holds)
                                .toList(),
                        Rows.read(fresh.snapshot(), above.filter()),
                        above::toString);
            }
        }
    }

    /** Without the checkpoint's parts, the entries tell of the fragments, for scans with a filter too. */
    @Test
    void entriesTellOfTheFragmentsOfADamagedPart() throws IOException {
        Table table = open();
        Files.write(path.resolve(named(table).get(3)), new byte[0]);
        Files.delete(path.resolve(named(table).get(0)));
        assertEquals(2, count(table, Filter.greater("k", 31L)));
        assertEquals(1, count(open(), Filter.equal("k", 10L)));
        assertEquals(8, open().snapshot().fragments().size());
        TableOperations.of(open()).delete(Filter.equal("k", 10L));
        PartsTest.checkpoint(folder);
        assertEquals(7, Rows.read(open().snapshot().scan()).size());
        assertEquals(List.of(TableFault.Kind.DAMAGED_CHECKPOINT), Damage.kinds(folder), "the old one");
    }
}
