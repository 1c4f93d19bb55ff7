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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of copies that files of a log ask for. */
final class LogReplicationTest {
    @TempDir
    private Path path;

    /** The options of each file that was created. */
    private final Map<String, SinkOptions> created = new TreeMap<>();

    private final Folder folder = new Folder() {
        private Folder local() {
            return new LocalFolder(path.resolve("t"));
        }

        @Override
        public String id() {
            return local().id();
        }

        @Override
        public RangeSource open(String name, OptionalLong knownLength) throws IOException {
            return local().open(name, knownLength);
        }

        @Override
        public FileSink create(String name, SinkOptions options) throws IOException {
            created.put(name, options);
            return local().create(name, options);
        }

        @Override
        public Optional<Entry> find(String name) throws IOException {
            return local().find(name);
        }

        @Override
        public List<Entry> list(String name) throws IOException {
            return local().list(name);
        }

        @Override
        public boolean delete(String name) throws IOException {
            return local().delete(name);
        }
    };

    private static TableProperties with(String value) {
        return TableProperties.NONE.withOther(Map.of(TableProperties.LOG_REPLICATION, value));
    }

    private void assertCopies(OptionalInt log) {
        assertTrue(!created.isEmpty());
        created.forEach((name, options) -> {
            boolean isLog = name.startsWith("_stoa/0") || name.startsWith("_stoa/floor/") || name.startsWith("_stoa/p");
            assertEquals(isLog ? log : OptionalInt.empty(), options.replication(), name);
        });
        created.clear();
    }

    @Test
    void filesOfTheLogAskForThem() throws IOException {
        Table table = Table.create(folder, Rows.schema(), with("7"), TableSettings.DEFAULT);
        for (long k = 0; k < 12; k++) {
            OperationsTest.insert(table, row(k, (int) k, "s"));
        }
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        assertTrue(created.keySet().stream().anyMatch(name -> name.endsWith(".checkpoint")), created::toString);
        assertTrue(created.keySet().stream().anyMatch(name -> name.startsWith("_stoa/floor/")), created::toString);
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
