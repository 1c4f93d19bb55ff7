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

import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Split;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.KeptNode;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.RowSetColumns;
import dev.stoa.reader.internal.file.ScanCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** Cuts a row set into splits. */
public final class Splitter {
    private static final long UNIT_ROWS = 16L * Layout.VECTOR_ROWS;

    private final RowSetColumns rowSet;
    private final ScanCounters counters = new ScanCounters();

    public Splitter(RowSetColumns rowSet) {
        this.rowSet = rowSet;
    }

    public List<Split> split(long targetBytes, List<ColumnPath> columns) throws IOException {
        if (targetBytes < 1) {
            throw new IllegalArgumentException("targetBytes is out of range: " + targetBytes);
        }
        List<ReadColumn> read = load(columns);
        List<Split> splits = new ArrayList<>();
        long rows = rowSet.rows();
        long from = 0;
        long bytes = 0;
        for (long at = 0; at < rows; at += UNIT_ROWS) {
            long end = Math.min(rows, at + UNIT_ROWS);
            bytes += startedBytes(read, at, end);
            if (bytes >= targetBytes || end == rows) {
                splits.add(new Split(from, end, bytes, parts(read, from, end)));
                from = end;
                bytes = 0;
            }
        }
        return List.copyOf(splits);
    }

    private List<ReadColumn> load(List<ColumnPath> columns) throws IOException {
        Directory directory = rowSet.directory();
        Collection<Integer> nodes = columns.isEmpty()
                ? directory.topNodes(rowSet.ordinal(), counters)
                : rowSet.find(new LinkedHashSet<>(columns), counters).values();
        directory.loadTrees(nodes, counters);
        List<KeptNode> trees = new ArrayList<>();
        for (int node : nodes) {
            trees.add(KeptNode.whole(node, directory));
        }
        rowSet.loader().load(trees, List.of(), List.of(), counters);
        List<ReadColumn> read = new ArrayList<>();
        for (KeptNode tree : trees) {
            read.add(rowSet.loader().column(tree, directory.path(tree.node()), counters));
        }
        return read;
    }

    /** The bytes of granules and pages whose first row is among these. */
    private static long startedBytes(List<ReadColumn> columns, long from, long to) {
        long[] sum = new long[1];
        for (ReadColumn column : columns) {
            ColumnRanges.visit(
                    column,
                    from,
                    to,
                    (c, first, end) -> ColumnRanges.granules(
                            c, first, end, (firstRow, offset, length) -> sum[0] += firstRow < first ? 0 : length));
        }
        return sum[0];
    }

    /** Where the granules and pages of rows are. */
    private static List<Split.Part> parts(List<ReadColumn> columns, long from, long to) {
        List<Split.Part> parts = new ArrayList<>();
        for (ReadColumn column : columns) {
            ColumnRanges.visit(
                    column,
                    from,
                    to,
                    (c, first, end) -> ColumnRanges.granules(
                            c, first, end, (firstRow, offset, length) -> parts.add(new Split.Part(offset, length))));
        }
        parts.sort(Comparator.comparingLong(Split.Part::offset));
        List<Split.Part> merged = new ArrayList<>();
        for (Split.Part part : parts) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).offset() + merged.get(last).length() >= part.offset()) {
                Split.Part before = merged.get(last);
                long end = Math.max(before.offset() + before.length(), part.offset() + part.length());
                merged.set(last, new Split.Part(before.offset(), end - before.offset()));
            } else {
                merged.add(part);
            }
        }
        return merged;
    }
}
