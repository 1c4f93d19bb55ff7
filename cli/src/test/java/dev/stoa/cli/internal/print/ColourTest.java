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
package dev.stoa.cli.internal.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Measures the colours of pages as people with each form of colour blindness see them, on light and on dark pages. */
class ColourTest {
    private static final Pattern FILL = Pattern.compile("fill: (#[0-9a-f]{6})");

    /** Linear RGB as each vision has it: the matrices of Machado, Oliveira and Fernandes for full severity. */
    private static final Map<String, double[][]> VISIONS = Map.of(
            "full", new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            "protanopia",
                    new double[][] {
                        {0.152286, 1.052583, -0.204868},
                        {0.114503, 0.786281, 0.099216},
                        {-0.003882, -0.048116, 1.051998}
                    },
            "deuteranopia",
                    new double[][] {
                        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}
                    },
            "tritanopia",
                    new double[][] {
                        {1.255528, -0.076749, -0.178779},
                        {-0.078411, 0.930809, 0.147602},
                        {0.004733, 0.691367, 0.303900}
                    });

    private static final double[][] TO_CONES = {
        {0.4122214708, 0.5363325363, 0.0514459929},
        {0.2119034982, 0.6806995451, 0.1073969566},
        {0.0883024619, 0.2817188376, 0.6299787005}
    };
    private static final double[][] TO_OKLAB = {
        {0.2104542553, 0.7936177850, -0.0040720468},
        {1.9779984951, -2.4285922050, 0.4505937099},
        {0.0259040371, 0.7827717662, -0.8086757660}
    };

    /** A distance in Oklab; neighbours of the palette before had 0.025. */
    private static final double LEAST_DISTANCE = 0.07;

    /** The colours of kinds and of the empty strip: those of light pages, then those of dark ones. */
    private static List<List<String>> palettes() {
        Map<Character, Colour> kinds = IntStream.range(0, Colour.values().length)
                .boxed()
                .collect(Collectors.toMap(i -> (char) ('a' + i), i -> Colour.values()[i]));
        List<String> fills = FILL.matcher(Colour.style(kinds))
                .results()
                .map(fill -> fill.group(1))
                .toList();
        List<List<String>> palettes = new ArrayList<>();
        for (int mode = 0; mode < 2; mode++) {
            List<String> palette = new ArrayList<>(fills.subList(mode * kinds.size(), (mode + 1) * kinds.size()));
            palette.add(variable("lane", mode));
            palettes.add(palette);
        }
        return palettes;
    }

    /** The value of a variable of pages, for light ones (0) or dark ones (1). */
    private static String variable(String name, int mode) {
        List<MatchResult> values = Pattern.compile("--" + name + ": (#[0-9a-f]+);")
                .matcher(HtmlPage.begin("", ""))
                .results()
                .toList();
        assertEquals(2, values.size(), name);
        return values.get(mode).group(1);
    }

    private static double[] linear(String hex) {
        String digits = hex.length() == 4 ? hex.replaceAll("([0-9a-f])", "$1$1") : hex;
        return IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(digits.substring(at, at + 2), 16) / 255.0)
                .map(part -> part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
                .toArray();
    }

    private static double[] times(double[][] matrix, double... vector) {
        return IntStream.range(0, 3)
                .mapToDouble(i -> matrix[i][0] * vector[0] + matrix[i][1] * vector[1] + matrix[i][2] * vector[2])
                .toArray();
    }

    /** The colour as a vision has it, in Oklab. */
    private static double[] seen(String hex, double[][] vision) {
        double[] rgb = times(vision, linear(hex));
        for (int i = 0; i < 3; i++) {
            rgb[i] = Math.min(1, Math.max(0, rgb[i]));
        }
        double[] cones = times(TO_CONES, rgb);
        return times(TO_OKLAB, Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2]));
    }

    @Test
    void anyTwoColoursDifferForEachVision() {
        List<String> close = new ArrayList<>();
        for (List<String> palette : palettes()) {
            VISIONS.forEach((vision, matrix) -> {
                for (int i = 0; i < palette.size(); i++) {
                    double[] one = seen(palette.get(i), matrix);
                    for (int j = 0; j < i; j++) {
                        double[] other = seen(palette.get(j), matrix);
                        double distance =
                                Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
                        if (distance < LEAST_DISTANCE) {
                            close.add(vision + ": " + palette.get(i) + " and " + palette.get(j) + ", " + distance);
                        }
                    }
                }
            });
        }
        assertEquals(List.of(), close);
    }

    /** The ratio that WCAG 2 asks for. */
    @Test
    void textIsLegible() {
        for (int mode = 0; mode < 2; mode++) {
            double paper = luminance(variable("paper", mode));
            for (String name : List.of("ink", "faint")) {
                double text = luminance(variable(name, mode));
                double ratio = (Math.max(text, paper) + 0.05) / (Math.min(text, paper) + 0.05);
                assertTrue(ratio >= 4.5, name + " has a contrast of " + ratio);
            }
        }
    }

    private static double luminance(String hex) {
        double[] rgb = linear(hex);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    }
}
