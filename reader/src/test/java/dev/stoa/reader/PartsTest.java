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
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of which some fields are left out: these are not read. Values are tested by {@link ScanPropertyTest}. */
class PartsTest {
    private static final int ROWS = 20_000;
    private static final Type INT = Type.of(TypeKind.INT32);
    private static final Type TEXT = Type.of(TypeKind.STRING);
    private static final Type ITEM = Type.struct(List.of(Field.nullable("n", INT), Field.nullable("text", TEXT)));
    private static final Type FEW = Type.struct(List.of(Field.nullable("n", INT)));

    @TempDir
    Path folder;

    private Path path = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("struct", ITEM),
                Field.nullable("list", Type.list(Field.nullable("element", ITEM))),
                Field.nullable("map", Type.map(Field.required("key", INT), Field.nullable("value", ITEM))));
        Random random = new Random(7);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Object[] item = {i % 8, Long.toHexString(random.nextLong())};
            rows.add(new Object[] {item, List.of((Object) item), List.of(Map.entry(i % 4, item))});
        }
        path = folder.resolve("table");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
    }

    private long bytes(Map<ColumnPath, Type> parts) throws IOException {
        try (StoaFile file = Tables.open(path);
                Scan scan = file.scan().selectParts(parts).build()) {
            while (scan.next()) {
                assertTrue(scan.batch().isAllSelected());
            }
            return scan.stats().bytesAsked();
        }
    }

    @Test
    void whatIsLeftOutIsNotRead() throws IOException {
        Map<String, List<Type>> columns = Map.of(
                "struct", List.of(ITEM, FEW),
                "list", List.of(Type.list(Field.nullable("e", ITEM)), Type.list(Field.nullable("e", FEW))),
                "map",
                        List.of(
                                Type.map(Field.required("k", INT), Field.nullable("v", ITEM)),
                                Type.map(Field.required("k", INT), Field.nullable("v", FEW))));
        for (Map.Entry<String, List<Type>> column : columns.entrySet()) {
            long whole = bytes(
                    Map.of(ColumnPath.of(column.getKey()), column.getValue().get(0)));
            long few = bytes(
                    Map.of(ColumnPath.of(column.getKey()), column.getValue().get(1)));
            assertTrue(whole > ROWS * 8L, column.getKey() + ": " + whole);
            assertTrue(few < ROWS * 2L, column.getKey() + ": " + few);
        }
    }

    @Test
    void whatIsNoPartIsRefused() {
        Map<Type, String> wrong = Map.of(
                INT,
                "column 'struct': int32 is not a part of struct<n:int32,text:string>",
                Type.struct(List.of(Field.nullable("x", INT))),
                "has no field 'x'",
                Type.struct(List.of(Field.nullable("n", TEXT))),
                "string is not a part of int32");
        wrong.forEach((type, message) -> {
            Exception refused =
                    assertThrows(IllegalArgumentException.class, () -> bytes(Map.of(ColumnPath.of("struct"), type)));
            assertTrue(refused.getMessage().contains(message), refused.getMessage());
        });
        assertEquals(3, wrong.size());
    }
}
