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

import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Makes tables to be damaged, damages their files, and looks whether they are sound. */
public final class Damage {
    private Damage() {}

    /** Fails unless a table is sound, as the verifier says. */
    public static void assertSound(Folder folder) throws IOException {
        assertEquals(List.of(), verify(folder).faults());
        assertEquals(
                List.of(),
                TableVerifier.verify(folder, false, (bytes, of) -> {}).faults());
    }

    static TableReport verify(Folder folder) throws IOException {
        return TableVerifier.verify(folder, true, (bytes, of) -> {});
    }

    /** The kinds of faults of a table, each once. */
    static List<TableFault.Kind> kinds(Folder folder) throws IOException {
        return new ArrayList<>(new TreeSet<>(
                verify(folder).faults().stream().map(TableFault::kind).toList()));
    }

    /**
     * Makes a table of several data files, sidecars, a sidecar with new values, checkpoints 4 and 8, versions 0 to 9. The rows
     * of version v and later are those with keys of 1000 v on.
     */
    static Table table(Path path) throws IOException {
        Folder folder = new LocalFolder(path);
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int version = 1; version <= 9; version++) {
            Transaction transaction = table.begin("insert");
            Object[][] rows = new Object[5000][];
            for (int i = 0; i < rows.length; i++) {
                long key = 1_000_000L * version + i;
                rows[i] = Rows.row(key, i % 7 == 0 ? null : i, "text " + key * 31);
            }
            if (version % 3 == 2) {
                Fragment first = table.snapshot().fragments().get(0);
                SortedMap<Long, Object> values =
                        new TreeMap<>(Map.of(10L * version, -version, 11L * version, -version));
                Sidecars.change(
                        transaction,
                        folder,
                        first.id(),
                        dev.stoa.reader.RowRanges.of(version, 4000 + version),
                        Map.of("n", values));
            } else {
                Rows.insert(transaction, folder, rows);
            }
            transaction.commit();
        }
        return table;
    }

    static Path entry(Path table, long version) {
        return table.resolve(Log.entryName(version));
    }

    static Path checkpoint(Path table, long version) {
        return table.resolve(Log.checkpointName(version));
    }

    /** A data file of the newest version, by the number of its fragment. */
    static Path data(Table table, Path path, int fragment) throws IOException {
        return path.resolve(
                table.snapshot().fragments().get(fragment).files().get(0).path());
    }

    static Path sidecar(Table table, Path path, int fragment, int number) throws IOException {
        return path.resolve(table.snapshot()
                .fragments()
                .get(fragment)
                .sidecars()
                .get(number)
                .path());
    }

    static void cut(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length * 2 / 3));
    }

    /** Flips a bit at a share of the file's length. */
    static void flip(Path file, double at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) (bytes.length * at)] ^= 4;
        Files.write(file, bytes);
    }

    /** Copies a folder with all that is in it. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Fails unless nothing but one kind of fault is found, and that in one file. */
    static void assertOnly(TableFault.Kind kind, Path file, Path table) throws IOException {
        TableReport report = verify(new LocalFolder(table));
        assertFalse(report.isSound(), "nothing was found");
        for (TableFault fault : report.faults()) {
            assertEquals(kind, fault.kind(), fault::toString);
            assertEquals(table.relativize(file).toString(), fault.path());
        }
    }
}
