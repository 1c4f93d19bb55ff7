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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class LineItemsTest {
    private static final double SCALE = 0.002;

    @Test
    void everyRowOfTheGeneratorIsGivenInOrder() {
        List<LineItem> expected = new ArrayList<>();
        new LineItemGenerator(SCALE, 1, 1).forEach(expected::add);
        expected.sort(Comparator.comparingInt(LineItem::getShipDate)
                .thenComparingLong(LineItem::getOrderKey)
                .thenComparingInt(LineItem::getLineNumber));

        LineItems items = LineItems.generate(SCALE);
        assertEquals(expected.size(), items.rowCount());
        assertTrue(items.rowCount() > 2 * LineItems.BATCH_ROWS, "the test needs several batches");
        int row = 0;
        for (Iterator<Batch> batches = items.batches(); batches.hasNext(); ) {
            Batch batch = batches.next();
            assertEquals(row, batch.firstRow());
            assertEquals(Math.min(LineItems.BATCH_ROWS, items.rowCount() - row), batch.rowCount());
            for (int i = 0; i < batch.rowCount(); i++) {
                assertEquals(text(expected.get(row)), text(batch, i), "row " + row);
                row++;
            }
        }
        assertEquals(expected.size(), row);
    }

    @Test
    void batchesReuseTheirArraysAndEndCleanly() {
        Iterator<Batch> batches = LineItems.generate(SCALE).batches();
        LongVector first = (LongVector) batches.next().column(0);
        LongVector second = (LongVector) batches.next().column(0);
        assertSame(first.values(), second.values());
        while (batches.hasNext()) {
            batches.next();
        }
        assertThrows(NoSuchElementException.class, batches::next);
    }

    @Test
    void noColumnIsNullable() {
        LineItems.schema().fields().forEach(f -> assertFalse(f.nullable(), f.name()));
    }

    @Test
    void scalesOutOfRangeAreRefused() {
        for (double scale : new double[] {0, -1, 10.5, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> LineItems.generate(scale));
        }
    }

    private static String text(LineItem item) {
        return String.join(
                "|",
                List.of(
                        String.valueOf(item.getOrderKey()),
                        String.valueOf(item.getPartKey()),
                        String.valueOf(item.getSupplierKey()),
                        String.valueOf(item.getLineNumber()),
                        String.valueOf(100 * item.getQuantity()),
                        String.valueOf(item.getExtendedPriceInCents()),
                        String.valueOf(item.getDiscountPercent()),
                        String.valueOf(item.getTaxPercent()),
                        item.getReturnFlag(),
                        item.getStatus(),
                        String.valueOf(item.getShipDate()),
                        String.valueOf(item.getCommitDate()),
                        String.valueOf(item.getReceiptDate()),
                        item.getShipInstructions(),
                        item.getShipMode(),
                        item.getComment()));
    }

    private static String text(Batch batch, int row) {
        List<String> values = new ArrayList<>();
        batch.columns().forEach(column -> {
            if (column instanceof IntVector ints) {
                values.add(String.valueOf(ints.values()[row]));
            } else if (column instanceof LongVector longs) {
                values.add(String.valueOf(longs.values()[row]));
            } else if (column instanceof BytesVector bytes) {
                values.add(bytes.getString(row));
            } else {
                throw new AssertionError(column.type());
            }
        });
        return String.join("|", values);
    }
}
