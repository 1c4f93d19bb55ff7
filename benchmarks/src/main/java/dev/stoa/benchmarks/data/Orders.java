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
package dev.stoa.benchmarks.data;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** TPC-H's orders, by key. */
public final class Orders implements Table {
    private static final int BATCH_ROWS = 4096;
    private static final Type TEXT = Type.of(TypeKind.STRING);

    private static final Schema SCHEMA = Schema.of(
            Field.required("o_orderkey", Type.of(TypeKind.INT64)),
            Field.required("o_custkey", Type.of(TypeKind.INT64)),
            Field.required("o_orderstatus", TEXT),
            Field.required("o_totalprice", Type.decimal(15, 2)),
            Field.required("o_orderdate", Type.of(TypeKind.DATE)),
            Field.required("o_orderpriority", TEXT),
            Field.required("o_clerk", TEXT),
            Field.required("o_shippriority", Type.of(TypeKind.INT32)),
            Field.required("o_comment", TEXT));

    private final double scale;

    public Orders(double scale) {
        this.scale = scale;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public Iterator<Batch> batches() {
        Iterator<Order> orders = new OrderGenerator(scale, 1, 1).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return orders.hasNext();
            }

            @Override
            public Batch next() {
                List<Order> rows = new ArrayList<>(BATCH_ROWS);
                do {
                    rows.add(orders.next());
                } while (rows.size() < BATCH_ROWS && orders.hasNext());
                return batch(rows);
            }
        };
    }

    private static Batch batch(List<Order> rows) {
        List<ColumnVector> columns = List.of(
                longs(0, rows, Order::getOrderKey),
                longs(1, rows, Order::getCustomerKey),
                texts(2, rows, order -> String.valueOf(order.getOrderStatus())),
                longs(3, rows, Order::getTotalPriceInCents),
                ints(4, rows, Order::getOrderDate),
                texts(5, rows, Order::getOrderPriority),
                texts(6, rows, Order::getClerk),
                ints(7, rows, Order::getShipPriority),
                texts(8, rows, Order::getComment));
        return new Batch(SCHEMA, columns, rows.size());
    }

    private static Type type(int column) {
        return SCHEMA.fields().get(column).type();
    }

    private static LongVector longs(int column, List<Order> rows, ToLongFunction<Order> value) {
        return new LongVector(
                type(column), rows.stream().mapToLong(value).toArray(), ColumnVector.NO_NULLS, rows.size());
    }

    private static IntVector ints(int column, List<Order> rows, ToIntFunction<Order> value) {
        return new IntVector(type(column), rows.stream().mapToInt(value).toArray(), ColumnVector.NO_NULLS, rows.size());
    }

    private static BytesVector texts(int column, List<Order> rows, Function<Order, String> value) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int[] offsets = new int[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            data.writeBytes(value.apply(rows.get(i)).getBytes(StandardCharsets.UTF_8));
            offsets[i + 1] = data.size();
        }
        return new BytesVector(type(column), data.toByteArray(), offsets, ColumnVector.NO_NULLS, rows.size());
    }
}
