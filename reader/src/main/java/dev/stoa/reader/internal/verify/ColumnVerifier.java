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
package dev.stoa.reader.internal.verify;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.internal.decode.Budget;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.decode.VectorRows;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.FileBytes;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.overlay.Overlay;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Verifies the data of one column: decodes every vector, and compares values with what the metadata says. */
public final class ColumnVerifier {
    private static final long MAX_VALUE_BYTES = 256 << 20;
    private static final long WINDOW_BYTES = 8 << 20;

    private final ReadColumn column;
    private final Optional<ReadColumn> parent;
    private final Problems problems;
    private final ScanContext context;
    private final VectorRows rows;
    private final ValueRules rules;
    private final Optional<ZoneCheck> zones;
    private final Optional<MinMax> minMax;
    private final boolean[] parentNulls = new boolean[Layout.VECTOR_ROWS];
    private long nulls;
    private long valueBytes;
    private boolean complete = true;
    private boolean wrongValueSeen;

    public ColumnVerifier(
            ReadColumn column,
            Optional<ReadColumn> parent,
            ColumnLoader loader,
            FileBytes file,
            Problems problems,
            ScanCounters counters) {
        this.column = column;
        this.parent = parent;
        this.problems = problems;
        this.context = new ScanContext(file, counters, Overlay.NONE);
        this.rows = context.rows(column);
        this.rules = new ValueRules(column.type());
        this.minMax = loader.minMax(column.node());
        this.zones = minMax.map(m -> new ZoneCheck(column, m, problems));
    }

    /** Verifies; the consumer receives the number of stored bytes done. */
    public void verify(String file, ScanLimits limits, LongConsumer progress) throws IOException {
        if (column.index().isPresent()) {
            dictionaries(column.index().get());
        }
        if (column.index().isEmpty()) {
            withoutIndex();
            return;
        }
        long done = 0;
        long vectors = column.rowSet().vectors();
        for (int vector = 0; vector < vectors; vector++) {
            int v = vector;
            long from = (long) vector * Layout.VECTOR_ROWS;
            long end = Math.min(column.rowSet().rows(), from + Layout.VECTOR_ROWS);
            zones.ifPresent(z -> z.begin(v));
            try (DataStore.Fetch fetch = context.store().fetch()) {
                fetch.add(column, from, end, false);
                parent.ifPresent(p -> fetch.add(p, from, end, false));
                fetch.run();
                limits.count(file, end - from, fetch.bytes());
                done += fetch.bytes();
                if (!problems.run("column '" + column.path() + "'", () -> vector(v, from, (int) (end - from)))) {
                    complete = false;
                    zones.ifPresent(ZoneCheck::skip);
                }
                context.releaseBatch();
            }
            progress.accept(Math.min(done, column.record().storedBytes()));
        }
        zones.ifPresent(ZoneCheck::end);
        if (complete) {
            problems.check(
                    nulls == column.record().nullCount(),
                    "column '" + column.path() + "'",
                    "it has " + nulls + " nulls, its record says "
                            + column.record().nullCount());
            if (minMax.isPresent() && column.shape() == Physical.BYTES) {
                problems.check(
                        valueBytes == minMax.get().totalLength(),
                        "column '" + column.path() + "', MinMax",
                        "its values have " + valueBytes + " bytes, it says "
                                + minMax.get().totalLength());
            }
        }
    }

    /** All rows of the null type are null, all others valid. */
    private void withoutIndex() {
        long expected = column.isStruct() ? 0 : column.rowSet().rows();
        problems.check(
                column.record().nullCount() == expected,
                "column '" + column.path() + "'",
                "it has " + expected + " nulls, its record says "
                        + column.record().nullCount());
    }

    private void vector(int vector, long from, int count) throws IOException {
        Optional<ColumnIndex> index = column.index();
        int paged = index.isPresent() ? index.get().pagedOrdinal(vector) : -1;
        parentNulls(from, count);
        if (paged >= 0) {
            pages(paged);
        }
        int at = 0;
        int window = count;
        while (at < count) {
            int n = Math.min(window, count - at);
            context.budget().start(n == 1 ? MAX_VALUE_BYTES : WINDOW_BYTES, Long.MAX_VALUE);
            try {
                rows.load(from + at, n);
                boolean hasValues = !column.isList() && column.shape() != Physical.NONE;
                window(vector, at, n, hasValues ? Optional.of(rows.vector()) : Optional.empty());
            } catch (Budget.ExceededException e) {
                if (n > 1) {
                    window = n / 2;
                    continue;
                }
                complete = false;
                zones.ifPresent(ZoneCheck::skip);
            }
            context.releaseBatch();
            at += n;
        }
    }

    private void parentNulls(long from, int count) throws IOException {
        java.util.Arrays.fill(parentNulls, false);
        if (parent.isPresent()) {
            VectorRows parentRows = context.rows(parent.get());
            parentRows.load(from, count);
            if (parentRows.nulls().length > 0) {
                System.arraycopy(parentRows.nulls(), 0, parentNulls, 0, count);
            }
        }
    }

    private void window(int vector, int at, int n, Optional<ColumnVector> values) {
        boolean[] mask = rows.nulls();
        for (int i = 0; i < n; i++) {
            boolean isNull = mask.length != 0 && mask[i];
            boolean parentIsNull = parentNulls[at + i];
            nulls += isNull ? 1 : 0;
            if (isNull != parentIsNull && (parentIsNull || !column.field().nullable())) {
                wrong(vector, at + i, parentIsNull ? "it has a value in a null struct" : "it is null but must not be");
            }
            if (!isNull && values.isPresent() && !rules.isValue(values.get(), i)) {
                wrong(vector, at + i, "its value is none of " + column.type());
            }
            if (!isNull && values.isPresent() && values.get() instanceof dev.stoa.format.BytesVector bytes) {
                valueBytes += bytes.length(i);
            }
        }
        zones.ifPresent(z -> z.rows(values.orElseGet(() -> new dev.stoa.format.NullVector(0)), mask, n));
    }

    private void wrong(int vector, int row, String what) {
        if (!wrongValueSeen) {
            problems.add(
                    "column '" + column.path() + "', row " + ((long) vector * Layout.VECTOR_ROWS + row),
                    what + "; later rows of the column are not named");
            wrongValueSeen = true;
        }
    }

    /** Checks the pages of a vector one by one, and that they are cut as they must be. */
    private void pages(int paged) throws IOException {
        ColumnData data = context.store().data(column);
        List<ColumnIndex.Page> pages = data.index().pagedVectors().get(paged).pages();
        for (int i = 0; i < pages.size(); i++) {
            try (DataStore.Fetch fetch = context.store().fetch()) {
                fetch.addPages(data, paged, i, i);
                fetch.run();
                data.page(paged, i);
            }
        }
    }

    private void dictionaries(ColumnIndex index) throws IOException {
        for (int id = 0; id < index.dictionaries().size(); id++) {
            ColumnIndex.DictionaryPart part = index.dictionaries().get(id);
            String where = "column '" + column.path() + "', dictionary " + id + " (byte " + part.offset() + ")";
            int ordinal = id;
            problems.run(where, () -> dictionary(ordinal, where));
        }
    }

    private void dictionary(int id, String where) throws IOException {
        try (DataStore.Fetch fetch = context.store().fetch()) {
            ColumnData data = context.store().data(column);
            fetch.addDictionary(data, id);
            fetch.run();
            if (!DistinctEntries.areDistinct(data.dictionary(id))) {
                problems.add(where, "two of its entries are equal");
            }
        }
    }
}
