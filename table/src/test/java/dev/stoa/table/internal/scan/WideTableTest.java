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
package dev.stoa.table.internal.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.Filter;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose files have more columns than fit in a footer without indexes of names and ids. */
final class WideTableTest {
    private static final int COLUMNS = 1000;

    @TempDir
    Path path;

    private LocalFolder folder;

    @BeforeEach
    void folder() {
        folder = new LocalFolder(path);
    }

    private static Schema schema(int columns) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns - 1; i++) {
            fields.add(Field.nullable("c" + i, Rows.INT));
        }
        fields.add(Field.nullable(
                "s", Type.struct(List.of(Field.nullable("x", Rows.INT), Field.nullable("y", Rows.INT)))));
        return new Schema(fields);
    }

    /** A row in which each column has its place as its value, above a number. */
    private static Object[] row(int base, int columns) {
        Object[] row = new Object[columns];
        for (int i = 0; i < columns - 1; i++) {
            row[i] = base + i;
        }
        row[columns - 1] = new Object[] {base - 1, base - 2};
        return row;
    }

    private Table table() throws IOException {
        Table table = Table.create(folder, schema(COLUMNS), TableProperties.NONE, TableSettings.DEFAULT);
        insert(table, row(10_000, COLUMNS));
        return table;
    }

    private void insert(Table table, Object[] row) throws IOException {
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row);
        insert.commit();
    }

    @Test
    void aScanOfOneColumnKnowsFewOthers() throws IOException {
        table();
        long[] known = new long[2];
        for (int i = 0; i < known.length; i++) {
            Snapshot snapshot = Table.open(folder, TableSettings.DEFAULT).snapshot();
            Rows.read(i == 0 ? snapshot.scan().select("c7") : snapshot.scan());
            known[i] = snapshot.image().files().bytes();
        }
        assertTrue(4 * known[0] < known[1], known[0] + " bytes of " + known[1]);
    }

    @Test
    void columnsAreFoundWhateverTheirNamesBecame() throws IOException {
        Table table = table();
        TableOperations.of(table)
                .alter(snapshot -> new SchemaEdit(snapshot)
                        .rename("c7", "old")
                        .rename("c8", "c7")
                        .drop("c9")
                        .add(Field.nullable("c9", Rows.INT))
                        .widen("c10", Rows.LONG)
                        .within(List.of("s"), inside -> inside.rename("x", "z").add(Field.nullable("x", Rows.INT)))
                        .schema());
        Object[] row = row(20_000, COLUMNS + 1);
        Table now = Table.open(folder, TableSettings.DEFAULT);
        List<Field> fields = now.snapshot().schema().fields();
        for (int i = 0; i < fields.size(); i++) {
            row[i] = switch (fields.get(i).name()) {
                case "s" -> new Object[] {1, 2, 3};
                case "c10" -> 20_010L;
                default -> 20_000 + i;
            };
        }
        insert(now, java.util.Arrays.copyOf(row, fields.size()));
        Snapshot snapshot = now.snapshot();
        int added = snapshot.schema().indexOf("c9").getAsInt();
        assertEquals(
                List.of(
                        "[10007, 10008, null, 10010, 9999, null]",
                        "[20007, 20008, " + (20_000 + added) + ", 20010, 1, 3]"),
                Rows.read(snapshot.scan().select("old", "c7", "c9", "c10", "s.z", "s.x")));
        assertEquals(
                List.of("[10012]"),
                Rows.read(snapshot.scan()
                        .select("c12")
                        .filter(Filter.and(Filter.isNull("c9"), Filter.less("old", 10_008)))));
        assertEquals(List.of(), Rows.read(snapshot.scan().select("c12").filter(Filter.equal("c7", 10_007))));
    }

    /** Files of other programs have names only, or ids that tell nothing. */
    @Test
    void columnsOfFilesWithoutIdsAreFoundByName() throws IOException {
        Rows.write(folder, "a", schema(COLUMNS), row(10_000, COLUMNS));
        List<Field> sameId = new ArrayList<>(schema(COLUMNS).fields());
        sameId.set(0, sameId.get(0).withFieldId(7));
        sameId.set(1, sameId.get(1).withFieldId(7));
        Rows.write(folder, "b", new Schema(sameId), row(20_000, COLUMNS));
        Snapshot snapshot = Table.open(folder, TableSettings.DEFAULT).snapshot();
        assertEquals(
                List.of("[10001, 10900, 9998]", "[20001, 20900, 19998]"),
                Rows.read(snapshot.scan().select("c1", "c900", "s.y")));
        assertEquals(List.of("[20003]"), Rows.read(snapshot.scan().select("c3").filter(Filter.greater("c0", 10_000))));
    }
}
