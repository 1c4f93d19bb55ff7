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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A damaged file of the log names the columns and the files whose bounds it no longer tells. */
class LostBoundsTest {
    private static final String ENTRY = Log.entryName(1);
    private static final Type POINT =
            Type.struct(List.of(Field.nullable("x", Rows.INT), Field.nullable("y", Rows.STRING)));

    /** More than an entry packs into cells. */
    private static final int MANY = 20;

    private final MemoryFolder folder = new MemoryFolder();
    private final Log log = new Log(folder);
    private Table table;
    private List<String> files;

    /** Version 1 has a number of files of a row each, with the fields k (1), p (2), p.x (3), p.y (4) and n (5). */
    private void make(int count) throws IOException {
        Schema schema =
                Schema.of(Field.required("k", Rows.LONG), Field.nullable("p", POINT), Field.nullable("n", Rows.INT));
        table = Table.create(folder, schema, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        for (int i = 0; i < count; i++) {
            Rows.insert(insert, folder, Rows.row((long) i * i, Rows.row(7 * i * i, "t" + i), i * i));
        }
        insert.commit();
        files = files(table.snapshot().fragments());
    }

    private static List<String> files(List<Fragment> fragments) {
        List<String> all = new ArrayList<>();
        for (Fragment fragment : fragments) {
            fragment.files().stream().map(DataFile::path).forEach(all::add);
            fragment.sidecars().stream().map(SidecarFile::path).forEach(all::add);
        }
        return List.copyOf(new TreeSet<>(all));
    }

    private Optional<String> ofEntry() throws IOException {
        return LostBounds.ofEntry(log, 1, table.snapshot().state().schema());
    }

    private static Optional<String> lost(String columns, String files) {
        return Optional.of(
                "the bounds of " + columns + " in " + files + " can't be read, so scans open each of these files");
    }

    private String many(int count) {
        return "the files " + String.join(", ", files.subList(0, 3)) + " and " + (count - 3) + " more";
    }

    @Test
    void soundFilesLoseNone() throws IOException {
        make(MANY);
        assertEquals(Optional.empty(), ofEntry());
        SmallParts.checkpoint(folder, table.snapshot().state(), 8, UUID::randomUUID);
        assertEquals(Optional.empty(), LostBounds.ofCheckpoint(log, 1, Log.checkpointName(1)));
    }

    @Test
    void filesThatAreGoneOrWorseLoseNone() throws IOException {
        make(1);
        assertEquals(
                Optional.empty(),
                LostBounds.ofEntry(log, 2, table.snapshot().state().schema()));
        assertEquals(Optional.empty(), LostBounds.ofCheckpoint(log, 1, Log.checkpointName(1)));
        byte[] bad = "not a file".getBytes(StandardCharsets.US_ASCII);
        folder.put(Log.checkpointName(1), bad);
        assertEquals(Optional.empty(), LostBounds.ofCheckpoint(log, 1, Log.checkpointName(1)));
        folder.put(ENTRY, bad);
        assertEquals(Optional.empty(), ofEntry());
    }

    /** A cell of an entry of few files holds the bounds of all columns. */
    @Test
    void aCellLosesAllColumns() throws IOException {
        make(1);
        DamagedColumn.flip(folder, ENTRY, "bounds");
        assertEquals(lost("the columns 'k', 'n', 'p.x' and 1 more", "the file " + files.get(0)), ofEntry());
    }

    @Test
    void aColumnOfAnEntryIsNamedByItsPath() throws IOException {
        make(MANY);
        DamagedColumn.flip(folder, ENTRY, "f4.");
        assertEquals(lost("the column 'p.y'", many(MANY)), ofEntry());
    }

    @Test
    void aSidecarIsNamedToo() throws IOException {
        make(MANY);
        Fragment first = table.snapshot().fragments().get(0);
        Transaction change = table.begin("change");
        Sidecars.modify(change, folder, first.id(), "n", Map.of(0L, 77));
        change.commit();
        String sidecar = table.snapshot()
                .fragment(first.id())
                .orElseThrow()
                .sidecars()
                .get(0)
                .path();
        DamagedColumn.flip(folder, Log.entryName(2), "bounds");
        assertEquals(
                lost("the columns 'k', 'n', 'p.x' and 1 more", "the file " + sidecar),
                LostBounds.ofEntry(log, 2, table.snapshot().state().schema()));
    }

    /** Two parts of eight files, and four files and a sidecar in the checkpoint itself. */
    @Test
    void partsAndCheckpointsNameTheirOwnFiles() throws IOException {
        make(16);
        SmallParts.checkpoint(folder, table.snapshot().state(), 8, UUID::randomUUID);
        table = Table.open(folder, TableSettings.DEFAULT);
        Fragment first = table.snapshot().fragments().get(0);
        Transaction more = table.begin("more");
        Sidecars.modify(more, folder, first.id(), "n", Map.of(0L, 77));
        for (int i = 20; i < 24; i++) {
            Rows.insert(more, folder, Rows.row((long) i * i, Rows.row(7 * i * i, "t" + i), i * i));
        }
        more.commit();
        SmallParts.checkpoint(folder, table.snapshot().state(), 8, UUID::randomUUID);
        TableState state = log.checkpoint(2).orElseThrow();
        List<PartFile> parts = state.held().base().files();
        assertEquals(2, parts.size());
        String part = parts.get(0).path();
        String root = Log.checkpointName(2);
        assertEquals(Optional.empty(), LostBounds.ofCheckpoint(log, 2, part));

        DamagedColumn.flip(folder, part, "f5.");
        files = named(state, part);
        assertEquals(8, files.size());
        assertEquals(lost("the column 'n'", many(8)), LostBounds.ofCheckpoint(log, 2, part));
        assertEquals(Optional.empty(), LostBounds.ofCheckpoint(log, 2, root));

        DamagedColumn.flip(folder, root, "f1.");
        files = named(state, root);
        assertEquals(4 + 1 + 2, files.size());
        assertEquals(lost("the column 'k'", many(7)), LostBounds.ofCheckpoint(log, 2, root));
    }

    /** The files and parts whose bounds are in a file of the log. */
    private static List<String> named(TableState state, String path) throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (Fragment fragment : state.fragments().values()) {
            Stream.concat(
                            fragment.files().stream().map(file -> Map.entry(file.path(), file.row())),
                            fragment.sidecars().stream().map(file -> Map.entry(file.path(), file.row())))
                    .filter(file -> file.getValue().file().toString().endsWith(path))
                    .forEach(file -> named.add(file.getKey()));
        }
        for (PartFile part : state.held().base().files()) {
            if (part.row().file().toString().endsWith(path)) {
                named.add(part.path());
            }
        }
        return List.copyOf(named);
    }
}
