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
package dev.stoa.table.internal.log;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files of a log made of rows, which may say what this release never says. */
final class EntryRows {
    private EntryRows() {}

    /** A row of an action, with pairs of columns and cells. */
    static Map<LogColumn, Object> row(long version, String action, Object... cells) {
        Map<LogColumn, Object> row = new EnumMap<>(LogColumn.class);
        row.put(LogColumn.ACTION, action);
        row.put(LogColumn.VERSION, version);
        for (int i = 0; i < cells.length; i += 2) {
            row.put((LogColumn) cells[i], cells[i + 1]);
        }
        return row;
    }

    /** The bytes of a file. Fields that are no columns of a log are null in all rows. */
    static byte[] bytes(
            List<Field> fields, List<Map<LogColumn, Object>> rows, Map<String, String> metadata, WriterOptions options)
            throws IOException {
        List<ColumnVector> columns = new ArrayList<>();
        for (Field field : fields) {
            columns.add(Cells.vector(
                    field.type(),
                    rows.stream().map(row -> cell(row, field.name())).toList()));
        }
        Schema schema = new Schema(fields);
        List<KeyValue> pairs = metadata.entrySet().stream()
                .map(pair -> KeyValue.of(pair.getKey(), pair.getValue()))
                .toList();
        MemorySink sink = new MemorySink("entry", 1 << 20);
        try (StoaWriter writer = StoaWriter.create(
                sink, schema, options.withSpillFolder(Optional.empty()).withMetadata(pairs))) {
            writer.write(new Batch(schema, columns, rows.size()));
            writer.finish();
        }
        return sink.toByteArray();
    }

    private static Object cell(Map<LogColumn, Object> row, String column) {
        return row.entrySet().stream()
                .filter(cell -> cell.getKey().columnName().equals(column))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
