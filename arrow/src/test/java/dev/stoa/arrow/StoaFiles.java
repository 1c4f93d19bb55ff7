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
package dev.stoa.arrow;

import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads the files of the tests, rows as lists of comparable values. */
final class StoaFiles {
    private StoaFiles() {}

    static void write(Path path, Schema schema, List<Object[]> rows) throws IOException {
        try (StoaWriter writer = writer(path, schema)) {
            for (Object[] row : rows) {
                writer.rows().append(row);
            }
            writer.finish();
        }
    }

    static StoaWriter writer(Path path, Schema schema) throws IOException {
        return StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT);
    }

    static StoaFile open(Path path) throws IOException {
        return StoaFile.open(RangeSources.open(path));
    }

    /** All rows of a file. */
    static List<List<Object>> rows(Path path) throws IOException {
        try (StoaFile file = open(path);
                BatchSource scan = file.scan().build()) {
            return rows(scan);
        }
    }

    static List<List<Object>> rows(BatchSource scan) throws IOException {
        List<List<Object>> rows = new ArrayList<>();
        while (scan.next()) {
            addRows(scan.batch(), rows);
        }
        return rows;
    }

    static void addRows(Batch batch, List<List<Object>> rows) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            List<Object> row = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                row.add(value(column, batch.selected(i)));
            }
            rows.add(row);
        }
    }

    private static Object value(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.values()[row];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof FloatVector floats) {
            return floats.values()[row];
        } else if (vector instanceof DoubleVector doubles) {
            return doubles.values()[row];
        } else if (vector instanceof Int128Vector wide) {
            return wide.get(row);
        } else if (vector instanceof BytesVector bytes) {
            return ByteBuffer.wrap(bytes.get(row));
        }
        List<Object> parts = new ArrayList<>();
        if (vector instanceof StructVector struct) {
            struct.fields().forEach(field -> parts.add(value(field, row)));
        } else if (vector instanceof ListVector list) {
            for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
                parts.add(value(list.elements(), i));
            }
        }
        return parts;
    }
}
