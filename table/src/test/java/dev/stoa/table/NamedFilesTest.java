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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file or a sidecar is the one that the log names, not any that is about the same rows. */
class NamedFilesTest {
    @TempDir
    Path path;

    @Test
    void anotherSidecarInItsPlaceIsRefused() throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        UUID fragment = Rows.insert(insert, folder, Rows.row(1L, 1, "a"), Rows.row(2L, 2, "b"), Rows.row(3L, 3, "c"));
        Snapshot before = insert.commit();
        Transaction delete = table.begin("delete");
        Sidecars.delete(delete, folder, fragment, 1);
        Snapshot after = delete.commit();
        Path named = path.resolve("t")
                .resolve(after.fragments().get(0).sidecars().get(0).path());
        Transaction other = table.begin("delete");
        Sidecars.delete(other, folder, fragment, 2);
        Path impostor;
        try (var files = Files.list(named.getParent())) {
            impostor = files.filter(file -> !file.equals(named)).findFirst().orElseThrow();
        }
        assertEquals(Files.size(named), Files.size(impostor), "otherwise the length would tell");
        Files.move(impostor, named, StandardCopyOption.REPLACE_EXISTING);

        Table again = Table.open(folder, TableSettings.DEFAULT);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> Rows.read(again.snapshot()));
        assertTrue(e.getMessage().contains("not the sidecar that the table's log names"), e.getMessage());
        assertTrue(e.getMessage().contains(named.getFileName().toString()), e.getMessage());
        try (TableDiff diff = TableDiff.of(before, again.snapshot())) {
            assertThrows(CorruptFileException.class, diff::next);
        }
    }

    /** Both files have one UUID and one length, and differ in a value. */
    @Test
    void anotherDataFileInItsPlaceIsRefused() throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        List<String> files = List.of(insert.newDataFile(), insert.newDataFile());
        for (String file : files) {
            WriterOptions options = WriterOptions.DEFAULT.withUuid(new UUID(1, 2));
            try (StoaWriter writer = StoaWriter.create(
                    folder.create(file, SinkOptions.DEFAULT), insert.snapshot().schema(), options)) {
                writer.rows().append(42L + files.indexOf(file), 1, "a");
                writer.finish();
            }
        }
        insert.addFragment(files.get(0));
        insert.commit();
        Path named = path.resolve("t").resolve(files.get(0));
        Path impostor = path.resolve("t").resolve(files.get(1));
        assertEquals(Files.size(named), Files.size(impostor), "otherwise the length would tell");
        Files.move(impostor, named, StandardCopyOption.REPLACE_EXISTING);

        Table again = Table.open(folder, TableSettings.DEFAULT);
        for (TableScanBuilder scan :
                List.of(again.snapshot().scan(), again.snapshot().scan().select("s"))) {
            CorruptFileException e = assertThrows(CorruptFileException.class, () -> Rows.read(scan));
            assertTrue(e.getMessage().contains("it is not the file that the table's log names"), e.getMessage());
            assertTrue(e.getMessage().contains(named.getFileName().toString()), e.getMessage());
        }
    }

    private static List<String> rows(Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        try (RangeSource source = RangeSources.open(file)) {
            assertEquals(List.of(), Verifier.verify(source, (done, all) -> {}));
        }
        try (StoaFile open = StoaFile.open(RangeSources.open(file));
                Scan scan = open.scan().build()) {
            while (scan.next()) {
                for (int row = 0; row < scan.batch().rowCount(); row++) {
                    rows.add(Rows.value(scan.batch().column(0), row) + " "
                            + Rows.value(scan.batch().column(2), row));
                }
            }
        }
        return rows;
    }

    /** The file has the same rows and is sound, but its MinMax is gone or claims less. So it is another one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileWithOtherMinMaxInItsPlaceIsRefused(boolean dropped) throws IOException {
        LocalFolder folder = new LocalFolder(path.resolve("t"));
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, Rows.row(1L, 1, "a"), Rows.row(2L, null, "b"));
        Snapshot snapshot = insert.commit();
        Path named = path.resolve("t")
                .resolve(snapshot.fragments().get(0).files().get(0).path());
        List<String> before = rows(named);
        byte[] file = Files.readAllBytes(named);
        byte[] other = RebuiltMinMax.of(file, entry -> {
            entry[1] &= (byte) (MinMax.HAS_MIN | MinMax.HAS_MAX); // the flags of the only zone
            return dropped ? new byte[0] : entry;
        });
        assertEquals(dropped, other.length < file.length);
        Files.write(named, other);
        assertEquals(before, rows(named));

        Table again = Table.open(folder, TableSettings.DEFAULT);
        CorruptFileException e = assertThrows(CorruptFileException.class, () -> Rows.read(again.snapshot()));
        assertTrue(e.getMessage().contains("it is not the file that the table's log names"), e.getMessage());
        assertEquals(
                List.of(TableFault.Kind.REPLACED_DATA),
                TableVerifier.verify(folder, true, (done, all) -> {}).faults().stream()
                        .map(TableFault::kind)
                        .toList());
    }
}
