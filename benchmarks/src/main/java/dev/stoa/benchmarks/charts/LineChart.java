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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Lines over points at equal distances, on a logarithmic scale. Each line has its name at its end. The first line is thick. */
public final class LineChart {
    private static final int WIDTH = 920;
    private static final int HEIGHT = 520;
    private static final int LEFT = 80;
    private static final int RIGHT = 650;
    private static final int TOP = 56;
    private static final int BOTTOM = 450;

    /** Between names, from one to the next. */
    private static final int NAME_HEIGHT = 17;

    private record Series(String name, List<OptionalDouble> values, int colour, boolean dashed) {}

    /** A name with the heights of its line's end and of the name itself. */
    private record Name(Series series, double end, double wanted) {}

    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final List<String> points;
    private final List<Series> all = new ArrayList<>();

    /**
     * An empty chart.
     *
     * @param points the names of the points
     */
    public LineChart(String title, String xLabel, String yLabel, List<String> points) {
        this.title = title;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.points = List.copyOf(points);
    }

    /**
     * Adds a line.
     *
     * @param values one for each point; what is absent or not above 0 is not drawn
     * @param colour which of the colours
     * @param dashed whether it is dashed
     */
    public void add(String name, List<OptionalDouble> values, int colour, boolean dashed) {
        all.add(new Series(name, List.copyOf(values), colour, dashed));
    }

    /** The picture. */
    @Override
    public String toString() {
        Drawing drawing = new Drawing(WIDTH, HEIGHT, title);
        double[] values = all.stream()
                .flatMap(series -> series.values().stream())
                .flatMapToDouble(OptionalDouble::stream)
                .filter(value -> value > 0)
                .toArray();
        if (values.length == 0) {
            return drawing.toString();
        }
        double low = Math.floor(2
                        * Math.log10(IntStream.range(0, values.length)
                                .mapToDouble(i -> values[i])
                                .min()
                                .orElseThrow()))
                / 2;
        double high = Math.log10(IntStream.range(0, values.length)
                        .mapToDouble(i -> values[i])
                        .max()
                        .orElseThrow())
                + 0.08;
        axes(drawing, low, high);
        List<Name> names = new ArrayList<>();
        for (int i = all.size() - 1; i >= 0; i--) {
            line(drawing, all.get(i), i == 0, low, high, names);
        }
        names(drawing, names);
        return drawing.toString();
    }

    private double x(int point) {
        return points.size() == 1 ? LEFT : LEFT + 20 + (RIGHT - LEFT - 40.0) * point / (points.size() - 1);
    }

    private static double y(double value, double low, double high) {
        return BOTTOM - (BOTTOM - TOP) * (Math.log10(value) - low) / (high - low);
    }

    private void axes(Drawing drawing, double low, double high) {
        for (int power = (int) Math.floor(low); power <= Math.ceil(high); power++) {
            for (int digit : new int[] {1, 2, 5}) {
                double value = digit * Math.pow(10, power);
                double log = Math.log10(value);
                if (log >= low - 1e-9 && log <= high + 1e-9) {
                    double y = y(value, low, high);
                    drawing.line(LEFT, y, RIGHT, y, "grid");
                    drawing.text(LEFT - 8, y + 4, "end", digit == 1 ? "" : "small", number(value));
                }
            }
        }
        for (int p = 0; p < points.size(); p++) {
            drawing.line(x(p), BOTTOM, x(p), BOTTOM + 5, "axis");
            drawing.text(x(p), BOTTOM + 21, "middle", "", points.get(p));
        }
        drawing.line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis");
        drawing.line(LEFT, TOP, LEFT, BOTTOM, "axis");
        drawing.text((LEFT + RIGHT) / 2.0, BOTTOM + 48, "middle", "", xLabel);
        drawing.textUpwards(22, (TOP + BOTTOM) / 2.0, yLabel);
    }

    private void line(Drawing drawing, Series series, boolean first, double low, double high, List<Name> names) {
        StringBuilder path = new StringBuilder();
        double end = Double.NaN;
        String colour = Drawing.colour(series.colour());
        for (int p = 0; p < points.size(); p++) {
            OptionalDouble value = series.values().get(p);
            if (value.isPresent() && value.getAsDouble() > 0) {
                end = y(value.getAsDouble(), low, high);
                path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(p), end));
            }
        }
        if (Double.isNaN(end)) {
            return;
        }
        drawing.path(path.toString().strip(), colour + (first ? " thick" : "") + (series.dashed() ? " dash" : ""));
        for (int p = 0; p < points.size(); p++) {
            OptionalDouble value = series.values().get(p);
            if (value.isPresent() && value.getAsDouble() > 0) {
                drawing.dot(
                        x(p),
                        y(value.getAsDouble(), low, high),
                        first ? 4.5 : 3,
                        colour,
                        series.name() + ", " + points.get(p) + ": " + number(value.getAsDouble()));
            }
        }
        names.add(new Name(series, end, end));
    }

    /** Writes the names next to the ends of their lines, moved apart if they would touch. */
    private void names(Drawing drawing, List<Name> names) {
        List<Name> sorted =
                names.stream().sorted(Comparator.comparingDouble(Name::wanted)).toList();
        double[] at = sorted.stream().mapToDouble(Name::wanted).toArray();
        for (int i = 1; i < at.length; i++) {
            at[i] = Math.max(at[i], at[i - 1] + NAME_HEIGHT);
        }
        double last = BOTTOM + 4;
        for (int i = at.length - 1; i >= 0; i--) {
            at[i] = Math.min(at[i], last);
            last = at[i] - NAME_HEIGHT;
        }
        for (int i = 0; i < at.length; i++) {
            Series series = sorted.get(i).series();
            String colour = Drawing.colour(series.colour());
            drawing.line(RIGHT - 14, sorted.get(i).end(), RIGHT + 12, at[i], colour + " lead");
            drawing.text(
                    RIGHT + 16,
                    at[i] + 4,
                    "start",
                    colour + (all.get(0).equals(series) ? " strong" : ""),
                    series.name());
        }
    }

    private static String number(double value) {
        if (value >= 10) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        String text = String.format(Locale.ROOT, value >= 1 ? "%.2f" : "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
