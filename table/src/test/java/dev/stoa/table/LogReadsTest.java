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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** On a far store, an expiry and a verification list the log, and read entries at once without looking for each. */
class LogReadsTest {
    private final MemoryFolder files = MemoryFolder.far();
    private final Map<String, Integer> looks = new TreeMap<>();
    private final Folder folder = (Folder) Proxy.newProxyInstance(
            Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                if (method.getName().equals("find")) {
                    looks.merge((String) words[0], 1, Integer::sum);
                }
                try {
                    return method.invoke(files, words);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    private void commits(int count) throws IOException {
        Table table = Table.create(files, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (long key = 1; key <= count; key++) {
            Transaction insert = table.begin("insert");
            Rows.insert(insert, files, Rows.row(key, 1, "s"));
            insert.commit();
        }
    }

    private Expiry plan(int keep) throws IOException {
        Table table = Table.open(folder, TableSettings.DEFAULT);
        looks.clear();
        return Expiry.plan(table, Duration.ZERO, keep, Duration.ZERO);
    }

    private long looksForEntries() {
        return looks.entrySet().stream()
                .filter(look -> look.getKey().endsWith(".commit"))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Test
    void entriesOfAnExpiryAreReadAtOnce() throws IOException {
        commits(100);
        Expiry none = plan(1000);
        assertEquals(0, none.versions());
        assertTrue(looksForEntries() < 20, looks::toString);
        Expiry half = plan(50);
        assertEquals(51, half.versions());
        assertTrue(looksForEntries() < 20, looks::toString);
    }

    @Test
    void verifiedEntriesAreReadAtOnce() throws IOException {
        commits(100);
        assertEquals(List.of(), Damage.verify(folder).faults());
        assertTrue(looksForEntries() < 20, looks::toString);
    }

    /** Entries of an expiry that was stopped lie around gaps. */
    @Test
    void expiredEntriesMayHaveGaps() throws IOException {
        commits(60);
        Table table = Table.open(folder, TableSettings.DEFAULT);
        for (long version : new Log(files).list().checkpoints()) {
            files.delete(Log.checkpointName(version));
        }
        assertEquals(59, Expiry.files(table, new Log(files).list(), 60).size());
        for (long version : new long[] {0, 7, 8, 30}) {
            files.delete(Log.entryName(version));
        }
        files.put(Log.entryName(Long.MAX_VALUE), new byte[1]);
        looks.clear();
        assertEquals(56, Expiry.files(table, new Log(files).list(), 60).size());
        assertTrue(looksForEntries() < 20, looks::toString);
    }
}
