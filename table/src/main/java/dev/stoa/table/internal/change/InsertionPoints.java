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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.scan.FragmentScan;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds where sorted rows belong in a sorted fragment. It searches for all of them at once: it first reads few rows of each
 * part of the fragment, and then the vectors that they belong to. Deleted rows keep their places. Values that were changed before the
 * order was declared count as they are now.
 */
final class InsertionPoints {
    private static final int PARTS = 16;
    private static final int LEAF_ROWS = 4096;

    private final TableImage image;
    private final Fragment host;
    private final RowOrder order;
    private final List<TableColumn> columns;
    private final List<ColumnVector> keys;
    private final int[] rows;
    private final long[] positions;

    /** Keys {@code first..end-1}. Each belongs before a row of {@code low..high}, where high is the row after them. */
    private record Interval(long low, long high, int first, int end) {}

    /**
     * A search.
     *
     * @param batch holds the rows that are placed
     * @param rows of the batch, in order
     */
    InsertionPoints(TableImage image, Fragment host, RowOrder order, Batch batch, int[] rows) {
        this.image = image;
        this.host = host;
        this.order = order;
        this.keys = order.vectors(batch);
        this.rows = rows;
        this.positions = new long[rows.length];
        this.columns = order.fields().stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
    }

    /** For each row, the row of the host that it comes before, after all that are not greater. */
    long[] positions() throws IOException {
        List<Interval> open = List.of(new Interval(0, host.rows(), 0, rows.length));
        while (open.stream().anyMatch(InsertionPoints::isLarge)) {
            open = narrowed(open);
        }
        finish(open);
        return positions;
    }

    private static boolean isLarge(Interval interval) {
        return interval.high - interval.low > LEAF_ROWS;
    }

    private static long probe(Interval interval, int part) {
        return interval.low + (interval.high - interval.low) / PARTS * part;
    }

    private List<Interval> narrowed(List<Interval> open) throws IOException {
        List<Interval> large = open.stream().filter(InsertionPoints::isLarge).toList();
        long[] probes = large.stream()
                .flatMapToLong(interval -> IntStream.range(1, PARTS).mapToLong(part -> probe(interval, part)))
                .toArray();
        Batch found = read(RowRanges.of(probes));
        List<ColumnVector> values = order.vectors(found);
        List<Interval> next = new ArrayList<>();
        int at = 0;
        for (Interval interval : open) {
            if (!isLarge(interval)) {
                next.add(interval);
                continue;
            }
            int first = interval.first;
            long low = interval.low;
            for (int part = 1; part < PARTS; part++, at++) {
                int end = first;
                while (end < interval.end && order.compare(values, at, keys, rows[end]) > 0) {
                    end++;
                }
                if (end > first) {
                    next.add(new Interval(low, probe(interval, part), first, end));
                }
                low = probe(interval, part);
                first = end;
            }
            if (first < interval.end) {
                next.add(new Interval(low, interval.high, first, interval.end));
            }
        }
        return next;
    }

    private FragmentScan scan(RowRanges numbers) throws IOException {
        List<SidecarFile> changing = host.sidecars().stream()
                .filter(sidecar -> order.fields().stream()
                        .anyMatch(field ->
                                sidecar.fields().contains(field.fieldId().getAsInt())))
                .toList();
        Fragment bare = new Fragment(host.id(), host.rows(), host.partition(), host.files(), changing, host.row());
        return FragmentScan.withDeleted(image, bare, columns, numbers);
    }

    private Batch read(RowRanges numbers) throws IOException {
        RowBuffer buffer = new RowBuffer(new Schema(order.fields()));
        try (FragmentScan scan = scan(numbers)) {
            while (scan.next()) {
                buffer.append(scan.batch());
            }
        }
        return buffer.batch();
    }

    /** Reads the rows of small intervals one after the other, and the keys along with them. */
    private void finish(List<Interval> intervals) throws IOException {
        for (Interval interval : intervals) {
            for (int key = interval.first; key < interval.end; key++) {
                positions[key] = interval.high;
            }
        }
        long[] firsts = intervals.stream()
                .filter(i -> i.low < i.high)
                .mapToLong(Interval::low)
                .toArray();
        long[] ends = intervals.stream()
                .filter(i -> i.low < i.high)
                .mapToLong(Interval::high)
                .toArray();
        RowRanges numbers = RowRanges.of(firsts, ends);
        if (numbers.isEmpty()) {
            return;
        }
        int at = 0;
        int key = intervals.get(0).first;
        try (FragmentScan scan = scan(numbers)) {
            while (scan.next()) {
                Batch batch = scan.batch();
                List<ColumnVector> values = order.vectors(batch);
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    long number = batch.firstRow() + row;
                    while (at < intervals.size() && number >= intervals.get(at).high) {
                        at++;
                        key = at < intervals.size() ? intervals.get(at).first : key;
                    }
                    while (at < intervals.size()
                            && key < intervals.get(at).end
                            && order.compare(values, row, keys, rows[key]) > 0) {
                        positions[key++] = number;
                    }
                }
            }
        }
    }
}
