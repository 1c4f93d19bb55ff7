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

import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A table to be damaged and repaired, and a copy that stays whole. */
class RepairedTable extends DamagedTable {
    TableRepair plan(RepairOptions options) throws IOException {
        return TableRepair.plan(folder(), options, TableSettings.DEFAULT, (bytes, of) -> {});
    }

    /** Plans a repair and applies it. Fails if planning writes a file, or names a number of rows that the repair misses. */
    TableRepair repair(RepairOptions options) throws IOException {
        Map<String, Long> before = files();
        TableRepair repair = plan(options);
        assertEquals(before, files());
        repair.apply(rows -> {});
        Damage.assertSound(folder());
        assertEquals(repair.rows(), rows().size());
        for (String file : before.keySet()) {
            assertTrue(Files.exists(path.resolve(file)) || isAside(file), file + " is gone");
        }
        assertTrue(plan(options).isEmpty());
        return repair;
    }

    private boolean isAside(String file) throws IOException {
        try (Stream<Path> asides = Files.list(path.resolve("_stoa"))) {
            return asides.anyMatch(aside -> Files.exists(aside.resolve(file)));
        }
    }

    Map<String, Long> files() throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(path.relativize(file).toString(), Files.size(file));
            }
        }
        return files;
    }

    Table open() throws IOException {
        return Table.open(folder(), TableSettings.DEFAULT);
    }

    List<String> rows() throws IOException {
        return Rows.read(open().snapshot());
    }

    List<String> rowsOf(Path of, long version) throws IOException {
        return Rows.read(Table.open(new LocalFolder(of), TableSettings.DEFAULT).snapshotAt(version));
    }
}
