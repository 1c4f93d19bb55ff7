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

import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Sidecars;
import dev.stoa.table.Table;
import dev.stoa.table.Transaction;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each file is told once, as the newest version has it, or as the first version that had it. */
class FileUsesTest extends AuditedLog {
    private static Fragment fragment(Table table, int number) throws IOException {
        return table.snapshot().fragments().get(number);
    }

    private static Fragment remove(Table table, int number) throws IOException {
        Fragment removed = fragment(table, number);
        Transaction remove = table.begin("remove");
        remove.removeFragment(removed.id());
        remove.commit();
        return removed;
    }

    /** Deletes the first row of a fragment by a sidecar. */
    private static void deleteRow(Table table, Fragment fragment) throws IOException {
        Transaction change = table.begin("change");
        Sidecars.delete(change, table.folder(), fragment.id(), 0);
        change.commit();
    }

    /** Each file is told once, as the newest version has it, or as the first that had it. */
    @Test
    void filesOfAllVersionsAreTold() throws IOException {
        remove(open(), 2);
        assertEquals(9, audit().uses().size());
        assertEquals(
                List.of(false),
                audit().uses().stream()
                        .map(FileUse::isNewest)
                        .filter(newest -> !newest)
                        .toList());
    }

    /** An expired file that only a version in between had is known from the entry that added it. */
    @Test
    void theFilesOfTheFirstVersionAreTold() throws IOException {
        Table table = open();
        Fragment first = fragment(table, 0);
        deleteRow(table, first);
        String sidecar = fragment(table, 0).sidecars().get(0).path();
        remove(table, 0);
        assertEquals(Set.of(first.files().get(0).path(), sidecar), old(audit()));
        insert(table, 12);
        delete(entry(10));
        assertEquals(Set.of(first.files().get(0).path()), old(audit()), "of version 9");
        delete(entry(9));
        delete(entry(8));
        delete(checkpoint(8));
        assertEquals(10, audit().uses().size());
    }

    private static Set<String> old(LogAudit audit) {
        return audit.uses().stream()
                .filter(use -> !use.isNewest())
                .map(FileUse::path)
                .collect(Collectors.toSet());
    }

    /** The newest version has its own rows of the log, and the sidecars of the newest version are marked, too. */
    @Test
    void filesOfTheNewestVersionHaveItsFragments() throws IOException {
        Table table = open();
        Fragment first = fragment(table, 0);
        deleteRow(table, first);
        assertEquals(
                List.of(1, 1),
                audit().uses().stream()
                        .filter(use -> use.fragment().id().equals(first.id()) && use.isNewest())
                        .map(use -> use.fragment().sidecars().size())
                        .toList());
    }

    /** What a checkpoint has at the floor, and a later version removes. */
    @Test
    void theFilesOfTheFloorAreTold() throws IOException {
        expire(2);
        Fragment first = remove(open(), 0);
        assertEquals(Set.of(first.files().get(0).path()), old(audit()));
    }

    /** The checkpoint of the floor has a sidecar, too. */
    @Test
    void theSidecarsOfTheFloorAreTold() throws IOException {
        Table table = open();
        Fragment first = fragment(table, 0);
        deleteRow(table, first);
        SidecarFile sidecar = fragment(table, 0).sidecars().get(0);
        expire(1);
        remove(table, 0);
        assertEquals(Set.of(first.files().get(0).path(), sidecar.path()), old(audit()));
        assertEquals(
                Set.of(first.files().get(0).identity(), sidecar.identity()),
                audit().uses().stream()
                        .filter(use -> !use.isNewest())
                        .map(FileUse::identity)
                        .collect(Collectors.toSet()));
    }
}
