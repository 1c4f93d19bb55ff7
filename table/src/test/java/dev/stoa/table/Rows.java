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

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Rows as plain Java objects, into files and out of scans. */
public final class Rows {
    private Rows() {}

    public static final Type INT = Type.of(TypeKind.INT32);
    public static final Type LONG = Type.of(TypeKind.INT64);
    public static final Type STRING = Type.of(TypeKind.STRING);

    /** A table of a key, a number and a text. */
    public static Schema schema() {
        return Schema.of(Field.required("k", LONG), Field.nullable("n", INT), Field.nullable("s", STRING));
    }

    public static void write(Folder folder, String path, Schema schema, Object[]... rows) throws IOException {
        try (StoaWriter writer =
                StoaWriter.create(folder.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
    }

    /** Writes a file and adds it to a transaction. */
    public static UUID insert(Transaction transaction, Folder folder, Object[]... rows) throws IOException {
        String path = transaction.newDataFile();
        write(folder, path, transaction.snapshot().schema(), rows);
        return transaction.addFragment(path);
    }

    public static Object[] row(Object... values) {
        return values;
    }

    /** All rows of a scan as text, in its order. */
    public static List<String> read(TableScanBuilder builder) throws IOException {
        List<String> rows = new ArrayList<>();
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    List<Object> row = new ArrayList<>();
                    for (ColumnVector column : batch.columns()) {
                        row.add(value(column, batch.selected(i)));
                    }
                    rows.add(row.toString());
                }
            }
        }
        return rows;
    }

    public static List<String> read(Snapshot snapshot) throws IOException {
        return read(snapshot.scan());
    }

    public static List<String> read(Snapshot snapshot, Filter filter) throws IOException {
        return read(snapshot.scan().filter(filter));
    }

    public static Object value(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        } else if (vector instanceof IntVector v) {
            return v.values()[row];
        } else if (vector instanceof LongVector v) {
            return v.values()[row];
        } else if (vector instanceof Int128Vector v) {
            return v.get(row);
        } else if (vector instanceof FloatVector v) {
            return v.values()[row];
        } else if (vector instanceof DoubleVector v) {
            return v.values()[row];
        } else if (vector instanceof BytesVector v) {
            return v.getString(row);
        } else if (vector instanceof StructVector v) {
            List<Object> fields = new ArrayList<>();
            v.fields().forEach(field -> fields.add(value(field, row)));
            return fields;
        } else if (vector instanceof ListVector v) {
            List<Object> elements = new ArrayList<>();
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                elements.add(value(v.elements(), i));
            }
            return elements;
        }
        return vector.getClass().getSimpleName();
    }
}
