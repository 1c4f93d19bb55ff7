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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.cli.internal.arguments.Sizes;
import dev.stoa.cli.internal.print.ColumnBytes;
import dev.stoa.cli.internal.print.PictureLane;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.ScanTrace;
import dev.stoa.vio.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is drawn lies within its strip, nothing above anything else, and labels don't run into each other. */
class ScanPictureTest {
    private static final double WIDEST_LETTER = 6.5; // of 10 pixels high

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void rectanglesLieSideBySide(long seed) {
        Random random = new Random(seed);
        long length = 1 + (random.nextLong() >>> (1 + random.nextInt(62)));
        PictureLane lane = new PictureLane(length, Sizes::text);
        for (int i = random.nextInt(50); i > 0; i--) {
            long from = (random.nextLong() >>> 1) % length;
            lane.paint(from, from + (random.nextLong() >>> 1) % (length - from) + 1, "psmrw".charAt(random.nextInt(5)));
        }
        Matcher rectangles = Pattern.compile("<rect class=\"(.)\" x=\"([0-9]+)\" width=\"([0-9]+)\"")
                .matcher(lane.svg());
        int end = 0;
        char last = ' ';
        while (rectangles.find()) {
            int x = Integer.parseInt(rectangles.group(2));
            int width = Integer.parseInt(rectangles.group(3));
            assertTrue(x >= end && width > 0, "seed " + seed + ": " + rectangles.group());
            assertTrue(x > end || rectangles.group(1).charAt(0) != last, "seed " + seed + ": two of a kind touch");
            end = x + width;
            last = rectangles.group(1).charAt(0);
        }
        assertTrue(end <= PictureLane.WIDTH, "seed " + seed + ": " + end);
    }

    @Test
    void whatIsSmallerThanAPixelIsSeen() {
        PictureLane lane = new PictureLane(1L << 40, Sizes::text);
        lane.paint((1L << 40) - 1, 1L << 40, PictureLane.READ);
        assertTrue(lane.svg().contains("x=\"" + (PictureLane.WIDTH - 1) + "\" width=\"1\""), lane.svg());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void labelsDontRunIntoEachOther(long seed) {
        long length = new Random(seed).nextLong() >>> (15 + seed % 48); // far more rows than files have
        String axis = new PictureLane(length, row -> String.format("%,d", row)).axis();
        Matcher labels = Pattern.compile("<text x=\"([0-9]+)%\" y=\"[0-9]+\" text-anchor=\"([a-z]+)\">([^<]*)<")
                .matcher(axis);
        double end = 0;
        int count = 0;
        while (labels.find()) {
            double width = labels.group(3).length() * WIDEST_LETTER;
            double x = Integer.parseInt(labels.group(1)) * PictureLane.WIDTH / 100.0;
            double start = switch (labels.group(2)) {
                case "start" -> x;
                case "end" -> x - width;
                default -> x - width / 2;
            };
            assertTrue(start >= end, axis);
            end = start + width;
            count++;
        }
        assertEquals(5, count);
        assertTrue(end <= PictureLane.WIDTH, axis);
    }

    @Test
    void bytesOfAColumnAreDrawnOneBehindTheOther() {
        List<Range> pruned = List.of(new Range(1000, 100), new Range(5000, 100));
        List<Range> candidates = List.of(new Range(1050, 100), new Range(9000, 50));
        ColumnBytes bytes = new ColumnBytes(new ScanTrace.Column(ColumnPath.of("c"), false, true, pruned, candidates));
        assertEquals(300, bytes.length(), "1000..1149, 5000..5099, 9000..9049");
        assertEquals(60, ColumnBytes.of(List.of(new Range(1050, 50), new Range(1060, 50))));
        PictureLane lane = new PictureLane(bytes.length(), Sizes::text);
        bytes.paint(lane, List.of(new Range(5050, 4000), new Range(0, 1030)), PictureLane.READ);
        List<String> drawn = new ArrayList<>();
        Matcher rectangles =
                Pattern.compile("x=\"([0-9]+)\" width=\"([0-9]+)\"").matcher(lane.svg());
        while (rectangles.find()) {
            drawn.add(rectangles.group(1) + "+" + rectangles.group(2));
        }
        int width = PictureLane.WIDTH;
        assertEquals(List.of("0+" + width / 10, width * 2 / 3 + "+" + (width - width * 2 / 3)), drawn);
    }
}
