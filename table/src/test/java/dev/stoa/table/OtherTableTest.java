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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** New tables in the folders of other formats' tables, which have no rows yet. */
final class OtherTableTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeTables() throws IOException {
        Files.createDirectories(folder.resolve("delta/_delta_log"));
        Files.createDirectories(folder.resolve("hudi/.hoodie"));
        Path metadata = Files.createDirectories(folder.resolve("iceberg/metadata"));
        Files.writeString(metadata.resolve("00000-6e1f.metadata.json"), "{}");
    }

    private static void create(Path path) throws IOException {
        Table.create(new LocalFolder(path), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource({"delta, Delta Lake", "hudi, Hudi", "iceberg, Iceberg"})
    void noTableIsMadeThere(String name, String format) throws IOException {
        for (Path path : new Path[] {folder.resolve(name), folder.resolve(name + "/a/b")}) {
            TableException refused = assertThrows(TableException.class, () -> create(path));
            String said = path + " would be inside the table " + folder.resolve(name) + " of " + format;
            assertTrue(refused.getMessage().startsWith(said), refused.getMessage());
            assertEquals(
                    refused.getMessage(),
                    assertThrows(
                                    TableException.class,
                                    () -> Table.adopt(
                                            new LocalFolder(path), TableProperties.NONE, TableSettings.DEFAULT))
                            .getMessage());
            assertFalse(Files.exists(path.resolve("_stoa")));
        }
    }

    @Test
    void foldersOfSuchNamesAreNoTablesByThemselves() throws IOException {
        Path plain = Files.createDirectories(folder.resolve("plain/metadata")).getParent();
        assertEquals(Optional.empty(), OtherTable.around(new LocalFolder(plain)));
        create(plain);
        Path file = Files.createDirectories(folder.resolve("other"));
        Files.writeString(file.resolve("metadata"), "");
        assertEquals(Optional.empty(), OtherTable.around(new LocalFolder(file)));
    }
}
