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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a small commit writes (ADR 0082). */
class CommitBytesTest {
    private static final int COLUMNS = 16;
    private static final int MOST = 6000;

    @TempDir
    Path path;

    @Test
    void threeRowsOfSixteenColumns() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            Type type = column % 3 == 0 ? Rows.LONG : column % 3 == 1 ? Rows.STRING : Type.of(TypeKind.FLOAT64);
            fields.add(Field.nullable("column_" + column, type));
        }
        LocalFolder folder = new LocalFolder(path);
        Table table = Table.create(folder, new Schema(fields), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, values(1), values(2), values(3));
        Snapshot after = insert.commit();
        long entry = Files.size(path.resolve(Log.entryName(1)));
        long data =
                Files.size(path.resolve(after.fragments().get(0).files().get(0).path()));
        assertTrue(entry + data <= MOST, "the entry has " + entry + " bytes, the file " + data);
    }

    private static Object[] values(int row) {
        Object[] values = new Object[COLUMNS];
        for (int column = 0; column < COLUMNS; column++) {
            long number = 7919L * row + column;
            values[column] = column % 3 == 0 ? (Object) number : column % 3 == 1 ? "text " + number : number / 8.0;
        }
        return values;
    }
}
