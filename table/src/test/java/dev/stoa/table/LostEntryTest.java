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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.stores.S3Server;
import dev.stoa.table.stores.SharedStores;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.hadoop.HadoopFolder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** An entry of the log disappears: nobody reads an older version in place of the newest, and nobody takes its number. */
@ExtendWith(SharedStores.class)
@Tag("store")
class LostEntryTest {
    private static final TableSettings SETTINGS =
            TableSettings.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO, pause -> {});

    @TempDir
    Path path;

    private Folder folder;

    /** The versions 0..newest, each with one row more. */
    private Table make(int newest) throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, SETTINGS);
        insert(table, newest);
        return table;
    }

    private void insert(Table table, int until) throws IOException {
        for (long i = table.snapshot().version() + 1; i <= until; i++) {
            insert(table.begin("insert"));
        }
    }

    private Snapshot insert(Transaction insert) throws IOException {
        Rows.insert(insert, folder, row(insert.snapshot().version() + 1, 1, "s"));
        return insert.commit();
    }

    private static String entry(long version) {
        return String.format(Locale.ROOT, "_stoa/%019d.commit", version);
    }

    private static String checkpoint(long version) {
        return String.format(Locale.ROOT, "_stoa/%019d.checkpoint", version);
    }

    private byte[] take(String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.empty());
                RangeBuffers read = source.read(List.of(new dev.stoa.vio.Range(0, (int) source.length())))) {
            byte[] bytes = new byte[(int) source.length()];
            read.buffer(0).get(bytes);
            assertTrue(folder.delete(name), name);
            return bytes;
        }
    }

    private void put(String name, byte[] bytes) throws IOException {
        try (FileSink sink = folder.create(name, SinkOptions.SMALL.withOverwrite(true))) {
            sink.write(bytes);
            sink.commit();
        }
    }

    private Table open() throws IOException {
        return Table.open(folder, SETTINGS);
    }

    private void assertLost(long version, String sign, Executable what) throws IOException {
        LostEntryException e = assertThrows(LostEntryException.class, what);
        assertTrue(e.path().endsWith(entry(version)), e.path());
        assertTrue(e.getMessage().contains(e.path()) && e.getMessage().contains(sign), e.getMessage());
        assertTrue(folder.find(entry(version)).isEmpty(), "nobody takes its number");
    }

    @Test
    void local() throws Exception {
        folder = new LocalFolder(path.resolve("t"));
        entriesBeyond();
        folder = new LocalFolder(path.resolve("u"));
        checkpointBeyond();
        folder = new LocalFolder(path.resolve("v"));
        gapBelowACheckpoint();
        folder = new LocalFolder(path.resolve("w"));
        firstEntry();
    }

    /** Far stores list the folder of the log, and read many entries at once. */
    @Test
    void far() throws Exception {
        folder = MemoryFolder.far();
        entriesBeyond();
        folder = MemoryFolder.far();
        checkpointBeyond();
        folder = MemoryFolder.far();
        gapBelowACheckpoint();
        folder = MemoryFolder.far();
        firstEntry();
    }

    @Test
    @Tag("slow")
    void objectStore(S3Server server) throws Exception {
        folder = HadoopFolder.of(server.fileSystem(), new org.apache.hadoop.fs.Path("/lost/t"));
        entriesBeyond();
        folder = HadoopFolder.of(server.fileSystem(), new org.apache.hadoop.fs.Path("/lost/u"));
        checkpointBeyond();
        folder = HadoopFolder.of(server.fileSystem(), new org.apache.hadoop.fs.Path("/lost/v"));
        gapBelowACheckpoint();
    }

    /** Behind the newest checkpoint, that of version 4. */
    private void entriesBeyond() throws IOException {
        Table writer = make(5);
        Table table = open();
        Transaction begun = table.begin("insert");
        insert(writer, 7);
        byte[] six = take(entry(6));
        String sign = "later entries are there, " + folder.id() + "/" + entry(7);
        assertLost(6, sign, this::open);
        assertLost(6, sign, table::snapshot);
        assertLost(6, sign, () -> table.begin("insert"));
        assertLost(6, sign, () -> insert(begun));
        assertEquals(7, writer.snapshot().version(), "who knows the version needs no entry to read it");
        put(entry(6), six);
        assertEquals(7, open().snapshot().rowCount());

        six = take(entry(6));
        byte[] five = take(entry(5));
        assertLost(5, entry(7), this::open);
        put(entry(5), five);
        put(entry(6), six);
        assertEquals(7, table.snapshot().rowCount());
    }

    /** The last entry, of which the checkpoint tells, or the hint. */
    private void checkpointBeyond() throws IOException {
        Table writer = make(7);
        Table table = open();
        Transaction begun = table.begin("insert");
        insert(writer, 8);
        byte[] eight = take(entry(8));
        assertLost(8, "a checkpoint of version 8 is there", () -> insert(begun));
        assertEquals(8, open().snapshot().rowCount(), "the checkpoint tells all");
        assertEquals(8, table.snapshot().rowCount());
        assertLost(8, "a checkpoint of version 8 is there", () -> table.commits(3));
        byte[] hint = take("_stoa/hint");
        assertEquals(8, open().snapshot().rowCount());
        put("_stoa/hint", hint);
        byte[] checkpoint = take(checkpoint(8));
        assertLost(8, "hint names version 8", this::open);
        take("_stoa/hint");
        assertEquals(7, open().snapshot().rowCount(), "nothing tells of it any more");
        put(checkpoint(8), checkpoint);
        put(entry(8), eight);
        assertEquals(8, table.snapshot().rowCount());
    }

    /** The newest version is known from the checkpoint, those before it are not. */
    private void gapBelowACheckpoint() throws IOException {
        Table writer = make(1);
        Table table = open();
        Table other = open();
        Transaction begun = table.begin("insert");
        insert(writer, 9);
        take(entry(2));
        take(entry(3));
        String sign = "later entries are there, " + folder.id() + "/" + entry(4);
        assertLost(2, sign, () -> insert(begun));
        assertEquals(9, other.snapshot().rowCount());
        for (boolean hinted : new boolean[] {true, false}) {
            Table opened = open();
            assertEquals(9, opened.snapshot().rowCount());
            assertEquals(4, opened.snapshotAt(4).rowCount());
            assertEquals(1, opened.snapshotAt(1).rowCount());
            assertLost(2, entry(4), () -> opened.snapshotAt(2));
            assertLost(2, entry(4), () -> opened.snapshotAt(3));
            assertEquals(6, opened.commits(6).size());
            assertLost(3, entry(4), () -> opened.commits(8));
            assertLost(2, entry(4), () -> opened.effect(2));
            assertThrows(LostEntryException.class, () -> Expiry.plan(opened, Duration.ZERO, 9, Duration.ZERO));
            if (hinted) {
                take("_stoa/hint");
            }
        }
        Instant past = Instant.EPOCH;
        assertThrows(TableException.class, () -> open().snapshotAt(past));
        Expiry.plan(other, Duration.ZERO, 2, Duration.ZERO).run();
        assertEquals(9, open().snapshot().rowCount());
        insert(open(), 10);
        assertEquals(10, open().snapshot().rowCount());
    }

    private void firstEntry() throws IOException {
        make(2);
        take(entry(0));
        assertLost(0, entry(1), this::open);
        take(entry(1));
        TableException e = assertThrows(
                TableException.class, () -> Table.create(folder, Rows.schema(), TableProperties.NONE, SETTINGS));
        assertFalse(folder.find(entry(0)).isPresent(), e::getMessage);
    }

    /** Others commit between the look for the next entry and the look beyond it: nothing is lost. */
    @Test
    void entriesThatComeInBetweenAreRead() throws Exception {
        folder = new LocalFolder(path.resolve("t"));
        Table writer = make(5);
        AtomicBoolean once = new AtomicBoolean(true);
        Folder slow = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    try {
                        Object answer = method.invoke(folder, words);
                        if (method.getName().equals("find") && words[0].equals(entry(6)) && once.getAndSet(false)) {
                            insert(writer, 8);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        assertEquals(8, Table.open(slow, SETTINGS).snapshot().version());
    }

    /** A listing that shows what is gone is no sign. */
    @Test
    @Tag("slow")
    void anOldListingIsNoSign(S3Server server) throws Exception {
        folder = HadoopFolder.of(server.fileSystem(), new org.apache.hadoop.fs.Path("/lost/old"));
        make(5);
        Folder stale = (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    try {
                        Object answer = method.invoke(folder, words);
                        if (method.getName().equals("list")) {
                            List<Folder.Entry> listed = new ArrayList<>(folder.list((String) words[0]));
                            for (String name : List.of(entry(7), checkpoint(8))) {
                                listed.add(
                                        new Folder.Entry(name.substring("_stoa/".length()), false, 700, Instant.EPOCH));
                            }
                            answer = listed;
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        Table table = Table.open(stale, SETTINGS);
        assertEquals(5, table.snapshot().version());
        assertEquals(6, insert(table.begin("insert")).version());
    }
}
