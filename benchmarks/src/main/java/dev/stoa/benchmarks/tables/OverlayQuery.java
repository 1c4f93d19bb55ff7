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

import dev.stoa.delta.Sidecar;
import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A scan of {@code lineitem} that sums up its columns; those of text by id.
 *
 * @param name for the table
 * @param columns what is summed up
 * @param filter of the rows
 */
record OverlayQuery(String name, List<String> columns, Filter filter) {
    static List<OverlayQuery> all() {
        return List.of(
                new OverlayQuery("sum of l_linenumber", List.of("l_linenumber"), Filter.and()),
                new OverlayQuery("sum of l_quantity", List.of("l_quantity"), Filter.and()),
                new OverlayQuery("sum of l_extendedprice", List.of("l_extendedprice"), Filter.and()),
                new OverlayQuery("sum of l_shipmode", List.of("l_shipmode"), Filter.and()),
                new OverlayQuery(
                        "sums of query 1",
                        List.of("l_quantity", "l_extendedprice", "l_discount", "l_tax", "l_returnflag", "l_linestatus"),
                        Filter.lessOrEqual("l_shipdate", LocalDate.of(1998, 9, 2))),
                new OverlayQuery(
                        "sums of query 6",
                        List.of("l_extendedprice", "l_discount"),
                        Filter.and(
                                Filter.greaterOrEqual("l_shipdate", LocalDate.of(1994, 1, 1)),
                                Filter.less("l_shipdate", LocalDate.of(1995, 1, 1)),
                                Filter.between("l_discount", 0.05, 0.07),
                                Filter.less("l_quantity", 24))));
    }

    /** The sum, so that it had to be made. */
    long run(Path file, Path sidecar, boolean isChanged) throws IOException {
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file))) {
            ScanBuilder builder =
                    stoa.scan().select(columns.toArray(String[]::new)).filter(filter);
            if (isChanged) {
                builder.changes(changes(stoa, sidecar));
            }
            try (Scan scan = builder.build()) {
                return sums(scan);
            }
        }
    }

    static long sums(Scan scan) throws IOException {
        long sum = 0;
        while (scan.next()) {
            for (ColumnVector column : scan.batch().columns()) {
                sum += sum(column, scan.batch());
            }
        }
        return sum;
    }

    private RowChanges changes(StoaFile stoa, Path sidecar) throws IOException {
        Schema schema = stoa.schema();
        Map<Integer, String> names = new HashMap<>();
        columns.forEach(column -> names.put(ChangeSet.fieldId(schema, column), column));
        if (!filter.equals(Filter.and())) {
            for (String column : List.of("l_shipdate", "l_discount", "l_quantity")) {
                names.put(ChangeSet.fieldId(schema, column), column);
            }
        }
        try (Sidecar changes = Sidecar.open(RangeSources.open(sidecar))) {
            return changes.changes(names, 0, stoa.rowCount());
        }
    }

    private static long sum(ColumnVector column, Batch batch) {
        if (column instanceof LongVector v) {
            return sum(v.values(), batch);
        }
        return sum(column instanceof IntVector v ? v.values() : ((BytesVector) column).ids(), batch);
    }

    private static long sum(long[] values, Batch batch) {
        long sum = 0;
        for (int run = 0; run < batch.runCount(); run++) {
            int end = batch.runEnd(run);
            for (int i = batch.runStart(run); i < end; i++) {
                sum += values[i];
            }
        }
        if (batch.runCount() == 0) {
            int[] selection = batch.selection();
            for (int i = 0; i < batch.selectedCount(); i++) {
                sum += values[selection[i]];
            }
        }
        return sum;
    }

    private static long sum(int[] values, Batch batch) {
        long sum = 0;
        for (int run = 0; run < batch.runCount(); run++) {
            int end = batch.runEnd(run);
            for (int i = batch.runStart(run); i < end; i++) {
                sum += values[i];
            }
        }
        if (batch.runCount() == 0) {
            int[] selection = batch.selection();
            for (int i = 0; i < batch.selectedCount(); i++) {
                sum += values[selection[i]];
            }
        }
        return sum;
    }
}
