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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns are named in whatever case, and keep theirs. */
class NamesTest {
    private static final Type INT = Type.of(TypeKind.INT32);
    private static final Type STRUCT = Type.struct(List.of(Field.nullable("Inner", INT), Field.nullable("other", INT)));
    private static final Schema SCHEMA = Schema.of(
            Field.nullable("Id", INT),
            Field.nullable("S", STRUCT),
            Field.nullable("twin", INT),
            Field.nullable("Twin", INT),
            Field.nullable("Tags", Type.list(Field.nullable("element", STRUCT))));

    @TempDir
    private Path folder;

    private Path file() throws IOException {
        Path path = folder.resolve("names.stoa");
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            rows.add(new Object[] {
                i, List.of(i * 2, -i), i % 7, i % 11, List.of(),
            });
        }
        Tables.write(
                path, SCHEMA, rows, WriterOptions.DEFAULT.withSortColumns(List.of(SortColumn.ascending("s", "INNER"))));
        return path;
    }

    private static List<String> names(Scan scan) {
        return scan.schema().fields().stream().map(Field::name).toList();
    }

    private static String refused(ScanBuilder builder) {
        return assertThrows(IllegalArgumentException.class, builder::build).getMessage();
    }

    @Test
    void columnsAndFieldsAreFoundInAnotherCase() throws IOException {
        try (StoaFile file = Tables.open(file())) {
            try (Scan scan = file.scan()
                    .select("ID", "s.INNER", "Twin", "TAGS")
                    .filter(Filter.and(Filter.equal("S.inner", 400_002), Filter.less("s.OTHER", 0)))
                    .build()) {
                assertEquals(List.of("Id", "S.Inner", "Twin", "Tags"), names(scan));
                List<Long> found = new ArrayList<>();
                while (scan.next()) {
                    for (int i = 0; i < scan.batch().selectedCount(); i++) {
                        found.add(scan.batch().firstRow() + scan.batch().selected(i));
                    }
                }
                assertEquals(List.of(200_001L), found);
                assertTrue(scan.stats().rowsPruned() > 0, scan.stats().toString());
            }
            ColumnBounds bounds =
                    file.table().bounds(List.of(ColumnPath.of("iD"))).get(0).orElseThrow();
            assertEquals(299_999, ((IntVector) bounds.max().orElseThrow()).values()[0]);
            assertEquals(ColumnPath.of("S", "other"), file.column(ColumnPath.of("s", "Other")));
            try (Scan scan = file.rowSet("tags").scan().select("ELEMENT.INNER").build()) {
                assertEquals(List.of("element.Inner"), names(scan));
            }
            Map<ColumnPath, Type> parts =
                    Map.of(ColumnPath.of("s"), Type.struct(List.of(Field.nullable("other", INT))));
            try (Scan scan = file.scan().selectParts(parts).build()) {
                assertEquals(
                        "other",
                        scan.schema().fields().get(0).type().fields().get(0).name());
            }
        }
    }

    @Test
    void namesThatMayMeanSeveralOrNoneAreRefused() throws IOException {
        try (StoaFile file = Tables.open(file())) {
            String several = refused(file.scan().select("TWIN"));
            assertTrue(several.contains("'twin', 'Twin'"), several);
            assertTrue(refused(file.scan().filter(Filter.equal("tWin", 1))).contains("'twin', 'Twin'"));
            String none = refused(file.scan().select("s.none"));
            assertTrue(none.contains("no column 's.none'; the columns are 'Id', 'S', "), none);
            assertTrue(refused(file.scan().select("tags.ELEMENT.inner")).contains("is inside a list"));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> file.scan().select("id", "ID").build());
        }
    }

    @Test
    void wideFilesAreSearchedOnlyForNamesThatAreNotThere() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            fields.add(Field.nullable("Column" + i, INT));
        }
        Path path = folder.resolve("wide.stoa");
        Tables.write(
                path, new Schema(fields), Stream.<Object[]>of(new Object[5_000]).toList(), WriterOptions.DEFAULT);
        long exactly = bytes(path, "Column4999");
        assertTrue(exactly < 30_000, () -> exactly + " bytes");
        assertTrue(bytes(path, "Column4999".toUpperCase(Locale.ROOT)) > exactly);
    }

    private static long bytes(Path path, String column) throws IOException {
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().select(column).build()) {
            while (scan.next()) {
                assertEquals(List.of("Column4999"), names(scan));
            }
            return scan.stats().bytesRead();
        }
    }
}
