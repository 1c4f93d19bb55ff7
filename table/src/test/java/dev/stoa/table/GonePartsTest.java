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

import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Parts of a checkpoint go while a writer that has read them commits: its own checkpoint fails, and no commit does. */
class GonePartsTest {
    private final MemoryFolder folder = new MemoryFolder();
    private int rows = 8;

    private void insert(Table table) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, Rows.row(100L + rows, 1, "s"));
        insert.commit();
        rows++;
    }

    private Set<String> parts() {
        return folder.list(Log.PARTS).stream()
                .map(part -> Log.PARTS + "/" + part.name())
                .collect(Collectors.toSet());
    }

    private Set<Long> checkpoints() throws IOException {
        return new Log(folder).list().checkpoints();
    }

    /** Does something when a writer is about to create the entry of a version. */
    private Folder before(long version, Runnable beside) {
        return new ForwardingFolder(folder) {
            @Override
            public FileSink create(String name, SinkOptions options) throws IOException {
                if (name.equals(Log.entryName(version))) {
                    beside.run();
                }
                return super.create(name, options);
            }
        };
    }

    /** Removes the checkpoint of a version and the parts that only it names, as two expiries do. */
    private void expire(long version) {
        try {
            Set<String> named = new HashSet<>();
            folder.delete(Log.checkpointName(version));
            for (long other : checkpoints()) {
                new Log(folder).parts(other).orElseThrow().forEach(part -> named.add(part.path()));
            }
            for (String part : parts()) {
                if (!named.contains(part)) {
                    folder.delete(part);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anExpiryBesideACommit() throws IOException {
        PartsTest.make(folder);
        Table writer = Table.open(before(6, () -> expire(3)), TableSettings.DEFAULT);
        assertEquals(rows, Rows.read(writer.snapshot()).size());
        Set<String> old = parts();
        Transaction delete = Table.open(folder, TableSettings.DEFAULT).begin("delete");
        List<Fragment> fragments = delete.snapshot().fragments();
        for (int i = 0; i < 2; i++) { // all of one part, whose fragments stay
            Sidecars.delete(delete, folder, fragments.get(i).id(), 0);
            rows--;
        }
        delete.commit();
        insert(writer);
        PartsTest.checkpoint(folder);
        insert(writer);
        assertFalse(parts().containsAll(old), "a part that the writer has read is gone");
        assertEquals(Set.of(5L), checkpoints(), "the writer could not write checkpoint 6");
        assertEquals(6, writer.snapshot().version());
        assertEquals(rows, Rows.read(writer.snapshot()).size());
        for (long version = 7; version <= 12; version++) {
            insert(writer);
            assertEquals(version, writer.snapshot().version());
            assertEquals(rows, Rows.read(writer.snapshot()).size());
        }
        assertEquals(Set.of(5L, 10L), checkpoints(), "it goes on from checkpoint 5");
        Damage.assertSound(folder);
    }
}
