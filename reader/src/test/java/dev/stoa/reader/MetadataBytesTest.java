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

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file says about its columns (ADR 0081). */
class MetadataBytesTest {
    private static final int COLUMNS = 1000;
    private static final int ROWS = 50;
    private static final int MOST_PER_COLUMN = 140;

    @TempDir
    Path folder;

    @Test
    void columnsOfFewRows() throws Exception {
        List<Type> types = List.of(
                Type.of(TypeKind.INT32),
                Type.decimal(15, 2),
                Type.of(TypeKind.STRING),
                Type.of(TypeKind.DATE),
                Type.of(TypeKind.FLOAT64));
        List<Field> fields = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            fields.add(Field.nullable("column_" + column, types.get(column % types.size())));
        }
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            Object[] values = new Object[COLUMNS];
            for (int column = 0; column < COLUMNS; column++) {
                int number = (7919 * row + 104_729 * column) % 10_000;
                values[column] = switch (column % types.size()) {
                    case 0, 3 -> number;
                    case 1 -> BigDecimal.valueOf(number, 2);
                    case 2 -> "text " + number;
                    default -> number / 8.0;
                };
            }
            rows.add(values);
        }
        Path path = folder.resolve("wide.stoa");
        Tables.write(path, new Schema(fields), rows, WriterOptions.DEFAULT);
        byte[] file = Files.readAllBytes(path);
        MutableFile parts = new MutableFile(file);
        long indexes = parts.indexes.stream().mapToLong(index -> index.length).sum();
        long metadata = file.length - (parts.dataEnd() - indexes);
        assertTrue(metadata <= MOST_PER_COLUMN * COLUMNS, metadata + " bytes of metadata");
        assertTrue(metadata > 10 * COLUMNS, metadata + " bytes are too few to be all of it");
    }
}
