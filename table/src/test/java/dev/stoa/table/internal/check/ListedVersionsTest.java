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

import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A store may list its files late: an audit finds those that a listing left out. */
class ListedVersionsTest extends AuditedLog {
    private Folder without(Set<String> hidden) {
        return (Folder) Proxy.newProxyInstance(
                Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (proxy, method, words) -> {
                    try {
                        Object answer = method.invoke(folder(), words);
                        if (method.getName().equals("list")) {
                            List<Folder.Entry> listed = new ArrayList<>(folder().list((String) words[0]));
                            listed.removeIf(found -> hidden.contains(words[0] + "/" + found.name()));
                            return listed;
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void assertFound(String... hidden) throws IOException {
        LogAudit right = audit();
        LogAudit audit = LogAudit.read(new Log(without(Set.of(hidden))));
        assertEquals(right.faults(), audit.faults());
        assertEquals(right.listedEntries(), audit.listedEntries());
        assertEquals(right.floors(), audit.floors());
        assertEquals(known(right), known(audit));
    }

    @Test
    void entriesInBetweenAndAtTheEnd() throws IOException {
        assertFound(Log.entryName(0), Log.entryName(3), Log.entryName(8), Log.entryName(9));
    }

    @Test
    void entriesWithoutCheckpoints() throws IOException {
        for (long version = 4; version <= 9; version++) {
            delete(entry(version));
        }
        delete(checkpoint(4));
        delete(checkpoint(8));
        delete(Log.HINT);
        assertEquals(3, audit().newest());
        assertFound(Log.entryName(1), Log.entryName(3));
    }

    @Test
    void allEntriesBesideCheckpoints() throws IOException {
        String[] all = new String[10];
        for (int version = 0; version <= 9; version++) {
            all[version] = Log.entryName(version);
        }
        assertFound(all);
    }

    /** Entry 8 is gone, which needs none. */
    @Test
    void theEntryAfterTheFloor() throws IOException {
        expire(2);
        delete(entry(8));
        assertFound(Log.entryName(9));
        insert(open(), 10);
        assertFound(Log.entryName(9), Log.entryName(10), Floors.name(1));
    }

    @Test
    void markers() throws IOException {
        expire(6);
        expire(2);
        assertFound(Floors.name(2));
        assertFound(Floors.name(1), Floors.name(2));
    }
}
