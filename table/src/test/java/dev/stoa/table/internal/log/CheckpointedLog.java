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

import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.table.internal.schema.TableSchema;
import java.io.IOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** A log in memory whose files are written by hand, and its states: by entries alone, and by checkpoints that share parts. */
class CheckpointedLog {
    static final UUID TABLE = new UUID(21, 9);
    static final int MOST = 8;
    static final Type LONG = Type.of(TypeKind.INT64);

    final MemoryFolder folder = new MemoryFolder();
    final Log log = new Log(folder);
    Random random = new Random(1);
    TableState entries;
    TableState shared;

    /** Commits what is to be changed, and goes on with it in both states. */
    void commit(Changes changes) throws IOException {
        long version = entries == null ? 0 : entries.version() + 1;
        CommitInfo info = new CommitInfo(
                version, Instant.ofEpochSecond(version), id(), "test", Math.max(0, version - 1), false, 0);
        String name = Log.entryName(version);
        Optional<ContentHash> previous =
                Optional.ofNullable(entries).map(state -> state.position().entry());
        byte[] bytes = EntryWriter.bytes(name, TABLE, previous, info, changes);
        folder.put(name, bytes);
        LogContents entry = new MemoryFile(name, bytes).contents(LogKind.ENTRY, version);
        if (entries == null) {
            entries = TableState.of(entry, name);
            shared = entries;
        } else {
            entries = entries.with(List.of(entry), List.of(name));
            shared = shared.with(List.of(entry), List.of(name));
        }
    }

    void create() throws IOException {
        Changes changes = new Changes();
        Schema schema = new Schema(List.of(Field.nullable("a", LONG), Field.nullable("b", LONG)));
        changes.schema = Optional.of(TableSchema.numbered(schema, false));
        changes.properties = Optional.of(TableProperties.NONE);
        commit(changes);
    }

    /** Writes the checkpoint of the newest version, and goes on from it. */
    void checkpoint() throws IOException {
        CheckpointWriter.write(shared, folder, Log.checkpointName(shared.version()), MOST, this::id);
        shared = new History(log).written(shared);
        assertEquals(shared.version(), shared.checkpoint());
    }

    UUID id() {
        return new UUID(random.nextLong() & ~0xF000L | 0x4000, random.nextLong() >>> 2 | Long.MIN_VALUE);
    }

    FileIdentity identity() {
        return new FileIdentity(id(), 1000 + random.nextInt(1000), new ContentHash(random.nextLong(), 1));
    }

    Map<Integer, ColumnBounds> bounds() {
        long least = random.nextInt(1000);
        return Map.of(
                1,
                new ColumnBounds(
                        LONG,
                        10,
                        0,
                        0,
                        Optional.of(new LongVector(LONG, new long[] {least}, LongVector.NO_NULLS, 1)),
                        true,
                        Optional.of(new LongVector(LONG, new long[] {least + 5}, LongVector.NO_NULLS, 1)),
                        true));
    }

    DataFile.Added file(Optional<List<Integer>> fields) {
        return new DataFile.Added("data/" + id() + ".stoa", identity(), fields, 0, bounds());
    }

    UUID insert(Changes changes) {
        UUID id = id();
        changes.added.put(id, new Changes.NewFragment(10, Optional.empty(), file(Optional.empty())));
        return id;
    }

    SidecarFile.Added sidecar(OptionalLong folded) {
        return new SidecarFile.Added(
                SidecarPlace.file("_stoa/sidecars/" + id() + ".stoa"),
                identity(),
                1,
                List.of(1),
                Optional.empty(),
                bounds(),
                folded);
    }

    static Set<String> parts(TableState state) {
        Set<String> parts = new HashSet<>();
        state.held().base().files().forEach(part -> parts.add(part.path()));
        return parts;
    }

    void fourParts() throws IOException {
        create();
        Changes changes = new Changes();
        for (int i = 0; i < 4 * MOST; i++) {
            insert(changes);
        }
        commit(changes);
        checkpoint();
    }
}
