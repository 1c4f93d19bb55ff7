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
import java.util.Locale;

/** Bars from left to right, one below the other, each with its value. */
public final class BarChart {
    private static final int WIDTH = 920;
    private static final int LEFT = 210;
    private static final int RIGHT = 820;
    private static final int TOP = 56;
    private static final int STEP = 30;

    private record Bar(String name, double value, int colour) {}

    private final String title;
    private final String unit;
    private final List<Bar> bars = new ArrayList<>();

    /** An empty chart. */
    public BarChart(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Adds a bar below the others. */
    public void add(String name, double value, int colour) {
        bars.add(new Bar(name, value, colour));
    }

    /** The picture. */
    @Override
    public String toString() {
        int bottom = TOP + STEP * bars.size();
        Drawing drawing = new Drawing(WIDTH, bottom + 44, title);
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(1);
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double y = TOP + (double) STEP * i;
            double width = (RIGHT - LEFT) * bar.value() / most;
            drawing.text(LEFT - 10, y + 19, "end", i == 0 ? "strong" : "", bar.name());
            drawing.bar(LEFT, y + 5, width, STEP - 10.0, Drawing.colour(bar.colour()));
            drawing.text(LEFT + width + 8, y + 19, "start", "", String.format(Locale.ROOT, "%.1f", bar.value()));
        }
        drawing.line(LEFT, TOP, LEFT, bottom, "axis");
        drawing.text((LEFT + RIGHT) / 2.0, bottom + 26, "middle", "", unit);
        return drawing.toString();
    }
}
