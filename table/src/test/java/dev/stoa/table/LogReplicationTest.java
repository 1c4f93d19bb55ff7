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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of copies that files of a log ask for. */
final class LogReplicationTest {
    @TempDir
    private Path path;

    private SinkOptionsFolder folder;

    @BeforeEach
    void name() {
        folder = new SinkOptionsFolder(new LocalFolder(path.resolve("t")));
    }

    private static TableProperties with(String value) {
        return TableProperties.NONE.withOther(Map.of(TableProperties.LOG_REPLICATION, value));
    }

    private void assertCopies(OptionalInt log) {
        assertTrue(!folder.created().isEmpty());
        folder.created().forEach((name, options) -> {
            boolean isLog = name.startsWith("_stoa/0") || name.startsWith("_stoa/floor/") || name.startsWith("_stoa/p");
            assertEquals(isLog ? log : OptionalInt.empty(), options.replication(), name);
        });
        folder.created().clear();
    }

    @Test
    void filesOfTheLogAskForThem() throws IOException {
        Table table = Table.create(folder, Rows.schema(), with("7"), TableSettings.DEFAULT);
        for (long k = 0; k < 12; k++) {
            OperationsTest.insert(table, row(k, (int) k, "s"));
        }
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        assertTrue(
                folder.created().keySet().stream().anyMatch(name -> name.endsWith(".checkpoint")),
                folder.created()::toString);
        assertTrue(
                folder.created().keySet().stream().anyMatch(name -> name.startsWith("_stoa/floor/")),
                folder.created()::toString);
        assertCopies(OptionalInt.of(7));

        Transaction less = table.begin("set");
        less.setProperties(TableProperties.NONE);
        less.commit();
        assertCopies(OptionalInt.empty());
    }

    @Test
    void otherValuesAreRefusedAndOnesInALogTellNothing() throws IOException {
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (String wrong : List.of("0", "-1", "513", "3.5", "", "many", "٣")) {
            Transaction change = table.begin("set");
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> change.setProperties(with(wrong)));
            assertTrue(refused.getMessage().contains("log-replication"), refused.getMessage());
            assertEquals(OptionalInt.empty(), with(wrong).logReplication());
        }
        assertEquals(OptionalInt.of(512), with("512").logReplication());
    }
}
