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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that the log names and that somebody removed: a scan says which, and what to do. */
final class MissingFileTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScanNamesTheFile(boolean isLocal) throws IOException {
        Folder folder = isLocal ? new LocalFolder(temp.resolve("t")) : new MemoryFolder();
        TableProperties files = TableProperties.NONE.withOther(Map.of(TableProperties.SIDECARS_IN_LOG, "false"));
        Table table = Table.create(folder, Rows.schema(), files, TableSettings.DEFAULT);
        List<Object[]> rows = new ArrayList<>();
        for (long k = 0; k < 100_000; k++) {
            rows.add(Rows.row(k, (int) k, "s" + k));
        }
        OperationsTest.insert(table, rows.toArray(Object[][]::new));
        TableOperations.of(table).delete(Filter.less("k", 50));
        Fragment fragment = table.snapshot().fragments().get(0);
        refused(folder, fragment.sidecars().get(0).path());
        refused(folder, fragment.files().get(0).path());
    }

    private static void refused(Folder folder, String path) throws IOException {
        folder.delete(path);
        Snapshot snapshot = Table.open(folder, TableSettings.DEFAULT).snapshot();
        for (Optional<Filter> filter : List.of(Optional.<Filter>empty(), Optional.of(Filter.equal("k", 77)))) {
            String message = assertThrows(TableException.class, () -> {
                        TableScanBuilder builder = snapshot.scan();
                        filter.ifPresent(builder::filter);
                        Rows.read(builder);
                    })
                    .getMessage();
            assertTrue(message.startsWith(folder.id() + ": version 2 has the file '" + path + "'"), message);
            assertEquals(1, message.split("repair", -1).length - 1, message);
        }
    }
}
