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

import dev.stoa.reader.ScanTrace;
import dev.stoa.vio.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The bytes of a column one after the other, without the bytes between them in the file. */
public final class ColumnBytes {
    private final List<Range> parts;
    private final long length;

    public ColumnBytes(ScanTrace.Column column) {
        List<Range> all = new ArrayList<>(column.pruned());
        all.addAll(column.candidates()); // granules in part pruned are in both
        parts = distinct(all);
        length = ExplainPrinter.bytes(parts);
    }

    /** The bytes of some ranges, each once; ascending. */
    private static List<Range> distinct(List<Range> ranges) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::offset));
        List<Range> distinct = new ArrayList<>();
        long end = 0;
        for (Range range : sorted) {
            long from = Math.max(end, range.offset());
            if (from < range.end()) {
                distinct.add(new Range(from, (int) (range.end() - from)));
                end = range.end();
            }
        }
        return distinct;
    }

    /** How many of the bytes are in some ranges of the column: what was read twice counts once. */
    public static long of(List<Range> ranges) {
        return ExplainPrinter.bytes(distinct(ranges));
    }

    public long length() {
        return length;
    }

    /** Paints ranges of the file, as far as they are the column's. */
    public void paint(PictureLane lane, List<Range> ranges, char kind) {
        List<Range> sorted = distinct(ranges);
        long before = 0;
        int at = 0;
        for (Range part : parts) {
            while (at < sorted.size() && sorted.get(at).end() <= part.offset()) {
                at++;
            }
            for (int i = at; i < sorted.size() && sorted.get(i).offset() < part.end(); i++) {
                long from = Math.max(part.offset(), sorted.get(i).offset());
                long to = Math.min(part.end(), sorted.get(i).end());
                lane.paint(before + from - part.offset(), before + to - part.offset(), kind);
            }
            before += part.length();
        }
    }
}
