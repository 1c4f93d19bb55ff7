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
package dev.stoa.benchmarks.charts;

import java.util.ArrayList;
import java.util.List;

/** Rows of cells, each cell in a colour or empty, with a name before each row. */
public final class GridChart {
    private static final int LEFT = 120;
    private static final int TOP = 90;
    private static final int CELL = 34;
    private static final int HALF = CELL / 2;
    private static final int KEY_WIDTH = 200;

    private record Row(String name, List<Integer> colours) {}

    private record Key(String name, int colour) {}

    private final String title;
    private final List<Row> rows = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();

    /** An empty chart. */
    public GridChart(String title) {
        this.title = title;
    }

    /** Adds the meaning of a colour. */
    public void key(String name, int colour) {
        keys.add(new Key(name, colour));
    }

    /**
     * Adds a row. One without cells is a heading.
     *
     * @param colours which of the colours each cell has; a number below 0 for an empty cell
     */
    public void add(String name, List<Integer> colours) {
        rows.add(new Row(name, List.copyOf(colours)));
    }

    /** The picture. */
    @Override
    public String toString() {
        int cells = rows.stream().mapToInt(row -> row.colours().size()).max().orElse(0);
        int width = LEFT + Math.max(cells * CELL, keys.size() * KEY_WIDTH) + HALF;
        Drawing drawing = new Drawing(width, TOP + rows.size() * CELL + HALF, title);
        for (int i = 0; i < keys.size(); i++) {
            int x = LEFT + KEY_WIDTH * i;
            drawing.bar(
                    x, TOP - CELL - HALF, HALF, HALF, Drawing.colour(keys.get(i).colour()));
            drawing.text(
                    x + CELL - 8.0, TOP - CELL - 4.0, "start", "", keys.get(i).name());
        }
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int y = TOP + CELL * i;
            drawing.text(LEFT - 12.0, y + HALF + 5.0, "end", row.colours().isEmpty() ? "strong" : "", row.name());
            for (int cell = 0; cell < row.colours().size(); cell++) {
                if (row.colours().get(cell) >= 0) {
                    drawing.bar(
                            LEFT + (double) CELL * cell,
                            y + 2,
                            CELL - 4,
                            CELL - 4,
                            Drawing.colour(row.colours().get(cell)));
                }
            }
        }
        return drawing.toString();
    }
}
