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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Parts of a sorted table that are merged, and parts of many bytes, have each fragment once. */
class MergedPartsTest {
    private static final UUID TABLE = new UUID(21, 9);
    private static final int MOST = 8;
    /** A part with texts of this length is read column by column. */
    private static final int LONG_TEXT = 700_000;

    private final MemoryFolder folder = new MemoryFolder();
    private final Log log = new Log(folder);
    private final Random random = new Random(1);
    private Optional<TableState> entries = Optional.empty();
    private Optional<TableState> shared = Optional.empty();

    private UUID id() {
        return new UUID(random.nextLong() & ~0xF000L | 0x4000, random.nextLong() >>> 2 | Long.MIN_VALUE);
    }

    private static Optional<ColumnVector> value(long value) {
        return Optional.of(new LongVector(Rows.LONG, new long[] {value}, ColumnVector.NO_NULLS, 1));
    }

    private UUID insert(Changes changes, Optional<String> partition) {
        long least = random.nextInt(1000);
        ColumnBounds bounds = new ColumnBounds(Rows.LONG, 9, 0, 0, value(least), true, value(least + 50), true);
        FileIdentity identity = new FileIdentity(id(), 1000, new ContentHash(random.nextLong(), 1));
        UUID id = id();
        changes.added.put(
                id,
                new Changes.NewFragment(
                        9,
                        partition,
                        new DataFile.Added(
                                "data/" + identity.uuid() + ".stoa",
                                identity,
                                Optional.empty(),
                                0,
                                Map.of(1, bounds))));
        return id;
    }

    private void commit(Changes changes) throws IOException {
        long version = entries.map(state -> state.version() + 1).orElse(0L);
        if (version == 0) {
            changes.schema = Optional.of(TableSchema.numbered(Schema.of(Field.nullable("a", Rows.LONG)), false));
            changes.properties = Optional.of(new TableProperties(
                    List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of()));
        }
        CommitInfo info = new CommitInfo(version, Instant.EPOCH, id(), "test", Math.max(0, version - 1), false, 0);
        String name = Log.entryName(version);
        Optional<ContentHash> previous = entries.map(state -> state.position().entry());
        byte[] bytes = EntryWriter.bytes(name, TABLE, previous, info, changes);
        folder.put(name, bytes);
        List<LogContents> entry = List.of(new MemoryFile(name, bytes).contents(LogKind.ENTRY, version));
        entries = Optional.of(
                version == 0
                        ? TableState.of(entry.get(0), name)
                        : entries.orElseThrow().with(entry, List.of(name)));
        shared = version == 0 ? entries : Optional.of(shared.orElseThrow().with(entry, List.of(name)));
    }

    /** Writes a checkpoint, which says what the entries say, and returns its parts. */
    private Set<String> checkpoint() throws IOException {
        TableState state = shared.orElseThrow();
        CheckpointWriter.write(state, folder, Log.checkpointName(state.version()), MOST, this::id);
        TableState read = log.checkpoint(state.version()).orElseThrow();
        assertEquals(texts(entries.orElseThrow()), texts(read));
        shared = Optional.of(new History(log).written(state));
        Set<String> parts = new HashSet<>();
        read.held().base().files().forEach(part -> parts.add(part.path()));
        return parts;
    }

    private static Map<UUID, String> texts(TableState state) throws IOException {
        Map<UUID, String> texts = new TreeMap<>();
        for (Fragment fragment : state.fragments().values()) {
            texts.put(fragment.id(), fragment.files() + " " + fragment.partition() + fragment.sidecars());
        }
        return texts;
    }

    @Test
    void partsThatOverlapAreMerged() throws IOException {
        List<UUID> all = new ArrayList<>();
        List<Set<String>> parts = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            Changes changes = new Changes();
            for (int i = 0; i < 2 * MOST + round; i++) {
                all.add(insert(changes, Optional.empty()));
            }
            if (round > 2) { // changes of parts; some may be merged with each other
                UUID removed = all.remove(round);
                changes.removed.put(removed, new Action.RemoveFragment(removed, Optional.empty(), 0));
            }
            commit(changes);
            parts.add(checkpoint());
            assertEquals(new HashSet<>(all), shared.orElseThrow().fragments().keySet());
        }
        assertEquals(2, parts.get(0).size());
        assertTrue(parts.get(1).containsAll(parts.get(0)), "two parts that don't overlap stay");
        assertFalse(parts.get(2).containsAll(parts.get(1)), "parts of two rounds overlap");
    }

    @Test
    void longPartsAreReadColumnByColumn() throws IOException {
        Changes changes = new Changes();
        for (int i = 0; i < MOST; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < LONG_TEXT) {
                text.append(Long.toHexString(random.nextLong()));
            }
            insert(changes, Optional.of(text.toString()));
        }
        commit(changes);
        String path = List.copyOf(checkpoint()).get(0);
        byte[] bytes = folder.bytes(path);
        assertTrue(bytes.length > 4 << 20, bytes.length + " bytes");
        byte[] other = bytes.clone();
        other[bytes.length - 1] ^= 1;
        folder.put(path, other);
        assertThrows(CorruptFileException.class, () -> log.checkpoint(0));
        folder.put(path, Arrays.copyOf(bytes, bytes.length - 1));
        assertThrows(CorruptFileException.class, () -> log.checkpoint(0));
    }
}
