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
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.logfile.BoundsColumn;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies rows of a file of the log. Bounds of values that can't be read come from the data files and sidecars that the rows name,
 * or are left out. All other bounds stay. For one thread.
 */
final class RowCopy {
    private final StoaFile file;
    private final Map<Long, Bounded> named;
    private final List<BoundsColumn> damaged = new ArrayList<>();
    private final List<String> sound = new ArrayList<>();

    /** A row of a file of the log that has bounds. */
    interface Bounded {
        /** Reads the bounds of fields from the file that the row names. */
        Map<Integer, ColumnBounds> of(Map<Integer, Type> fields) throws IOException;
    }

    /**
     * Prepares a copy.
     *
     * @param all the fields with bounds in the log
     * @param named the rows that name a data file or a sidecar, by number
     */
    RowCopy(StoaFile file, Map<Integer, Type> all, Map<Long, Bounded> named) throws IOException {
        this.file = file;
        this.named = named;
        for (LogColumn column : LogFile.columns(file)) {
            if (column != LogColumn.BOUNDS) {
                sound.add(column.columnName());
            }
        }
        BitSet rows = new BitSet();
        rows.set(0, Math.toIntExact(LogFile.rows(file)));
        for (BoundsColumn column : BoundsColumn.of(file, all)) {
            if (column.readable(file, rows).size() == rows.length()) {
                sound.add(column.name());
            } else {
                damaged.add(column);
            }
        }
    }

    /** Whether all bounds can be read. */
    boolean isSound() {
        return damaged.isEmpty();
    }

    /** Copies rows in their order. */
    void copy(BitSet rows, LogWriter writer) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        RowRanges range = RowRanges.between(rows.nextSetBit(0), rows.length());
        try (Scan scan =
                file.scan().select(sound.toArray(String[]::new)).rows(range).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int first = (int) batch.firstRow();
                BitSet copied = new BitSet();
                copied.set(first, first + batch.rowCount());
                copied.and(rows);
                int[] selection = copied.stream().map(row -> row - first).toArray();
                if (selection.length > 0) {
                    Batch whole = isSound() ? batch : completed(batch, copied);
                    writer.copy(new Batch(
                            whole.schema(), whole.columns(), whole.rowCount(), first, selection, selection.length));
                }
            }
        }
    }

    /** Adds the damaged columns, with what is known of these rows. */
    private Batch completed(Batch batch, BitSet rows) throws IOException {
        List<Map<Integer, Map<Integer, ColumnBounds>>> readable = new ArrayList<>();
        List<List<Map<Integer, ColumnBounds>>> known = new ArrayList<>();
        for (BoundsColumn column : damaged) {
            readable.add(column.readable(file, rows));
            known.add(new ArrayList<>());
        }
        for (int i = 0; i < batch.rowCount(); i++) {
            int row = (int) batch.firstRow() + i;
            Map<Integer, ColumnBounds> told = rows.get(row) ? told(row, readable) : Map.of();
            for (int c = 0; c < damaged.size(); c++) {
                Map<Integer, ColumnBounds> here = readable.get(c).get(row);
                known.get(c)
                        .add(here == null ? some(told, damaged.get(c).fields().keySet()) : here);
            }
        }
        List<Field> fields = new ArrayList<>(batch.schema().fields());
        List<ColumnVector> columns = new ArrayList<>(batch.columns());
        for (int c = 0; c < damaged.size(); c++) {
            ColumnVector column = damaged.get(c).vector(known.get(c));
            fields.add(Field.nullable(damaged.get(c).name(), column.type()));
            columns.add(column);
        }
        return new Batch(new Schema(fields), columns, batch.rowCount());
    }

    private static Map<Integer, ColumnBounds> some(Map<Integer, ColumnBounds> bounds, Set<Integer> fields) {
        Map<Integer, ColumnBounds> some = new HashMap<>(bounds);
        some.keySet().retainAll(fields);
        return some;
    }

    /** Asks the file that a row names for the fields whose bounds can't be read. */
    private Map<Integer, ColumnBounds> told(int row, List<Map<Integer, Map<Integer, ColumnBounds>>> readable)
            throws IOException {
        Map<Integer, Type> fields = new HashMap<>();
        for (int c = 0; c < damaged.size(); c++) {
            if (!readable.get(c).containsKey(row)) {
                fields.putAll(damaged.get(c).fields());
            }
        }
        Bounded of = named.get((long) row);
        return of == null || fields.isEmpty() ? Map.of() : of.of(fields);
    }
}
