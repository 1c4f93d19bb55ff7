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

import dev.stoa.cli.internal.print.Printable;
import dev.stoa.format.Batch;
import dev.stoa.format.ValueText;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The rows of a scan. It keeps the text of at most {@value #MOST_ROWS} rows of at most {@value #MOST_COLUMNS} columns. To go
 * back beyond them it scans again, from the row itself if the source can begin there.
 */
final class RowsView implements View {
    static final int MOST_ROWS = 512;
    static final int MOST_COLUMNS = 48;
    private static final int COLUMN_STEP = 16;
    private static final int MOST_CHARACTERS = 80;

    private final String title;
    private final List<String> columns;
    private final Source source;

    private OptionalLong size;
    private Optional<BatchSource> scan = Optional.empty();
    private int loadedColumn;
    private final Deque<List<String>> kept = new ArrayDeque<>();
    /** The number of the first kept row. */
    private long firstKept;
    /** The next selected row of the scan's batch. */
    private int next;

    private int selected;

    /** Where rows come from. */
    interface Source {
        /**
         * Begins a scan.
         *
         * @param columns to read
         * @param first the row to begin with, for sources that begin anywhere
         */
        BatchSource open(List<ColumnPath> columns, long first) throws IOException;

        /** Returns whether a scan begins with any row, and not always with the first. */
        boolean beginsAnywhere();
    }

    /**
     * Rows.
     *
     * @param columns the names of all columns
     * @param size the number of rows; absent if it is unknown
     */
    RowsView(String title, List<String> columns, OptionalLong size, Source source) {
        this.title = title;
        this.columns = List.copyOf(columns);
        this.size = size;
        this.source = source;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public OptionalLong size() {
        return size;
    }

    @Override
    public int columns() {
        return columns.size();
    }

    @Override
    public Part part(long first, int count, int firstColumn) throws IOException {
        int wanted = firstColumn / COLUMN_STEP * COLUMN_STEP;
        int most = Math.min(count, MOST_ROWS);
        boolean isFar = source.beginsAnywhere() && first > firstKept + kept.size();
        if (scan.isEmpty() || wanted != loadedColumn || first < firstKept || isFar) {
            begin(first, wanted);
        }
        if (first > firstKept + kept.size()) {
            skipTo(first);
        }
        while (firstKept + kept.size() < first + most && hasNext()) {
            kept.addLast(text());
            if (kept.size() > MOST_ROWS) {
                kept.removeFirst();
                firstKept++;
            }
        }
        int end = Math.min(columns.size(), loadedColumn + MOST_COLUMNS);
        List<String> head = new ArrayList<>(List.of(">row"));
        head.addAll(columns.subList(Math.min(firstColumn, end), end));
        List<List<String>> lines = new ArrayList<>();
        long number = firstKept;
        for (List<String> cells : kept) {
            if (number >= first && lines.size() < most) {
                List<String> line = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d", number)));
                line.addAll(cells.subList(Math.min(firstColumn - loadedColumn, cells.size()), cells.size()));
                lines.add(line);
            }
            number++;
        }
        return new Part(head, lines);
    }

    private void begin(long first, int column) throws IOException {
        close();
        kept.clear();
        loadedColumn = column;
        firstKept = source.beginsAnywhere() ? first : 0;
        List<ColumnPath> read = columns.subList(column, Math.min(columns.size(), column + MOST_COLUMNS)).stream()
                .map(ColumnPath::of)
                .toList();
        scan = Optional.of(source.open(read, first));
        next = 0;
        selected = 0;
    }

    /** Passes rows without making text of them. */
    private void skipTo(long first) throws IOException {
        firstKept += kept.size();
        kept.clear();
        while (firstKept < first && hasNext()) {
            int rows = (int) Math.min(selected - next, first - firstKept);
            next += rows;
            firstKept += rows;
        }
    }

    /** Returns whether the scan has a row more; if not, the number of rows is known. */
    private boolean hasNext() throws IOException {
        while (next == selected) {
            if (!scan.orElseThrow().next()) {
                if (size.isEmpty()) {
                    size = OptionalLong.of(firstKept + kept.size());
                }
                return false;
            }
            next = 0;
            selected = scan.orElseThrow().batch().selectedCount();
        }
        return true;
    }

    private List<String> text() {
        Batch batch = scan.orElseThrow().batch();
        int row = batch.selected(next++);
        List<String> cells = new ArrayList<>();
        for (int c = 0; c < batch.columns().size(); c++) {
            cells.add(Printable.of(ValueText.of(batch.column(c), row), MOST_CHARACTERS));
        }
        return cells;
    }

    @Override
    public void close() throws IOException {
        if (scan.isPresent()) {
            scan.get().close();
            scan = Optional.empty();
        }
    }
}
