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
package dev.stoa.interop.tpch;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.Iterator;
import java.util.SplittableRandom;

/**
 * TPC-H's table {@code lineitem} at a scale factor (1 = 6,001,215 rows), sorted by (l_shipdate, l_orderkey, l_linenumber).
 *
 * <p>Keys are int64, l_linenumber int32, l_quantity, l_extendedprice, l_discount and l_tax decimal(15,2), dates date, the rest
 * string; no column is nullable. The whole table is in memory in a narrow form, about 65 bytes per row. The generator's text
 * pool takes 300 MB more: scale 1 needs a heap of 1.5 GB.
 */
public final class LineItems {

    /** The rows of a batch; the last one may be shorter. */
    public static final int BATCH_ROWS = 4096;

    /** The largest scale factor: beyond it the comments would not fit into one array. */
    public static final double MAX_SCALE = 10;

    private static final Schema SCHEMA = Schema.of(
            Field.required("l_orderkey", Type.of(TypeKind.INT64)),
            Field.required("l_partkey", Type.of(TypeKind.INT64)),
            Field.required("l_suppkey", Type.of(TypeKind.INT64)),
            Field.required("l_linenumber", Type.of(TypeKind.INT32)),
            Field.required("l_quantity", Type.decimal(15, 2)),
            Field.required("l_extendedprice", Type.decimal(15, 2)),
            Field.required("l_discount", Type.decimal(15, 2)),
            Field.required("l_tax", Type.decimal(15, 2)),
            Field.required("l_returnflag", Type.of(TypeKind.STRING)),
            Field.required("l_linestatus", Type.of(TypeKind.STRING)),
            Field.required("l_shipdate", Type.of(TypeKind.DATE)),
            Field.required("l_commitdate", Type.of(TypeKind.DATE)),
            Field.required("l_receiptdate", Type.of(TypeKind.DATE)),
            Field.required("l_shipinstruct", Type.of(TypeKind.STRING)),
            Field.required("l_shipmode", Type.of(TypeKind.STRING)),
            Field.required("l_comment", Type.of(TypeKind.STRING)));

    private final LineItemStore store;
    private final int[] order;

    private LineItems(LineItemStore store, int[] order) {
        this.store = store;
        this.order = order;
    }

    /**
     * Generates and sorts the table.
     *
     * @param scale the scale factor, above 0 and at most {@link #MAX_SCALE}
     * @throws IllegalArgumentException if the scale is out of range
     */
    public static LineItems generate(double scale) {
        if (!(scale > 0 && scale <= MAX_SCALE)) {
            throw new IllegalArgumentException(
                    "scale factor " + scale + " is out of range: give one above 0 and at most " + MAX_SCALE);
        }
        LineItemStore store = new LineItemStore((int) (6_010_000 * scale));
        for (LineItem item : new LineItemGenerator(scale, 1, 1)) {
            store.add(item);
        }
        return new LineItems(store, store.sortedByShipDate());
    }

    /** The same rows in no order: in one that the seed decides. */
    public LineItems shuffled(long seed) {
        int[] mixed = order.clone();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = mixed.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int row = mixed[i];
            mixed[i] = mixed[other];
            mixed[other] = row;
        }
        return new LineItems(store, mixed);
    }

    /** The columns. */
    public static Schema schema() {
        return SCHEMA;
    }

    /** The number of rows. */
    public long rowCount() {
        return order.length;
    }

    /**
     * The rows in order. Each batch shares its arrays with the next one, so it is valid until then; every call of this
     * method gives its own arrays.
     */
    public Iterator<Batch> batches() {
        return new LineItemBatches(store, order);
    }
}
