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
package dev.stoa.vio;

import dev.stoa.vio.internal.plan.CostModel;
import dev.stoa.vio.internal.plan.Grouping;
import dev.stoa.vio.internal.plan.Pieces;
import dev.stoa.vio.internal.plan.PlanSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Makes plans: a pure function of the asked ranges, the file's length and the store's profile.
 *
 * <ol>
 * <li>Ranges that overlap become one, whatever their size: no byte is read twice.
 * <li>Neighbours share a request if the gap between them costs less than another request. A request is split if its
 *     parts gain more in parallel than they cost.
 * <li>No request is longer than {@link RequestLimits#largestRequest()}.
 * </ol>
 *
 * <p>The costs of the store decide: see {@code docs/adr/0015}.
 */
public final class ReadPlanner {

    private ReadPlanner() {}

    /**
     * Plans a read.
     *
     * @param asked ranges in any order; they may touch, overlap, repeat or be empty
     * @param fileLength in bytes
     * @param profile of the store
     * @throws IllegalArgumentException if a range is not within the file, or if ranges overlap in a chain of more
     *     than {@link Integer#MAX_VALUE} bytes
     */
    public static ReadPlan plan(List<Range> asked, long fileLength, StoreProfile profile) {
        List<Range> ranges = List.copyOf(asked);
        int[] order = sortedNonEmpty(ranges, fileLength);
        Pieces pieces = unite(ranges, order);
        CostModel model = new CostModel(profile);
        PlanSearch search = new PlanSearch(pieces, model, profile.limits());
        search.run();

        List<Range> spans = new ArrayList<>();
        List<Range> requests = new ArrayList<>();
        int first = 0;
        for (int last : search.groupEnds()) {
            Range span = between(pieces.starts()[first], pieces.ends()[last]);
            spans.add(span);
            split(span, search.splitLength(), requests);
            first = last + 1;
        }
        return new ReadPlan(
                fileLength, ranges, spansOf(ranges, order, spans), List.copyOf(spans), List.copyOf(requests), model);
    }

    private static int[] sortedNonEmpty(List<Range> ranges, long fileLength) {
        int[] order = new int[ranges.size()];
        int count = 0;
        long last = 0;
        boolean isSorted = true;
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            if (range.end() > fileLength) {
                throw new IllegalArgumentException("range " + range + " is outside a file of " + fileLength + " bytes");
            }
            if (range.length() > 0) {
                isSorted &= range.offset() >= last;
                last = range.offset();
                order[count++] = i;
            }
        }
        int[] nonEmpty = Arrays.copyOf(order, count);
        return isSorted ? nonEmpty : sorted(nonEmpty, ranges);
    }

    private static int[] sorted(int[] order, List<Range> ranges) {
        return Arrays.stream(order)
                .boxed()
                .sorted(Comparator.comparingLong(i -> ranges.get(i).offset()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Makes one piece of ranges that overlap. */
    private static Pieces unite(List<Range> ranges, int[] order) {
        long[] starts = new long[order.length];
        long[] ends = new long[order.length];
        int count = 0;
        for (int index : order) {
            Range range = ranges.get(index);
            if (count > 0 && range.offset() < ends[count - 1]) {
                ends[count - 1] = Math.max(ends[count - 1], range.end());
                between(starts[count - 1], ends[count - 1]);
            } else {
                starts[count] = range.offset();
                ends[count++] = range.end();
            }
        }
        return new Pieces(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
    }

    /** Adds the requests of a span: as few as the limit allows, of nearly equal lengths. */
    private static void split(Range span, int limit, List<Range> requests) {
        long parts = Grouping.parts(span.length(), limit);
        for (long part = 0; part < parts; part++) {
            long from = span.length() * part / parts;
            long to = span.length() * (part + 1) / parts;
            requests.add(new Range(span.offset() + from, (int) (to - from)));
        }
    }

    private static int[] spansOf(List<Range> ranges, int[] order, List<Range> spans) {
        int[] spanOfAsked = new int[ranges.size()];
        Arrays.fill(spanOfAsked, ReadPlan.NO_SPAN);
        int span = 0;
        for (int index : order) {
            while (spans.get(span).end() <= ranges.get(index).offset()) {
                span++;
            }
            spanOfAsked[index] = span;
        }
        return spanOfAsked;
    }

    private static Range between(long offset, long end) {
        if (end - offset > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("ranges overlap over " + (end - offset) + " bytes from offset " + offset
                    + "; ask for at most " + Integer.MAX_VALUE + " bytes in one piece");
        }
        return new Range(offset, (int) (end - offset));
    }
}
