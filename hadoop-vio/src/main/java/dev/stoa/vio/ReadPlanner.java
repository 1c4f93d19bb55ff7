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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Makes plans: a pure function of the asked ranges, the file's length and the store's profile.
 *
 * <ol>
 *   <li>Ranges that overlap become one, whatever their size: no byte is read twice.
 *   <li>Neighbours share a request where reading the gap between them is cheaper than another request, and a request is
 *       split where its parts run in parallel and gain more than they cost.
 *   <li>No request is longer than {@link RequestLimits#largestRequest()}.
 * </ol>
 *
 * <p>What a request is worth depends on the plan itself. With connections to spare it costs no time but its price; with all
 * of them busy it costs latency, in place of which a connection could have delivered bytes; and once the link that they
 * share is busy, bytes are what costs. So the planner tries several worths of a request and several longest requests. For
 * each pair it finds the grouping of ranges that is cheapest indeed, in one pass over the sorted ranges, and takes the one
 * that costs least in all by the model of the store. The worths to try are the gaps themselves, as few others make a
 * difference, or some of them if they are many.
 */
public final class ReadPlanner {

    /** Up to so many ranges the lengths to try are close to each other. */
    private static final int FEW_RANGES = 32;

    /** From so many ranges on the lengths to try are far from each other. */
    private static final int MANY_RANGES = 4000;

    private static final double FINE = Math.pow(2, -0.25);

    /** How many ranges are looked at in all to try worths beyond those that are always tried. */
    private static final int STEPS = 40_000;

    /** The least limit to a request that is tried, as a part of the greatest. */
    private static final double SHORTEST = 1 / 256.0;

    private ReadPlanner() {}

    /**
     * Plans a read.
     *
     * @param asked ranges in any order; they may touch, overlap, repeat or be empty
     * @param fileLength in bytes
     * @param profile of the store
     * @throws IllegalArgumentException if a range does not lie within the file, or if ranges overlap in a chain of more
     *     than {@link Integer#MAX_VALUE} bytes
     */
    public static ReadPlan plan(List<Range> asked, long fileLength, StoreProfile profile) {
        List<Range> ranges = List.copyOf(asked);
        int[] order = sortedNonEmpty(ranges, fileLength);
        Unions unions = Unions.of(ranges, order);
        CostModel model = new CostModel(profile);
        Grouping grouping = new Grouping(unions.starts(), unions.ends());
        int limit = cheapest(grouping, unions, model, profile.limits());

        List<Range> spans = new ArrayList<>();
        List<Range> requests = new ArrayList<>();
        int first = 0;
        for (int last : grouping.keptEnds()) {
            Range span = between(unions.starts()[first], unions.ends()[last]);
            spans.add(span);
            split(span, limit, requests);
            first = last + 1;
        }
        return new ReadPlan(
                fileLength, ranges, spansOf(ranges, order, spans), List.copyOf(spans), List.copyOf(requests), model);
    }

    /** Lets the grouping keep the cheapest there is, and returns the longest request that it is made for. */
    private static int cheapest(Grouping grouping, Unions unions, CostModel model, RequestLimits limits) {
        int largest = limits.largestRequest();
        grouping.group(model.requestBytes(1), largest, largest);
        if (model.isInline(grouping.requests(), grouping.bytes())) {
            grouping.keep();
            return largest;
        }
        int finest = Math.min(limits.smallestPart(), largest);
        int[] lengths = unions.lengths(finest, largest);
        long[] worths = unions.worths(model, STEPS / (lengths.length * (unions.count() + 1)), largest);
        int cheapestLength = largest;
        double least = Double.POSITIVE_INFINITY;
        for (int length : lengths) {
            int splitLength = Math.max(length, finest);
            for (long worth : worths) {
                grouping.group(worth, length, splitLength);
                double cost = model.cost(grouping.requests(), grouping.bytes(), grouping.longest());
                if (cost < least) {
                    least = cost;
                    cheapestLength = splitLength;
                    grouping.keep();
                }
            }
        }
        return cheapestLength;
    }

    private static int[] sortedNonEmpty(List<Range> ranges, long fileLength) {
        Integer[] order = new Integer[ranges.size()];
        int count = 0;
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            if (range.end() > fileLength) {
                throw new IllegalArgumentException("range " + range + " is outside a file of " + fileLength + " bytes");
            }
            if (range.length() > 0) {
                order[count++] = i;
            }
        }
        Arrays.sort(order, 0, count, Comparator.comparingLong(i -> ranges.get(i).offset()));
        int[] sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = order[i];
        }
        return sorted;
    }

    /** Ranges of which those that overlap were replaced by their union; sorted. */
    private record Unions(long[] starts, long[] ends) {

        static Unions of(List<Range> ranges, int[] order) {
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
            return new Unions(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
        }

        int count() {
            return starts.length;
        }

        /** The lengths of the longest request to try: none of them much shorter than it must be. */
        int[] lengths(int finest, int largest) {
            long least = 1;
            for (int i = 0; i < count(); i++) {
                long length = ends[i] - starts[i];
                least = Math.max(least, length / Grouping.parts(length, finest));
            }
            double factor = count() <= FEW_RANGES ? FINE : count() <= MANY_RANGES ? 0.5 : 0.25;
            int[] lengths = new int[64];
            int count = 0;
            double length = largest;
            do {
                lengths[count++] = (int) Math.round(length);
                length *= factor;
            } while (length >= least && length >= largest * SHORTEST);
            return Arrays.copyOf(lengths, count);
        }

        /**
         * The bytes that a request may be worth: what the model says for busy connections, more than any gap (where the
         * limit to a request leaves a choice between gaps), and the gaps, all or so many of different sizes.
         */
        long[] worths(CostModel model, int most, long largest) {
            long[] gaps = most > 0 ? distinctGaps() : new long[0];
            int number = Math.min(most, gaps.length);
            long[] worths = new long[number + 4];
            for (int i = 0; i < number; i++) {
                worths[i] = gaps[(int) ((long) i * (gaps.length - 1) / Math.max(1, number - 1))];
            }
            worths[number] = model.requestBytes(1);
            worths[number + 1] = model.requestBytes(Integer.MAX_VALUE);
            worths[number + 2] = (worths[number] + worths[number + 1]) / 8;
            worths[number + 3] = largest;
            return worths;
        }

        private long[] distinctGaps() {
            long[] gaps = new long[Math.max(1, count())];
            for (int i = 1; i < count(); i++) {
                gaps[i] = starts[i] - ends[i - 1];
            }
            return Arrays.stream(gaps).sorted().distinct().toArray();
        }
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
