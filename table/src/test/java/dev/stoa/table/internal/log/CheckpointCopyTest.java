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
package dev.stoa.table.internal.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileReport;
import dev.stoa.table.Damage;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.logfile.LogRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy of a checkpoint says the same, keeps its sound parts, and has the bounds that can be read, or that files tell. */
class CheckpointCopyTest {
    private static final int VERSION = 3;
    private static final String ROOT = Log.checkpointName(VERSION);
    private static final UUID NEW = new UUID(7, 7);
    private static final List<Type> TYPES = List.of(Rows.LONG, Rows.INT, Rows.STRING);

    /** More than a vector of rows of the log: two rows add a fragment. */
    private static final int MANY = 2_100;

    /** Makes keys of many bytes. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Tables before their checkpoints, by the number of fragments: it takes long to make many. */
    private static final Map<Integer, MemoryFolder> MADE = new HashMap<>();

    private MemoryFolder folder = new MemoryFolder();
    private Log log = new Log(folder);
    private List<String> parts;
    private List<String> before;

    /** Each fragment has one row, and the first one a sidecar. */
    private static MemoryFolder made(int fragments) throws IOException {
        MemoryFolder made = new MemoryFolder();
        Table table = Table.create(
                made, Rows.schema(), TableProperties.NONE.withOther(Map.of("comment", "x")), TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        ManyFragments.insert(
                insert,
                made,
                fragments,
                i -> Rows.row(fragments == MANY ? i * SPREAD : 10L + i, 100 + i, i % 2 == 0 ? null : "t" + i));
        insert.commit();
        Transaction change = table.begin("change");
        UUID first = table.snapshot().fragments().get(0).id();
        Sidecars.modify(change, made, first, "n", Map.of(0L, 70));
        change.commit();
        return made;
    }

    /** The checkpoint removes a fragment of a part, drops the sidecar, and has a fragment and a sidecar more. */
    private void make(int fragments, int most) throws IOException {
        if (!MADE.containsKey(fragments)) {
            MADE.put(fragments, made(fragments));
        }
        folder = MADE.get(fragments).copy();
        log = new Log(folder);
        TableState made = Table.open(folder, TableSettings.DEFAULT).snapshot().state();
        List<Fragment> all = List.copyOf(made.fragments().values());
        SmallParts.checkpoint(folder, made, most, UUID::randomUUID);
        Table again = Table.open(folder, TableSettings.DEFAULT);
        Transaction more = again.begin("more");
        more.dropSidecar(
                all.get(0).id(),
                again.snapshot()
                        .fragment(all.get(0).id())
                        .orElseThrow()
                        .sidecars()
                        .get(0)
                        .identity()
                        .uuid());
        Sidecars.modify(more, folder, all.get(1).id(), "n", Map.of(0L, 71));
        more.removeFragment(all.get(2).id());
        Rows.insert(more, folder, Rows.row(9L, null, "last"));
        more.commit();
        SmallParts.checkpoint(folder, again.snapshot().state(), most, UUID::randomUUID);
        folder.delete(Log.checkpointName(VERSION - 1));
        TableState state = log.checkpoint(VERSION).orElseThrow();
        parts = state.held().base().files().stream().map(PartFile::path).toList();
        before = texts(state, 1, 2, 3);
    }

    /** What a checkpoint says of fragments, and of the bounds of fields. */
    private static List<String> texts(TableState state, int... fields) throws IOException {
        List<String> texts = new ArrayList<>();
        for (Fragment fragment : state.fragments().values()) {
            texts.add(fragment.id() + " " + fragment.rows() + " " + fragment.partition());
            for (DataFile file : fragment.files()) {
                texts.add(file.path() + " " + file.identity() + bounds(file.row(), fields));
            }
            for (SidecarFile file : fragment.sidecars()) {
                texts.add(file.path() + " " + file.identity() + " " + file.version() + bounds(file.row(), fields));
            }
        }
        for (PartFile part : state.held().base().files()) {
            texts.add(
                    "part of " + part.version() + ", " + part.fragments() + " fragments" + bounds(part.row(), fields));
        }
        return texts;
    }

    private static String bounds(LogRow row, int... fields) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int field : fields) {
            Optional<ColumnBounds> known = FragmentBounds.ofRow(row, field, TYPES.get(field - 1));
            text.append(", ")
                    .append(known.map(b -> b.rows() + " " + b.nullCount()
                                    + b.min().map(v -> " " + Rows.value(v, 0)).orElse("")
                                    + b.max().map(v -> " " + Rows.value(v, 0)).orElse(""))
                            .orElse("unknown"));
        }
        return text.toString();
    }

    private CheckpointCopy.Copy copy() throws IOException {
        return CheckpointCopy.of(log, log.checkpoint(VERSION).orElseThrow(), () -> NEW);
    }

    /** Puts a copy in the place of its checkpoint, and returns what it says. */
    private TableState put(CheckpointCopy.Copy copy) throws IOException {
        TableState damaged = log.checkpoint(VERSION).orElseThrow();
        copy.files().forEach(folder::put);
        copy.replaced().forEach(folder::delete);
        for (String path : copy.files().keySet()) {
            assertEquals(List.of(), log.problems(path), path);
        }
        assertEquals(
                ROOT, new ArrayList<>(copy.files().keySet()).get(copy.files().size() - 1), "it is the last");
        TableState made = log.checkpoint(VERSION).orElseThrow();
        assertEquals(damaged.info(), made.info());
        assertEquals(damaged.position(), made.position());
        assertEquals(damaged.schema(), made.schema());
        assertEquals(damaged.properties(), made.properties());
        assertEquals(damaged.features(), made.features());
        return made;
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 100})
    void aSoundCheckpointStaysAsItIs(int most) throws IOException {
        make(16, most);
        CheckpointCopy.Copy copy = copy();
        assertEquals(Set.of(ROOT), copy.files().keySet());
        assertArrayEquals(folder.bytes(ROOT), copy.files().get(ROOT));
        assertEquals(List.of(), copy.replaced());
        assertEquals(0, copy.readFiles() + copy.unknownFiles());
    }

    /** Values of some types have no order. The log tells how many there are. */
    @Test
    void boundsWithoutMinimumStayAsTheyAre() throws IOException {
        Schema schema = Schema.of(
                Field.required("k", Rows.LONG), Field.nullable("i", Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO)));
        Table table = Table.create(folder, schema, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        for (long i = 0; i < 16; i++) {
            Rows.insert(insert, folder, Rows.row(i, null));
        }
        insert.commit();
        SmallParts.checkpoint(folder, table.snapshot().state(), 8, UUID::randomUUID);
        TableState state = log.checkpoint(1).orElseThrow();
        assertEquals(2, state.held().base().files().size());
        String root = Log.checkpointName(1);
        assertArrayEquals(
                folder.bytes(root),
                CheckpointCopy.of(log, state, () -> NEW).files().get(root));
    }

    /** No reader of bounds meets such damage. */
    @Test
    void aPartIsWrittenAnewThoughAllItsBoundsCanBeRead() throws IOException {
        make(16, 8);
        DamagedColumn.flip(folder, parts.get(1), "f2.", FileReport.RegionKind.MIN_MAX);
        CheckpointCopy.Copy copy = copy();
        assertEquals(List.of(parts.get(1)), copy.replaced());
        assertEquals(0, copy.readFiles() + copy.unknownFiles());
        assertEquals(before, texts(put(copy), 1, 2, 3));
        Damage.assertSound(folder);
    }

    @ParameterizedTest
    @CsvSource({"0, f1.", "0, f2.", "1, f3."})
    void filesTellTheBoundsOfAPart(int part, String column) throws IOException {
        make(16, 8);
        assertEquals(2, parts.size());
        DamagedColumn.flip(folder, parts.get(part), column);
        CheckpointCopy.Copy copy = copy();
        String path = Log.PARTS + "/" + NEW + ".stoa";
        assertEquals(Set.of(path, ROOT), copy.files().keySet());
        assertEquals(List.of(parts.get(part)), copy.replaced());
        assertEquals(part == 0 ? 9 : 8, copy.readFiles(), "the first has a sidecar, too");
        assertEquals(0, copy.unknownFiles());
        assertEquals(before, texts(put(copy), 1, 2, 3));
        List<String> expected = new ArrayList<>(parts);
        expected.set(part, path);
        assertEquals(
                expected,
                log.checkpoint(VERSION).orElseThrow().held().base().files().stream()
                        .map(PartFile::path)
                        .toList());
        Damage.assertSound(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"f1.", "f2.", "f3."})
    void filesTellTheBoundsThatTheCheckpointHasItself(String column) throws IOException {
        make(16, 8);
        DamagedColumn.flip(folder, ROOT, column);
        CheckpointCopy.Copy copy = copy();
        assertEquals(Set.of(ROOT), copy.files().keySet());
        assertEquals(List.of(), copy.replaced());
        assertEquals(2, copy.readFiles());
        assertEquals(0, copy.unknownFiles());
        assertEquals(before, texts(put(copy), 1, 2, 3));
        Damage.assertSound(folder);
    }

    @Test
    void allOfThemMayBeDamaged() throws IOException {
        make(16, 8);
        DamagedColumn.flip(folder, parts.get(0), "f2.");
        DamagedColumn.flip(folder, parts.get(1), "f3.");
        DamagedColumn.flip(folder, ROOT, "f1.");
        Set<UUID> ids = new HashSet<>();
        CheckpointCopy.Copy copy =
                CheckpointCopy.of(log, log.checkpoint(VERSION).orElseThrow(), () -> {
                    UUID id = UUID.randomUUID();
                    ids.add(id);
                    return id;
                });
        assertEquals(3, copy.files().size());
        assertEquals(2, ids.size());
        assertEquals(parts, copy.replaced());
        assertEquals(before, texts(put(copy), 1, 2, 3));
        Damage.assertSound(folder);
    }

    @Test
    void boundsThatNoFileTellsAreLeftOut() throws IOException {
        make(16, 8);
        TableState state = log.checkpoint(VERSION).orElseThrow();
        String lost =
                state.fragments().values().iterator().next().files().get(0).path();
        String part = parts.get(0);
        DamagedColumn.flip(folder, part, "f2.");
        folder.delete(lost);
        CheckpointCopy.Copy copy = copy();
        assertEquals(1, copy.unknownFiles());
        List<String> after = texts(put(copy), 2);
        String unknown =
                after.stream().filter(text -> text.startsWith(lost)).findFirst().orElseThrow();
        assertTrue(unknown.endsWith(", unknown"), unknown);
        assertTrue(after.contains("part of 2, 8 fragments, unknown"), after.toString());
    }

    /** In a part, and in the checkpoint itself. */
    @ParameterizedTest
    @ValueSource(ints = {MANY, 2 * MANY})
    @Tag("slow")
    void severalVectorsAreCopied(int most) throws IOException {
        make(MANY, most);
        assertEquals(most == MANY ? 1 : 0, parts.size());
        DamagedColumn.flip(folder, parts.isEmpty() ? ROOT : parts.get(0), "f1.");
        CheckpointCopy.Copy copy = copy();
        assertTrue(copy.readFiles() >= MANY, copy.readFiles() + " files are read");
        assertEquals(0, copy.unknownFiles());
        assertEquals(before, texts(put(copy), 1, 2, 3));
        assertEquals(MANY, log.checkpoint(VERSION).orElseThrow().fragments().size());
    }
}
