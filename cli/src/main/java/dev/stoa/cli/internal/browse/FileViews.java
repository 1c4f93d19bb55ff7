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
package dev.stoa.cli.internal.browse;

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.BoundText;
import dev.stoa.cli.internal.print.ColumnCells;
import dev.stoa.cli.internal.print.ColumnPlace;
import dev.stoa.cli.internal.print.Counted;
import dev.stoa.format.Field;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnBlock;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.Range;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** The views of one file: columns, blocks, zones, rows, layout, and what a filter prunes. */
final class FileViews {
    private final StoaFile file;
    private final String title;
    private final FileReport report;
    private final List<String> names;

    private FileViews(StoaFile file, String title) throws IOException {
        this.file = file;
        this.title = title;
        this.report = FileReport.of(file);
        this.names = file.schema().fields().stream().map(Field::name).toList();
    }

    /**
     * The first view of a file, which closes the file.
     *
     * @param note a sentence above its parts; empty for none
     */
    static View menu(StoaFile file, String title, String note) throws IOException {
        try {
            return new FileViews(file, title).menu(note);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private View menu(String note) throws IOException {
        String facts = Counted.text(
                "%,d row[s], %s, edition %d, %s",
                file.rowCount(),
                Sizes.text(file.identity().length()),
                file.info().edition(),
                file.identity().uuid());
        return new MenuView(
                title,
                note.isEmpty() ? List.of(facts) : List.of(facts, note),
                List.of(
                        new MenuView.Entry("columns", number(report.columns().size()), this::columns),
                        new MenuView.Entry("rows", number(file.rowCount()), () -> rows("rows", Optional.empty())),
                        new MenuView.Entry("layout", number(report.regions().size()) + " regions", this::layout)),
                (text, filter) -> Optional.of(filtered(text, filter)),
                file);
    }

    private View columns() {
        return new ListView(
                "columns",
                List.of(),
                ColumnCells.HEAD,
                report.columns().size(),
                i -> ColumnCells.of(report.columns().get(i)),
                i -> Optional.of(column(report.columns().get(i))));
    }

    private View column(FileReport.Column column) throws IOException {
        ColumnPlace place = ColumnPlace.of(file, column);
        List<ColumnBlock> blocks = place.blocks();
        List<ColumnBounds> zones = place.rows().zoneBounds(place.path());
        long zoneRows = place.rows().zoneRows();
        return new MenuView(
                column.path().toString(),
                List.of(
                        column.field() + ": "
                                + Counted.text("%,d row[s], %,d null[s], ", column.rows(), column.nullCount())
                                + Sizes.text(column.dataBytes()) + " of data",
                        "encodings: " + ColumnCells.encodings(column)),
                List.of(
                        new MenuView.Entry("blocks", number(blocks.size()), () -> blocks(blocks)),
                        new MenuView.Entry("zones", number(zones.size()), () -> zones(zones, zoneRows))),
                MenuView.Filtering.NONE,
                () -> {
                    // the file stays open
                });
    }

    private static View blocks(List<ColumnBlock> blocks) {
        return new ListView(
                "blocks",
                List.of("A block consists of vectors of 4,096 rows that share an encoding."),
                List.of(">block", ">first vector", ">vectors", ">bytes", "encoding"),
                blocks.size(),
                i -> List.of(
                        number(i),
                        number(blocks.get(i).firstVector()),
                        number(blocks.get(i).vectors()),
                        number(blocks.get(i).bytes()),
                        blocks.get(i).encoding()),
                ListView.Opener.NOTHING);
    }

    private static View zones(List<ColumnBounds> zones, long zoneRows) {
        return new ListView(
                "zones",
                List.of("A scan skips a zone if its bounds exclude the filter."),
                List.of(">zone", ">first row", ">rows", ">nulls", "min", "max"),
                zones.size(),
                i -> List.of(
                        number(i),
                        number(i * zoneRows),
                        number(zones.get(i).rows()),
                        number(zones.get(i).nullCount()),
                        BoundText.of(zones.get(i).min(), zones.get(i).minExact()),
                        BoundText.of(zones.get(i).max(), zones.get(i).maxExact())),
                ListView.Opener.NOTHING);
    }

    private View layout() {
        return new ListView(
                "layout",
                List.of(),
                List.of(">offset", ">bytes", "what", "column"),
                report.regions().size(),
                i -> {
                    FileReport.Region region = report.regions().get(i);
                    return List.of(
                            number(region.offset()),
                            number(region.length()),
                            region.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                            region.column() < 0
                                    ? ""
                                    : report.columns()
                                            .get(region.column())
                                            .path()
                                            .toString());
                },
                ListView.Opener.NOTHING);
    }

    private View rows(String name, Optional<Filter> filter) throws IOException {
        long rows = file.rowCount();
        return new RowsView(
                name, names, filter.isPresent() ? OptionalLong.empty() : OptionalLong.of(rows), new RowsView.Source() {
                    @Override
                    public BatchSource open(List<ColumnPath> columns, long first) throws IOException {
                        ScanBuilder builder = file.scan().select(columns).batchRows(RowsView.MOST_ROWS);
                        filter.ifPresent(builder::filter);
                        return beginsAnywhere()
                                ? builder.rows(Math.min(first, rows), rows).build()
                                : builder.build();
                    }

                    @Override
                    public boolean beginsAnywhere() {
                        return filter.isEmpty();
                    }
                });
    }

    /** Shows the plan of a scan with a filter. It reads metadata only. */
    private View filtered(String text, Filter filter) throws IOException {
        ScanTrace trace;
        ScanStats stats;
        try (Scan scan = file.scan().filter(filter).traced().build()) {
            trace = scan.trace();
            stats = scan.stats();
        }
        return new MenuView(
                "where " + text,
                List.of(Counted.text(
                        "%,d of %,d zone[s] pruned, %,d match[|es] as a whole; a scan of all columns reads %s of %s or less",
                        stats.zonesPruned(),
                        stats.zones(),
                        stats.zonesWhole(),
                        Sizes.text(trace.everything().bytesRead()),
                        Sizes.text(file.identity().length()))),
                List.of(
                        new MenuView.Entry("rows that match", "", () -> rows("rows", Optional.of(filter))),
                        new MenuView.Entry("zones", number(trace.zones().size()), () -> verdicts(trace)),
                        new MenuView.Entry("columns", number(trace.columns().size()), () -> pruned(trace))),
                MenuView.Filtering.NONE,
                () -> {
                    // the file stays open
                });
    }

    private static View verdicts(ScanTrace trace) {
        return new ListView(
                "zones",
                List.of(),
                List.of(">first row", ">last row", "verdict"),
                trace.zones().size(),
                i -> {
                    ScanTrace.Zone zone = trace.zones().get(i);
                    return List.of(
                            number(zone.firstRow()),
                            number(zone.endRow() - 1),
                            switch (zone.verdict()) {
                                case PRUNED -> "pruned: no row can match";
                                case TESTED -> "tested: some rows may match";
                                case WHOLE -> "whole: all rows match";
                            });
                },
                ListView.Opener.NOTHING);
    }

    private static View pruned(ScanTrace trace) {
        return new ListView(
                "columns",
                List.of(),
                List.of("column", "role", ">in pruned zones", ">may match"),
                trace.columns().size(),
                i -> {
                    ScanTrace.Column column = trace.columns().get(i);
                    return List.of(
                            column.path().toString(),
                            column.isTested() ? "tested" : "",
                            Sizes.text(bytes(column.pruned())),
                            Sizes.text(bytes(column.candidates())));
                },
                ListView.Opener.NOTHING);
    }

    private static long bytes(List<Range> ranges) {
        return ranges.stream().mapToLong(Range::length).sum();
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
