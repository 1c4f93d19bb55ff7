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
package dev.stoa.reader.internal.plan;

import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.file.ReadColumn;
import java.util.List;

/**
 * The vectors of a column, and of everything below it, that belong to rows. Below lists, it is at most a vector more at each
 * end than needed, since the indexes know the elements of whole vectors only.
 */
public final class ColumnRanges {
    private ColumnRanges() {}

    /** Receives the rows of each column in its own row set. */
    @FunctionalInterface
    public interface Visitor {
        /** Rows {@code from..to-1} of a column's row set, at least one. */
        void rows(ReadColumn column, long from, long to);
    }

    /** Visits a column and everything below it. */
    public static void visit(ReadColumn column, long from, long to, Visitor visitor) {
        if (from >= to) {
            return;
        }
        visitor.rows(column, from, to);
        if (!column.isList()) {
            for (ReadColumn child : column.children()) {
                visit(child, from, to, visitor);
            }
            return;
        }
        long start = column.childStart((int) (from / Layout.VECTOR_ROWS));
        long end = column.childStart((int) ((to - 1) / Layout.VECTOR_ROWS) + 1);
        for (ReadColumn child : column.children()) {
            visit(child, start, end, visitor);
        }
    }

    /** Receives the places of the granules of a column. */
    @FunctionalInterface
    public interface Granules {
        /**
         * A granule with bytes.
         *
         * @param firstRow its first row
         * @param offset where it starts
         * @param length its bytes, with its pages
         */
        void granule(long firstRow, long offset, long length);
    }

    /** Visits the granules of the rows {@code from..to-1}, at least one, of a column itself; those in part count whole. */
    public static void granules(ReadColumn column, long from, long to, Granules visitor) {
        if (column.index().isEmpty()) {
            return;
        }
        ColumnIndex index = column.index().get();
        int last = index.granuleOf((int) ((to - 1) / Layout.VECTOR_ROWS));
        for (int granule = index.granuleOf((int) (from / Layout.VECTOR_ROWS)); granule <= last; granule++) {
            int vector = index.granuleStart(granule);
            int paged = index.pagedOrdinal(vector);
            long length = index.granuleLength(granule)
                    + (paged >= 0 ? index.pagedVectors().get(paged).storedLength() : 0);
            if (length > 0) {
                visitor.granule((long) vector * Layout.VECTOR_ROWS, index.granuleOffset(granule), length);
            }
        }
    }

    /** The stored bytes of rows of columns and all below, without dictionaries; granules in part count whole. */
    public static long bytes(List<ReadColumn> columns, long from, long to) {
        long sum = 0;
        for (ReadColumn column : columns) {
            if (column.children().isEmpty()) {
                sum += from < to ? bytes(column, from, to) : 0;
            } else {
                long[] all = new long[1];
                visit(column, from, to, (c, first, last) -> all[0] += bytes(c, first, last));
                sum += all[0];
            }
        }
        return sum;
    }

    private static long bytes(ReadColumn column, long from, long to) {
        if (column.index().isEmpty()) {
            return 0;
        }
        ColumnIndex index = column.index().get();
        int firstVector = (int) (from / Layout.VECTOR_ROWS);
        int lastVector = (int) ((to - 1) / Layout.VECTOR_ROWS);
        long sum = 0;
        int firstGranule = index.granuleOf(firstVector);
        int lastGranule = firstVector == lastVector ? firstGranule : index.granuleOf(lastVector);
        for (int granule = firstGranule; granule <= lastGranule; granule++) {
            sum += index.granuleLength(granule);
        }
        if (!index.pagedVectors().isEmpty()) {
            for (int vector = firstVector; vector <= lastVector; vector++) {
                int paged = index.pagedOrdinal(vector);
                sum += paged >= 0 ? index.pagedVectors().get(paged).storedLength() : 0;
            }
        }
        return sum;
    }
}
