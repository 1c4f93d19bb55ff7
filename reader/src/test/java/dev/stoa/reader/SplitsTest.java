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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits cover every row once, start at multiples of 16 vectors, and know where their bytes are. */
class SplitsTest {
    @TempDir
    Path folder;

    @Test
    void splitsCoverTheTable() throws IOException {
        Schema schema = Schema.of(
                Field.required("a", Type.of(TypeKind.INT64)),
                Field.nullable("l", Type.list(Field.nullable("element", Type.of(TypeKind.INT64)))),
                Field.required("unused", Type.of(TypeKind.INT64)));
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            long hash = i * 0x9E3779B97F4A7C15L;
            rows.add(new Object[] {hash, i % 2 == 0 ? null : List.of(hash >>> 8, hash >>> 9), hash});
        }
        Path path = folder.resolve("file.stoa");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        List<ColumnPath> columns = List.of(ColumnPath.of("a"), ColumnPath.of("l"));
        try (StoaFile file = Tables.open(path)) {
            long stored = 0;
            for (FileReport.Column column : FileReport.of(file).columns()) {
                stored += column.path().equals(ColumnPath.of("unused")) ? 0 : column.dataBytes();
            }
            for (long target : new long[] {1, 1_000_000, 2_000_000, Long.MAX_VALUE}) {
                List<Split> splits = file.splits(target, columns);
                assertEquals(target == 1 ? 5 : target == Long.MAX_VALUE ? 1 : splits.size(), splits.size());
                long next = 0;
                long bytes = 0;
                for (Split split : splits) {
                    assertEquals(next, split.fromRow());
                    assertEquals(0, split.fromRow() % 65_536);
                    long inParts =
                            split.parts().stream().mapToLong(Split.Part::length).sum();
                    assertTrue(inParts >= split.bytes(), inParts + " < " + split.bytes());
                    assertTrue(inParts < split.bytes() + 40_000, inParts + " > " + split.bytes());
                    next = split.toRow();
                    bytes += split.bytes();
                    try (Scan scan = file.scan()
                            .select(columns)
                            .rows(split.fromRow(), split.toRow())
                            .build()) {
                        long seen = 0;
                        while (scan.next()) {
                            seen += scan.batch().rowCount();
                        }
                        assertEquals(split.rows(), seen);
                    }
                }
                assertEquals(300_000, next);
                assertEquals(stored, bytes, "granules are counted once");
            }
            assertThrows(IllegalArgumentException.class, () -> file.splits(1, List.of(ColumnPath.of("nope"))));
        }
    }
}
