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
package dev.stoa.table.internal.logfile;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A column of a file of the log with bounds of values: of one field, or in an entry of few files those of all fields.
 *
 * @param name of the column
 * @param fields the fields and their types, by id
 * @param isPacked whether a cell holds all fields
 */
public record BoundsColumn(String name, Map<Integer, Type> fields, boolean isPacked) {

    /**
     * Returns the columns that a file has.
     *
     * @param all the fields with bounds in the log
     */
    public static List<BoundsColumn> of(StoaFile file, Map<Integer, Type> all) throws IOException {
        List<BoundsColumn> columns = new ArrayList<>();
        LogFile.bounded(file)
                .forEach(
                        (id, type) -> columns.add(new BoundsColumn(LogBounds.columnName(id), Map.of(id, type), false)));
        if (LogFile.columns(file).contains(LogColumn.BOUNDS)) {
            columns.add(new BoundsColumn(LogColumn.BOUNDS.columnName(), all, true));
        }
        return columns;
    }

    /**
     * Reads the bounds in a row, by field.
     *
     * @param where the row for messages
     * @throws dev.stoa.format.CorruptFileException if they break a rule
     */
    Map<Integer, ColumnBounds> read(ColumnVector column, int row, String where) throws StoaException {
        if (column.isNull(row)) {
            return Map.of();
        }
        if (isPacked) {
            return PackedBounds.read(((BytesVector) column).get(row), where);
        }
        Map.Entry<Integer, Type> field = fields.entrySet().iterator().next();
        return LogBounds.read((StructVector) column, row, field.getValue(), where)
                .map(bounds -> Map.of(field.getKey(), bounds))
                .orElse(Map.of());
    }

    /** Reads what the column says of rows of a file, by row; those that can't be read are absent. */
    public Map<Integer, Map<Integer, ColumnBounds>> readable(StoaFile file, BitSet rows) throws IOException {
        Map<Integer, Map<Integer, ColumnBounds>> found = new HashMap<>();
        if (rows.isEmpty()) {
            return found;
        }
        RowRanges range = RowRanges.between(rows.nextSetBit(0), rows.length());
        try (Scan scan = file.scan().select(name).rows(range).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.rowCount(); i++) {
                    int row = (int) batch.firstRow() + i;
                    if (rows.get(row)) {
                        unlessDamaged(batch.column(0), i, file.name() + ": row " + row)
                                .ifPresent(bounds -> found.put(row, bounds));
                    }
                }
            }
        } catch (CorruptFileException e) {
            // the rows from here on can't be read: verify tells why
        }
        return found;
    }

    private Optional<Map<Integer, ColumnBounds>> unlessDamaged(ColumnVector vector, int at, String where)
            throws IOException {
        try {
            return Optional.of(read(vector, at, where));
        } catch (CorruptFileException e) {
            return Optional.empty(); // the rows around it may be sound
        }
    }

    /** Returns a column of bounds, null where a row has none. */
    public ColumnVector vector(List<Map<Integer, ColumnBounds>> rows) {
        if (isPacked) {
            List<Object> cells = new ArrayList<>();
            rows.forEach(row -> cells.add(row.isEmpty() ? null : PackedBounds.bytes(row)));
            return Cells.vector(LogColumn.BOUNDS.type(), cells);
        }
        Map.Entry<Integer, Type> field = fields.entrySet().iterator().next();
        return LogBounds.vector(
                field.getValue(),
                rows.stream()
                        .map(row -> Optional.ofNullable(row.get(field.getKey())))
                        .toList());
    }
}
