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
package dev.stoa.benchmarks.peers;

import dev.stoa.format.IntVector;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The conditions of Figure 1. Each share of the rows has a day; about this share was shipped before it. */
public final class Fig1Points {
    /** Shares of the rows, in percent. */
    public static final List<Integer> PERCENT = List.of(0, 1, 10, 30, 60, 90, 100);

    private Fig1Points() {}

    /** A point's name. */
    public static String name(int percent) {
        return percent + "%";
    }

    /** Looks the days up in a file that is sorted by them; each as {@code 10%=8432}. */
    public static List<String> of(Path stoa) throws IOException {
        List<String> points = new ArrayList<>();
        try (StoaFile file = StoaFile.open(RangeSources.open(stoa))) {
            long rows = file.rowCount();
            for (int percent : PERCENT) {
                int day = percent == 100 ? dayOf(file, rows - 1) + 1 : dayOf(file, rows * percent / 100);
                points.add(name(percent) + "=" + day);
            }
        }
        return points;
    }

    private static int dayOf(StoaFile file, long row) throws IOException {
        try (Scan scan = file.scan().select(Fig1Query.DATES).rows(row, row + 1).build()) {
            scan.next();
            return ((IntVector) scan.batch().column(0)).values()[0];
        }
    }

    /** Reads {@link #of}. */
    public static Map<String, Integer> parse(List<String> points) {
        Map<String, Integer> days = new LinkedHashMap<>();
        for (String point : points) {
            int sign = point.indexOf('=');
            days.put(point.substring(0, sign), Integer.parseInt(point.substring(sign + 1)));
        }
        return days;
    }
}
