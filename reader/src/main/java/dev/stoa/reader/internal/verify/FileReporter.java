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
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.Tail;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.value.SingleRow;
import dev.stoa.reader.internal.value.ValueOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes a {@link FileReport}. */
public final class FileReporter {
    private final Directory directory;
    private final ColumnLoader loader;
    private final ScanCounters counters = new ScanCounters();
    private final List<FileReport.Column> columns = new ArrayList<>();
    private final List<FileReport.Region> regions = new ArrayList<>();

    public FileReporter(Directory directory, ColumnLoader loader) {
        this.directory = directory;
        this.loader = loader;
    }

    public FileReport report() throws IOException {
        Tail tail = directory.tail();
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < tail.nodeCount(); node++) {
            all.add(node);
        }
        loader.load(List.of(), all, all, counters);
        for (int node : all) {
            add(loader.single(node, directory.path(node), counters));
        }
        long length = directory.file().source().length();
        add(FileReport.RegionKind.HEADER, 0, Layout.HEADER_BYTES, -1);
        add(FileReport.RegionKind.FOOTER, tail.footerOffset(), tail.footerLength(length), -1);
        add(FileReport.RegionKind.TAIL, length - Layout.TAIL_BYTES, Layout.TAIL_BYTES, -1);
        regions.sort(Comparator.comparingLong(FileReport.Region::offset));
        return new FileReport(columns, regions);
    }

    private void add(FileReport.RegionKind kind, long offset, long length, int column) {
        if (length > 0) {
            regions.add(new FileReport.Region(kind, offset, length, column));
        }
    }

    private void add(ReadColumn column) {
        NodeRecord record = column.record();
        add(FileReport.RegionKind.INDEX, record.index().offset(), record.index().length(), column.node());
        add(
                FileReport.RegionKind.MIN_MAX,
                record.minMax().offset(),
                record.minMax().length(),
                column.node());
        long pages = 0;
        int blocks = 0;
        int granules = 0;
        int paged = 0;
        int dictionaries = 0;
        Map<String, Long> encodings = new TreeMap<>();
        if (column.index().isPresent()) {
            ColumnIndex index = column.index().get();
            blocks = index.blocks().size();
            granules = index.granuleCount();
            paged = index.pagedVectors().size();
            dictionaries = index.dictionaries().size();
            for (ColumnIndex.PagedVector vector : index.pagedVectors()) {
                pages += vector.pages().size();
            }
            for (ColumnIndex.Block block : index.blocks()) {
                encodings.merge(block.encoding().toString(), (long) block.vectors(), Long::sum);
            }
            addExtents(column.node(), index);
        }
        Optional<MinMax> minMax = loader.minMax(column.node());
        Bound min = minMax.map(m -> bound(column.type(), m, true)).orElse(Bound.NONE);
        Bound max = minMax.map(m -> bound(column.type(), m, false)).orElse(Bound.NONE);
        columns.add(new FileReport.Column(
                column.path(),
                depth(column),
                column.field(),
                record.rowSet(),
                column.rowSet().rows(),
                encodings.entrySet().stream()
                        .map(e -> new FileReport.EncodingUse(e.getKey(), e.getValue()))
                        .sorted(Comparator.comparingLong(FileReport.EncodingUse::vectors)
                                .reversed())
                        .toList(),
                column.rowSet().vectors(),
                blocks,
                granules,
                paged,
                pages,
                dictionaries,
                record.storedBytes(),
                record.index().length(),
                record.minMax().length(),
                record.nullCount(),
                minMax.map(m -> sum(m.nanCounts())).orElse(0L),
                minMax.map(MinMax::totalLength).orElse(0L),
                min.value(),
                min.exact(),
                max.value(),
                max.exact()));
    }

    private static int depth(ReadColumn column) {
        return column.path().names().size() - 1;
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    private void addExtents(int node, ColumnIndex index) {
        int granule = 0;
        for (ColumnIndex.Extent extent : index.extents()) {
            int last = granule + extent.granules() - 1;
            int paged = index.pagedOrdinal(index.granuleStart(last));
            long end = index.granuleOffset(last)
                    + index.granuleLength(last)
                    + (paged >= 0 ? index.pagedVectors().get(paged).storedLength() : 0);
            add(FileReport.RegionKind.EXTENT, extent.offset(), end - extent.offset(), node);
            granule = last + 1;
        }
        for (ColumnIndex.DictionaryPart dictionary : index.dictionaries()) {
            add(FileReport.RegionKind.DICTIONARY, dictionary.offset(), dictionary.length(), node);
        }
    }

    /** The bound of a whole column. */
    private record Bound(Optional<ColumnVector> value, boolean exact) {
        static final Bound NONE = new Bound(Optional.empty(), false);
    }

    /** The bound of all zones; none if a zone has values but not this bound. */
    private static Bound bound(Type type, MinMax minMax, boolean isMin) {
        if (!MinMax.isOrdered(type) || type.physical() == Physical.NONE) {
            return Bound.NONE;
        }
        ValueOrder order = new ValueOrder(type);
        ColumnVector bounds = isMin ? minMax.min() : minMax.max();
        int best = -1;
        for (int zone = 0; zone < minMax.zones(); zone++) {
            if (!minMax.is(zone, isMin ? MinMax.HAS_MIN : MinMax.HAS_MAX)) {
                if (minMax.is(zone, isMin ? MinMax.HAS_MAX : MinMax.HAS_MIN)) {
                    return Bound.NONE;
                }
                continue;
            }
            int compared = best < 0 ? 0 : order.compare(bounds, zone, bounds, best);
            if (best < 0 || (isMin ? compared < 0 : compared > 0)) {
                best = zone;
            }
        }
        if (best < 0) {
            return Bound.NONE;
        }
        boolean exact = minMax.is(best, isMin ? MinMax.MIN_EXACT : MinMax.MAX_EXACT);
        return new Bound(Optional.of(SingleRow.of(bounds, best)), exact);
    }
}
