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
 *   <li>Neighbours with a gap of at most {@link StoreCosts#latencyBytes()} are merged, as long as the result is no longer
 *       than {@link RequestLimits#largestRequest()}.
 *   <li>What is longer than that is split into the fewest requests of nearly equal length.
 * </ol>
 */
public final class ReadPlanner {

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
        List<Range> unions = unite(ranges, order);
        List<Range> spans = merge(unions, profile);

        int[] spanOfAsked = new int[ranges.size()];
        Arrays.fill(spanOfAsked, ReadPlan.NO_SPAN);
        int span = 0;
        for (int index : order) {
            while (spans.get(span).end() <= ranges.get(index).offset()) {
                span++;
            }
            spanOfAsked[index] = span;
        }

        List<Range> requests = new ArrayList<>();
        List<Integer> spanOfRequest = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            Range whole = spans.get(i);
            long parts = (whole.length() + (long) profile.limits().largestRequest() - 1)
                    / profile.limits().largestRequest();
            for (long part = 0; part < parts; part++) {
                long from = whole.length() * part / parts;
                long to = whole.length() * (part + 1) / parts;
                requests.add(new Range(whole.offset() + from, (int) (to - from)));
                spanOfRequest.add(i);
            }
        }
        return new ReadPlan(
                fileLength,
                ranges,
                spanOfAsked,
                List.copyOf(spans),
                List.copyOf(requests),
                spanOfRequest.stream().mapToInt(Integer::intValue).toArray());
    }

    private static int[] sortedNonEmpty(List<Range> ranges, long fileLength) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            if (range.end() > fileLength) {
                throw new IllegalArgumentException("range " + range + " is outside a file of " + fileLength + " bytes");
            }
            if (range.length() > 0) {
                order.add(i);
            }
        }
        order.sort(Comparator.comparingLong(i -> ranges.get(i).offset()));
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Replaces ranges that overlap by their union. */
    private static List<Range> unite(List<Range> ranges, int[] order) {
        List<Range> unions = new ArrayList<>();
        for (int index : order) {
            Range range = ranges.get(index);
            int last = unions.size() - 1;
            if (last >= 0 && range.offset() < unions.get(last).end()) {
                Range before = unions.get(last);
                unions.set(last, between(before.offset(), Math.max(before.end(), range.end())));
            } else {
                unions.add(range);
            }
        }
        return unions;
    }

    /** Joins neighbours over small gaps. */
    private static List<Range> merge(List<Range> unions, StoreProfile profile) {
        List<Range> spans = new ArrayList<>();
        for (Range range : unions) {
            int last = spans.size() - 1;
            if (last >= 0
                    && range.offset() - spans.get(last).end() <= profile.costs().latencyBytes()
                    && range.end() - spans.get(last).offset()
                            <= profile.limits().largestRequest()) {
                spans.set(last, between(spans.get(last).offset(), range.end()));
            } else {
                spans.add(range);
            }
        }
        return spans;
    }

    private static Range between(long offset, long end) {
        if (end - offset > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("ranges overlap over " + (end - offset) + " bytes from offset " + offset
                    + "; ask for at most " + Integer.MAX_VALUE + " bytes in one piece");
        }
        return new Range(offset, (int) (end - offset));
    }
}
