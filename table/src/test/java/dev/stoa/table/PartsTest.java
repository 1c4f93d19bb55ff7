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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.CorruptFileException;
import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PartFile;
import dev.stoa.table.internal.log.SmallParts;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of checkpoints, from their first checkpoint to their expiry, with damage in between. */
class PartsTest {
    @TempDir
    private Path temp;

    private Path path;
    private LocalFolder folder;

    /** Version 3: four parts of two fragments. */
    @BeforeEach
    void make() throws IOException {
        path = temp.resolve("t");
        folder = new LocalFolder(path);
        make(folder);
    }

    static void make(Folder folder) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int version = 1; version <= 3; version++) {
            Transaction insert = table.begin("insert");
            for (int i = 0; i < (version == 3 ? 4 : 2); i++) {
                String file = insert.newDataFile();
                Rows.write(folder, file, insert.snapshot().schema(), Rows.row(10L * version + i, i, "s"));
                insert.addFragment(file);
            }
            insert.commit();
        }
        checkpoint(folder);
    }

    private Table open() throws IOException {
        return Table.open(folder, TableSettings.DEFAULT);
    }

    private void checkpoint() throws IOException {
        checkpoint(folder);
    }

    static void checkpoint(Folder folder) throws IOException {
        Table table = Table.open(folder, TableSettings.DEFAULT);
        SmallParts.checkpoint(folder, table.snapshot().state(), 2, UUID::randomUUID);
    }

    private void remove(int... fragments) throws IOException {
        Transaction remove = open().begin("delete");
        for (int fragment : fragments) {
            remove.removeFragment(remove.snapshot().fragments().get(fragment).id());
        }
        remove.commit();
    }

    private Set<String> parts() throws IOException {
        try (Stream<Path> files = Files.list(path.resolve(Log.PARTS))) {
            return files.map(file -> Log.PARTS + "/" + file.getFileName())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Set<String> named() throws IOException {
        return open().snapshot().state().held().base().files().stream()
                .map(PartFile::path)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void expire() throws IOException {
        Expiry.plan(open(), Duration.ZERO, 1, Duration.ZERO).run();
    }

    @Test
    void aTableIsReadByItsParts() throws IOException {
        assertEquals(4, named().size());
        assertEquals(named(), parts());
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
        Damage.assertSound(folder);
        assertEquals(List.of(), Damage.verify(folder).unreferenced());
        remove(0, 1, 2);
        assertEquals(5, Rows.read(open().snapshot().scan()).size());
        Damage.assertSound(folder);
    }

    /** A fragment that changed since its part was written is looked at by itself. */
    @Test
    void aChangedFragmentIsNotRuledOutByItsPart() throws IOException {
        TableOperations.of(open()).update(List.of(Assignment.literal("n", 500)), Optional.of(Filter.equal("k", 10L)));
        checkpoint();
        assertEquals(4, named().size());
        assertEquals(
                1,
                Rows.read(open().snapshot().scan().filter(Filter.equal("n", 500)))
                        .size());
        remove(0);
        assertEquals(
                0,
                Rows.read(open().snapshot().scan().filter(Filter.equal("n", 500)))
                        .size());
    }

    @Test
    void aPropertySaysHowManyFragmentsAPartHas() throws IOException {
        TableProperties three = TableProperties.NONE.withOther(Map.of(TableProperties.PART_FRAGMENTS, "3"));
        Transaction set = open().begin("set");
        set.setProperties(three);
        set.commit();
        Transaction insert = open().begin("insert");
        for (int i = 0; i < 7; i++) {
            String file = insert.newDataFile();
            Rows.write(folder, file, insert.snapshot().schema(), Rows.row(100L + i, i, "s"));
            insert.addFragment(file);
        }
        insert.commit();
        new Log(folder).writeCheckpoint(open().snapshot().state());
        assertEquals(
                List.of(2L, 2L, 2L, 2L, 3L, 3L),
                open().snapshot().state().held().base().files().stream()
                        .map(PartFile::fragments)
                        .toList());
        Damage.assertSound(folder);
        for (String wrong : List.of("1", "0", "-2", "1000001", "10000000000", "", "few", "2.5")) {
            TableProperties properties = TableProperties.NONE.withOther(Map.of(TableProperties.PART_FRAGMENTS, wrong));
            Transaction change = open().begin("set");
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> change.setProperties(properties));
            assertTrue(e.getMessage().contains("must be a number from 2 to 1000000"), e.getMessage());
            assertEquals(TableProperties.DEFAULT_PART_FRAGMENTS, properties.partFragments());
        }
    }

    /** A writer may share the parts of a checkpoint that expires meanwhile: they go with the next expiry. */
    @Test
    void partsGoWithTheExpiryAfterThatOfTheirCheckpoint() throws IOException {
        Set<String> old = parts();
        remove(0, 1, 7);
        checkpoint();
        Set<String> kept = named();
        kept.retainAll(old);
        assertEquals(3, kept.size());
        expire();
        assertFalse(Files.exists(path.resolve(Log.checkpointName(3))));
        assertTrue(parts().containsAll(old));
        Damage.assertSound(folder);
        assertEquals(5, Rows.read(open().snapshot().scan()).size());
        expire();
        assertEquals(named(), parts());
        Damage.assertSound(folder);
        assertEquals(5, Rows.read(open().snapshot().scan()).size());
    }

    /** A table that was opened long ago does not keep the parts that it has read. */
    @Test
    void partsGoThoughAnOpenTableHasReadThem() throws IOException {
        Table early = open();
        early.snapshot();
        remove(0, 1, 7);
        checkpoint();
        for (int i = 0; i < 2; i++) {
            Expiry.plan(early, Duration.ZERO, 1, Duration.ZERO).run();
        }
        assertEquals(named(), parts());
        assertEquals(5, Rows.read(early.snapshot().scan()).size());
    }

    /** Parts of a writer that was killed before its checkpoint. */
    @Test
    void partsThatNoCheckpointNamesAreFound() throws IOException {
        String lost = Log.PARTS + "/" + UUID.randomUUID() + ".stoa";
        Files.copy(path.resolve(parts().iterator().next()), path.resolve(lost));
        assertEquals(
                List.of(lost),
                Damage.verify(folder).unreferenced().stream()
                        .map(Expiry.OldFile::path)
                        .toList());
        Expiry.plan(open(), Duration.ZERO, 100, Duration.ofDays(1)).run();
        assertTrue(parts().contains(lost), "it is young");
        Expiry.plan(open(), Duration.ZERO, 100, Duration.ZERO).run();
        assertEquals(named(), parts());
        assertEquals(4, parts().size());
    }

    /** An unreadable checkpoint may name any part, so an expiry keeps all of them. */
    @Test
    void partsStayIfACheckpointIsDamaged() throws IOException {
        remove(0);
        Files.write(path.resolve(Log.checkpointName(4)), new byte[100]);
        String lost = Log.PARTS + "/" + UUID.randomUUID() + ".stoa";
        Files.copy(path.resolve(parts().iterator().next()), path.resolve(lost));
        Expiry.plan(open(), Duration.ZERO, 100, Duration.ZERO).run();
        assertEquals(5, parts().size());
    }

    /** The listing is older than another expiry: it has a checkpoint that is gone, and lacks one that has the same parts. */
    @Test
    void partsStayIfAListingIsOld() throws IOException {
        remove(0);
        List<Folder.Entry> old = folder.list(Log.FOLDER);
        boolean[] isOld = new boolean[1];
        Folder late = new ForwardingFolder(folder) {
            @Override
            public List<Entry> list(String name) throws IOException {
                return isOld[0] && name.equals(Log.FOLDER) ? old : super.list(name);
            }
        };
        Table early = Table.open(late, TableSettings.DEFAULT);
        checkpoint();
        expire();
        assertFalse(named().isEmpty(), "the new checkpoint shares no part");
        isOld[0] = true;
        Expiry.plan(early, Duration.ZERO, 1, Duration.ZERO).run();
        assertTrue(parts().containsAll(named()), "a part is gone that a checkpoint names");
        assertEquals(7, Rows.read(open().snapshot()).size());
    }

    /** The store makes the checkpoint visible, and its answer is lost. */
    @Test
    void partsStayIfTheirCheckpointMayExist() throws IOException {
        remove(0, 1, 2, 3, 4, 5);
        Folder lossy = new ForwardingFolder(folder) {
            @Override
            public FileSink create(String name, SinkOptions options) throws IOException {
                FileSink sink = super.create(name, options);
                return new ForwardingSink(sink) {
                    @Override
                    public void commit() throws IOException {
                        sink.commit();
                        if (name.endsWith(".checkpoint")) {
                            throw new IOException("the answer is lost");
                        }
                    }
                };
            }
        };
        Transaction insert = open().begin("insert");
        for (int i = 0; i < 4; i++) {
            String file = insert.newDataFile();
            Rows.write(folder, file, insert.snapshot().schema(), Rows.row(90L + i, i, "s"));
            insert.addFragment(file);
        }
        insert.commit();
        TableState state = open().snapshot().state();
        try {
            SmallParts.checkpoint(lossy, state, 2, UUID::randomUUID);
        } catch (IOException e) {
            assertEquals("the answer is lost", e.getMessage());
        }
        List<String> named = new Log(folder)
                .parts(5).orElseThrow().stream().map(part -> part.path()).toList();
        assertFalse(named.isEmpty());
        assertTrue(parts().containsAll(named), "a part is gone that a checkpoint names");
        assertEquals(6, Rows.read(open().snapshot()).size());
    }

    private void repair(RepairOptions options) throws IOException {
        TableRepair.plan(folder, options, TableSettings.DEFAULT, (bytes, of) -> {})
                .apply(rows -> {});
        Damage.assertSound(folder);
    }

    /** The entries say the same. */
    @Test
    void aDamagedPartIsNamedAndTheTableGoesOnWithoutIt() throws IOException {
        String part = parts().iterator().next();
        byte[] bytes = Files.readAllBytes(path.resolve(part));
        for (int at : new int[] {20, bytes.length / 2, bytes.length - 5}) {
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            Files.write(path.resolve(part), changed);
            List<TableFault> faults = Damage.verify(folder).faults();
            assertEquals(1, faults.size(), faults::toString);
            assertEquals(TableFault.Kind.DAMAGED_CHECKPOINT, faults.get(0).kind());
            assertTrue(faults.get(0).toString().contains(part), faults.get(0).toString());
            assertEquals(List.of(), Damage.verify(folder).unreferenced(), "an expiry keeps all parts");
            assertEquals(8, Rows.read(open().snapshot().scan()).size());
        }
        Files.delete(path.resolve(part));
        assertEquals(List.of(TableFault.Kind.DAMAGED_CHECKPOINT), Damage.kinds(folder));
        assertEquals(List.of(), Damage.verify(folder).unreferenced());
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
        repair(RepairOptions.DEFAULT);
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
    }

    /** Nobody can tell which parts it names. */
    @Test
    void partsOfAnUnreadableCheckpointAreNamedApart() throws IOException {
        Files.write(path.resolve(Log.checkpointName(3)), new byte[100]);
        TableReport report = Damage.verify(folder);
        assertEquals(List.of(), report.unreferenced());
        assertEquals(
                parts(),
                report.doubtful().stream().map(Expiry.OldFile::path).collect(Collectors.toCollection(TreeSet::new)));
        Files.write(path.resolve(Table.DATA + "/" + UUID.randomUUID() + ".stoa"), new byte[10]);
        assertEquals(1, Damage.verify(folder).unreferenced().size(), "the entries name all data files");
        Expiry.plan(open(), Duration.ZERO, 100, Duration.ZERO).run();
        assertEquals(4, parts().size());
    }

    /** Scans would leave out rows. */
    @Test
    void wrongBoundsOfAPartAreNamed() throws IOException {
        TableState state = open().snapshot().state();
        Files.delete(path.resolve(Log.checkpointName(3)));
        SmallParts.wrongBounds(folder, state);
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
        List<TableFault> faults = Damage.verify(folder).faults();
        assertEquals(1, faults.size(), faults::toString);
        assertTrue(faults.get(0).toString().contains("its bounds of the field 1 in the part "), faults::toString);
        repair(RepairOptions.DEFAULT);
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
    }

    /** Without entries it can be had from a copy only. */
    @Test
    void aPartIsRestoredFromACopy() throws IOException {
        expire();
        Path copy = temp.resolve("copy");
        Damage.copy(path, copy);
        for (String part : parts()) {
            Files.write(path.resolve(part), new byte[] {1, 2, 3});
        }
        Snapshot damaged = open().snapshot();
        CorruptFileException e = assertThrows(CorruptFileException.class, damaged::fragments);
        assertTrue(e.getMessage().contains(Log.checkpointName(3)), e.getMessage());
        assertThrows(
                CorruptFileException.class,
                () -> damaged.scan().filter(Filter.equal("k", 10L)).build());
        repair(RepairOptions.DEFAULT.withCopy(new LocalFolder(copy)));
        assertEquals(8, Rows.read(open().snapshot().scan()).size());
        assertEquals(4, named().size());
    }
}
