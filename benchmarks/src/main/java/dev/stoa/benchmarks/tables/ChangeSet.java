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
package dev.stoa.benchmarks.tables;

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Changes of {@code lineitem}, from a fixed seed. */
enum ChangeSet {
    /** A thousandth of the orders, of four adjacent lines each. */
    REFRESH("0.1% deleted, 4 rows at a time", 0.001, 4, true),
    MODIFY_ONE("1% modified at random", 0.01, 1, false),
    DELETE_TEN("10% deleted at random", 0.1, 1, true),
    MODIFY_TEN("10% modified at random", 0.1, 1, false);

    /** The columns that get new values: numbers, with filters and without, and ids. */
    private static final List<String> MODIFIED = List.of("l_quantity", "l_extendedprice", "l_discount", "l_shipmode");

    private final String label;
    private final double share;
    private final int run;
    private final boolean deletes;

    ChangeSet(String label, double share, int run, boolean deletes) {
        this.label = label;
        this.share = share;
        this.run = run;
        this.deletes = deletes;
    }

    String label() {
        return label;
    }

    /** The id that a column has in sidecars: its place in the schema. */
    static int fieldId(Schema schema, String column) {
        return schema.indexOf(column).orElseThrow();
    }

    /** Writes the changes of a file. */
    void write(Path file, Path sidecar) throws IOException {
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
            Schema schema = stoa.schema();
            List<Field> fields = new ArrayList<>();
            for (String column : MODIFIED) {
                int id = fieldId(schema, column);
                fields.add(schema.fields().get(id).withFieldId(id));
            }
            long rows = stoa.rowCount();
            try (SidecarWriter writer = SidecarWriter.create(
                    LocalFileSink.create(sidecar, SinkOptions.DEFAULT),
                    new SidecarTarget("lineitem", rows, 0),
                    fields,
                    WriterOptions.DEFAULT)) {
                long[] places = places(rows);
                if (deletes) {
                    RowRanges runs = RowRanges.of(
                            places,
                            LongStream.of(places).map(first -> first + run).toArray());
                    writer.delete(runs);
                } else {
                    for (Field field : fields) {
                        modify(writer, stoa, field, places);
                    }
                }
                writer.finish();
            }
        }
    }

    /** Where runs of rows start; they don't overlap. */
    private long[] places(long rows) {
        Random random = new Random(42);
        return random.longs((long) (rows * share / run), 0, rows / run)
                .map(place -> place * run)
                .sorted()
                .distinct()
                .toArray();
    }

    /** The new values are those of the first rows, shuffled. */
    private static void modify(SidecarWriter writer, StoaFile stoa, Field field, long[] places) throws IOException {
        int at = 0;
        try (Scan scan = stoa.scan().select(field.name()).rows(0, places.length).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int n = batch.rowCount();
                writer.modify(
                        field.fieldId().orElseThrow(),
                        Arrays.copyOfRange(places, at, at + n),
                        shuffled(batch.column(0), n));
                at += n;
            }
        }
    }

    /** The first values of a vector, in another order. */
    static ColumnVector shuffled(ColumnVector values, int n) {
        int[] order = new Random(n).ints(n, 0, n).toArray();
        if (values instanceof LongVector v) {
            long[] longs = Arrays.stream(order).mapToLong(i -> v.values()[i]).toArray();
            return new LongVector(v.type(), longs, ColumnVector.NO_NULLS, n);
        }
        BytesVector v = (BytesVector) values;
        int[] ids = Arrays.stream(order).map(i -> v.ids()[i]).toArray();
        return new BytesVector(v.type(), ids, v.dictionary().orElseThrow(), ColumnVector.NO_NULLS, n);
    }
}
