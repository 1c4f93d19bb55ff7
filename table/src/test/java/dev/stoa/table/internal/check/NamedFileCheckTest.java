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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.Filter;
import dev.stoa.table.DataFile;
import dev.stoa.table.ForwardingFolder;
import dev.stoa.table.Fragment;
import dev.stoa.table.Rows;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.internal.check.NamedFileCheck.Problem;
import dev.stoa.table.internal.check.NamedFileCheck.Wrong;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.table.internal.logfile.SidecarPlace;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.Folder;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file that the log names: gone, another one, or damaged, and told apart. */
class NamedFileCheckTest {
    private static final int ROWS = 100_000;

    private final MemoryFolder folder = new MemoryFolder();
    private String path;
    private String other;
    private FileIdentity named;
    private long progress;

    @BeforeEach
    void makeTable() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Object[][] rows = new Object[ROWS][];
        Random random = new Random(7); // so that the keys take many granules
        Arrays.setAll(rows, i -> Rows.row(random.nextLong(), i, "s"));
        Rows.insert(insert, folder, rows);
        Rows.insert(insert, folder, Rows.row(1L, 1, "other"));
        List<Fragment> fragments = insert.commit().fragments();
        DataFile file = fragments.get(0).files().get(0);
        path = file.path();
        other = fragments.get(1).files().get(0).path();
        named = file.identity();
    }

    private List<Problem> check(Folder checked, boolean readsData) throws IOException {
        progress = 0;
        return new NamedFileCheck(checked, readsData).check(path, named, bytes -> {
            assertTrue(bytes >= 0, bytes + " bytes more");
            progress += bytes;
        });
    }

    private void assertOnly(Wrong kind, String what) throws IOException {
        for (boolean readsData : new boolean[] {false, true}) {
            List<Problem> problems = check(folder, readsData);
            assertEquals(1, problems.size(), problems::toString);
            assertEquals(kind, problems.get(0).kind());
            assertTrue(problems.get(0).what().contains(what), problems::toString);
        }
    }

    @Test
    void aSoundFileIsReadOnce() throws IOException {
        assertEquals(List.of(), check(folder, false));
        assertEquals(0, progress);
        assertEquals(List.of(), check(folder, true));
        long length = folder.bytes(path).length;
        assertTrue(progress > length / 2 && progress <= length, progress + " bytes of " + length);
    }

    @Test
    void anotherFileIsNoDamage() throws IOException {
        byte[] good = folder.bytes(path);
        folder.delete(path);
        assertOnly(Wrong.MISSING, "it is missing");
        folder.put(path + "/below", new byte[1]);
        assertOnly(Wrong.REPLACED, "a folder has the path of a file that the log names");
        folder.delete(path + "/below");
        folder.put(path, folder.bytes(other));
        assertOnly(Wrong.REPLACED, "it is another file than the log names: that has " + named);
        folder.put(path, Arrays.copyOf(good, 100));
        assertOnly(Wrong.DAMAGED, "it has 100 bytes, by the log " + good.length + ": ");
        assertFalse(check(folder, true).get(0).what().contains(path), "the path is told with each problem");
    }

    @Test
    void damageOfDataIsFoundByReadingIt() throws IOException {
        byte[] bytes = folder.bytes(path);
        bytes[bytes.length / 3] ^= 1;
        folder.put(path, bytes);
        assertEquals(List.of(), check(folder, false));
        List<Problem> problems = check(folder, true);
        assertEquals(1, problems.size(), problems::toString);
        assertEquals(Wrong.DAMAGED, problems.get(0).kind());
    }

    /** The file has no readable identity, so it can't be told from another one. */
    @Test
    void damageOfTheTailIsNoOtherFile() throws IOException {
        byte[] bytes = folder.bytes(path);
        bytes[bytes.length - 20] ^= 1;
        folder.put(path, bytes);
        for (boolean readsData : new boolean[] {false, true}) {
            List<Problem> problems = check(folder, readsData);
            assertFalse(problems.isEmpty());
            assertEquals(Wrong.DAMAGED, problems.get(0).kind());
            assertFalse(problems.get(0).what().contains("by the log"), problems::toString);
        }
    }

    /** A sidecar is a file, or its bytes are in the log. */
    @Test
    void sidecarsAreCheckedWhereTheyAre() throws IOException {
        for (boolean isInLog : new boolean[] {true, false}) {
            MemoryFolder small = new MemoryFolder();
            TableProperties properties =
                    TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, String.valueOf(isInLog)));
            Table table = Table.create(small, Rows.schema(), properties, TableSettings.DEFAULT);
            Transaction insert = table.begin("insert");
            Rows.insert(insert, small, Rows.row(1L, 1, "s"), Rows.row(2L, 2, "s"));
            insert.commit();
            TableOperations.of(table).delete(Filter.equal("k", 1));
            SidecarFile sidecar = table.snapshot().fragments().get(0).sidecars().get(0);
            assertEquals(isInLog, sidecar.isInLog());
            assertEquals(List.of(), check(small, sidecar));
            if (isInLog) {
                byte[] bad = sidecar.place().contents().clone();
                bad[20] ^= 1;
                SidecarFile damaged = with(sidecar, new SidecarPlace(sidecar.path(), bad), sidecar.identity());
                assertEquals(Wrong.DAMAGED, check(small, damaged).get(0).kind());
                SidecarFile other = with(sidecar, sidecar.place(), named);
                assertEquals(Wrong.REPLACED, check(small, other).get(0).kind());
            } else {
                assertTrue(small.delete(sidecar.path()));
                assertEquals(List.of(new Problem(Wrong.MISSING, "it is missing")), check(small, sidecar));
            }
        }
    }

    private static List<Problem> check(Folder checked, SidecarFile sidecar) throws IOException {
        return new NamedFileCheck(checked, true).check(sidecar, bytes -> {});
    }

    private static SidecarFile with(SidecarFile like, SidecarPlace place, FileIdentity identity) {
        return new SidecarFile(
                place, identity, like.version(), like.deletedRows(), like.fields(), like.inserted(), like.row());
    }

    @Test
    void theFirstTenProblemsAreTold() throws IOException {
        byte[] bytes = folder.bytes(path);
        int spoilt = 0;
        List<Problem> problems = List.of();
        while (problems.size() < 11) {
            assertEquals(spoilt, problems.size(), problems::toString);
            bytes[1000 + 40_000 * spoilt++] ^= 1;
            folder.put(path, bytes);
            problems = check(folder, true);
        }
        assertEquals(11, problems.size());
        assertEquals(
                new Problem(Wrong.DAMAGED, "it has 1 more problems: 'stoa verify' of the file alone names them"),
                problems.get(10));
    }

    /** A file that was removed while it is read, and one whose blocks are lost. */
    @Test
    void failedReadsAreFaultsOfTheFile() throws IOException {
        List<Problem> gone = check(failing(new FileNotFoundException("gone")), true);
        assertEquals(List.of(new Problem(Wrong.MISSING, "it is missing")), gone);
        List<Problem> lost = check(failing(new IOException("no node has the block")), true);
        assertEquals(1, lost.size());
        assertEquals(Wrong.DAMAGED, lost.get(0).kind());
        assertTrue(lost.get(0).what().startsWith("the store can't read it: "), lost::toString);
        Folder listsLate = new ForwardingFolder(folder) {
            @Override
            public RangeSource open(String name, OptionalLong length) throws IOException {
                throw new FileNotFoundException(name);
            }
        };
        assertEquals(List.of(new Problem(Wrong.MISSING, "it is missing")), check(listsLate, false));
    }

    private Folder failing(IOException failure) {
        return new ForwardingFolder(folder) {
            @Override
            public RangeSource open(String name, OptionalLong length) {
                PositionalReader reader = new PositionalReader() {
                    @Override
                    public int read(long position, ByteBuffer target) throws IOException {
                        throw failure;
                    }

                    @Override
                    public void close() {
                        // nothing is open
                    }
                };
                return RangeSources.of(name, named.length(), StoreProfile.local(), BufferAllocator.pooled(), reader);
            }
        };
    }
}
