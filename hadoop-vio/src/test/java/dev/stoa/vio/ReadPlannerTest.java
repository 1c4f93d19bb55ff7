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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.internal.plan.CostModel;
import dev.stoa.vio.internal.plan.Grouping;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadPlannerTest {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /** Where a request takes as long as 10 bytes, one after the other, and has at most 100. */
    private static final StoreProfile TEN_TO_HUNDRED = StoreProfile.hdfs()
            .withCosts(Seeds.costsOfGap(10))
            .withLimits(StoreProfile.hdfs().limits().withLargestRequest(100).withRequestsInFlight(1));

    @Test
    void everyPlanKeepsTheRules() {
        Random random = Seeds.random("everyPlanKeepsTheRules");
        for (int run = 0; run < 3000; run++) {
            long length = random.nextInt(1 << random.nextInt(21));
            List<Range> asked = Seeds.ranges(random, length);
            StoreProfile profile = Seeds.profile(random);
            ReadPlan plan = ReadPlanner.plan(asked, length, profile);
            check(plan, asked, length, profile);
            assertEquals(
                    plan.toString(),
                    ReadPlanner.plan(asked, length, profile).toString(),
                    "the same question has the same answer");

            List<Range> shuffled = new ArrayList<>(asked);
            Collections.shuffle(shuffled, random);
            ReadPlan same = ReadPlanner.plan(shuffled, length, profile);
            assertEquals(plan.spans(), same.spans(), "the order of asking must not matter");
            assertEquals(plan.requests(), same.requests());
        }
    }

    private static void check(ReadPlan plan, List<Range> asked, long length, StoreProfile profile) {
        assertEquals(asked, plan.asked());
        assertEquals(length, plan.fileLength());
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i).length() == 0) {
                assertEquals(ReadPlan.NO_SPAN, plan.spanOfAsked(i));
            } else {
                Range span = plan.spans().get(plan.spanOfAsked(i));
                assertTrue(span.offset() <= asked.get(i).offset());
                assertTrue(asked.get(i).end() <= span.end());
            }
        }
        // requests tile the spans: each byte once, nothing else
        int request = 0;
        long bytes = 0;
        for (int span = 0; span < plan.spans().size(); span++) {
            Range whole = plan.spans().get(span);
            assertTrue(whole.end() <= length);
            assertTrue(span == 0 || plan.spans().get(span - 1).end() <= whole.offset());
            long at = whole.offset();
            while (at < whole.end()) {
                Range part = plan.requests().get(request);
                assertEquals(span, plan.spanOfRequest(request));
                assertEquals(at, part.offset());
                assertTrue(
                        part.length() > 0 && part.length() <= profile.limits().largestRequest());
                at = part.end();
                request++;
            }
            assertEquals(whole.end(), at);
            bytes += whole.length();
            checkEnds(whole, asked);
        }
        assertEquals(plan.requests().size(), request);
        assertEquals(bytes, plan.bytesToRead());
        assertTrue(bytes <= plan.bytesAsked() + profile.limits().bytesInFlight(), "too much that nobody asked for");
        assertEquals(asked.stream().mapToLong(Range::length).sum(), plan.bytesAsked());
    }

    /** A span begins and ends with asked bytes. */
    private static void checkEnds(Range span, List<Range> asked) {
        List<Range> inside = asked.stream()
                .filter(r -> r.length() > 0 && r.offset() >= span.offset() && r.end() <= span.end())
                .toList();
        assertEquals(
                span.offset(), inside.stream().mapToLong(Range::offset).min().orElseThrow());
        assertEquals(span.end(), inside.stream().mapToLong(Range::end).max().orElseThrow());
    }

    @Test
    void asCheapAsTheCheapestOfAllPlans() {
        Random random = Seeds.random("asCheapAsTheCheapestOfAllPlans");
        int exact = 0;
        int runs = 300;
        for (int run = 0; run < runs; run++) {
            StoreProfile profile = store(random);
            long length = 64L * MIB;
            List<Range> asked = disjoint(random, 1 + random.nextInt(9), length);
            ReadPlan plan = ReadPlanner.plan(asked, length, profile);
            CostModel model = new CostModel(profile);
            long longest =
                    plan.requests().stream().mapToLong(Range::length).max().orElse(0);
            double cost = model.cost(plan.requests().size(), plan.bytesToRead(), longest);
            double least = cheapest(asked, profile, model);
            assertTrue(cost <= least * 1.15, () -> "costs " + cost + ", not " + least + ": " + profile + " " + asked);
            exact += cost <= least * 1.000001 ? 1 : 0;
        }
        assertTrue(exact >= runs * 0.9, exact + " of " + runs + " plans are the cheapest");
    }

    /** A remote store between a fast one and a slow one. */
    private static StoreProfile store(Random random) {
        int latency = 4000 << random.nextInt(6);
        long bandwidth = 10L * MIB << random.nextInt(8);
        StoreCosts costs = new StoreCosts(
                latency,
                latency * (1 + random.nextInt(5)),
                bandwidth,
                bandwidth * (1 + random.nextInt(20)),
                random.nextInt(3000));
        RequestLimits limits = StoreProfile.s3().limits();
        return StoreProfile.s3()
                .withCosts(costs)
                .withLimits(limits.withRequestsInFlight(1 + random.nextInt(12))
                        .withBytesInFlight(limits.largestRequest() * (1L + random.nextInt(8))));
    }

    private static List<Range> disjoint(Random random, int count, long length) {
        List<Range> ranges = new ArrayList<>();
        long slot = length / count;
        for (int i = 0; i < count; i++) {
            int size = 1 + random.nextInt(1 << (8 + random.nextInt(13)));
            long most = Math.max(1, slot - size);
            long gap = random.nextInt(4) == 0 ? 0 : (long) (random.nextDouble() * (most >> random.nextInt(10)));
            long from = ranges.isEmpty() ? gap : ranges.get(i - 1).end() + gap;
            ranges.add(new Range(from, (int) Math.min(size, slot - gap > 0 ? slot - gap : 1)));
        }
        return ranges;
    }

    /** Tries each way to group the ranges, and of each to split long ones. */
    private static double cheapest(List<Range> ranges, StoreProfile profile, CostModel model) {
        double least = Double.POSITIVE_INFINITY;
        int most = profile.limits().largestRequest();
        int finest = profile.limits().smallestPart();
        for (int cuts = 0; cuts < 1 << (ranges.size() - 1); cuts++) {
            for (int limit = most; limit >= finest; limit = limit > finest ? Math.max(finest, limit / 9 * 8) : 0) {
                long requests = 0;
                long bytes = 0;
                long longest = 0;
                int first = 0;
                boolean allowed = true;
                for (int last = 0; last < ranges.size(); last++) {
                    if (last == ranges.size() - 1 || (cuts >> last & 1) != 0) {
                        long extent = ranges.get(last).end() - ranges.get(first).offset();
                        allowed &= first == last || extent <= most;
                        long parts = first == last ? Grouping.parts(extent, limit) : 1;
                        requests += parts;
                        bytes += extent;
                        longest = Math.max(longest, (extent + parts - 1) / parts);
                        first = last + 1;
                    }
                }
                if (allowed) {
                    least = Math.min(least, model.cost(requests, bytes, longest));
                }
            }
        }
        return least;
    }

    @Test
    void aGapIsReadWhereItIsCheaperThanARequest() {
        assertEquals(
                List.of(new Range(0, 30), new Range(41, 5)),
                spans(new Range(0, 11), new Range(20, 10), new Range(41, 5)));
        assertEquals(
                List.of(new Range(0, 60), new Range(60, 60)),
                spans(new Range(0, 60), new Range(60, 60)),
                "merged they would exceed the largest request");
    }

    @Test
    void theSameRangesAreReadInOtherWaysFromOtherStores() {
        List<Range> asked = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            asked.add(new Range(i * 100L * KIB, 20 * KIB));
        }
        assertEquals(200, requests(asked, StoreProfile.local()), "80 KiB take longer than a request");
        assertTrue(requests(asked, StoreProfile.hdfs()) < 100, "with all connections busy");
        StoreProfile s3 = StoreProfile.s3();
        int remote = requests(asked, s3);
        assertTrue(remote > 8 && remote < 50, remote + " requests: few, but more than one, which would take long");
        StoreProfile scarce = s3.withLimits(s3.limits().withLargestRequest(MIB).withBytesInFlight(MIB));
        ReadPlan plan = ReadPlanner.plan(asked, 1L << 30, scarce);
        assertTrue(
                plan.bytesToRead() < 200 * 100 * KIB * 3L / 4 || plan.requests().size() >= 16,
                "little in flight: " + plan);
    }

    @Test
    void noMoreIsReadUnaskedThanMayBeInFlight() {
        StoreProfile dear =
                StoreProfile.s3().withCosts(StoreProfile.s3().costs().withRequestMicros(100_000_000));
        List<Range> asked = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            asked.add(new Range((long) i * MIB + 311L * i % 1000 * KIB / 2, 1));
        }
        long all = ReadPlanner.plan(
                        asked, 1L << 40, dear.withLimits(dear.limits().withBytesInFlight(1L << 40)))
                .bytesToRead();
        assertTrue(all > 900L * MIB, "all gaps are cheaper than a request: " + all);
        ReadPlan plan = ReadPlanner.plan(asked, 1L << 40, dear);
        assertTrue(plan.bytesToRead() <= 1000 + dear.limits().bytesInFlight(), plan.toString());
        assertTrue(plan.requests().size() < 1000, plan.toString());
    }

    @Test
    void longRangesAreReadInParallelWhereConnectionsAreSpare() {
        List<Range> asked = List.of(new Range(5, 8 * MIB));
        assertEquals(
                1,
                requests(
                        asked,
                        StoreProfile.s3().withLimits(StoreProfile.s3().limits().withRequestsInFlight(1))));
        int parts = requests(asked, StoreProfile.s3());
        assertTrue(parts > 3 && parts <= 16, parts + " parts");
    }

    @Test
    void whereTheLinkIsBusyGapsAreNotRead() {
        StoreCosts costs = new StoreCosts(10_000, 20_000, 100L * MIB, 100L * MIB, 0);
        StoreProfile busy = StoreProfile.s3().withCosts(costs);
        List<Range> asked = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            asked.add(new Range(2L * i * MIB, MIB));
        }
        ReadPlan plan = ReadPlanner.plan(asked, 1L << 30, busy);
        assertEquals(plan.bytesAsked(), plan.bytesToRead());
    }

    @Test
    void overlapsBecomeOneAndLongOnesAreSplit() {
        ReadPlan plan = ReadPlanner.plan(List.of(new Range(100, 200), new Range(250, 101)), 1000, TEN_TO_HUNDRED);
        assertEquals(List.of(new Range(100, 251)), plan.spans());
        assertEquals(List.of(new Range(100, 83), new Range(183, 84), new Range(267, 84)), plan.requests());
    }

    @Test
    void asksNothingForNothing() {
        ReadPlan nothing = ReadPlanner.plan(List.of(), 0, TEN_TO_HUNDRED);
        assertEquals(List.of(), nothing.requests());
        assertEquals(0, nothing.estimatedMicros());
        assertEquals(List.of(), spans(new Range(1000, 0), new Range(0, 0)));
    }

    @Test
    void estimatesWhatTheModelSays() {
        StoreProfile s3 = StoreProfile.s3();
        List<Range> one = List.of(new Range(0, 10));
        List<Range> two = List.of(new Range(0, 10), new Range(1L << 30, 10));
        double single = ReadPlanner.plan(one, 1L << 40, s3).estimatedMicros();
        assertEquals(s3.costs().latencyMicros(), single, 1);
        double pair = ReadPlanner.plan(two, 1L << 40, s3).estimatedMicros();
        assertTrue(pair > single && pair < 2 * single, "the later of two, side by side: " + pair);
        StoreProfile serial = s3.withLimits(s3.limits().withRequestsInFlight(1));
        double inTurn = ReadPlanner.plan(two, 1L << 40, serial).estimatedMicros();
        assertTrue(inTurn > 2 * single, "one after the other: " + inTurn);
    }

    @Test
    void planOfTheLargestRange() {
        long length = 1L << 40;
        Range huge = new Range(length - Integer.MAX_VALUE, Integer.MAX_VALUE);
        ReadPlan plan = ReadPlanner.plan(List.of(huge), length, StoreProfile.s3());
        assertEquals(List.of(huge), plan.spans());
        check(plan, List.of(huge), length, StoreProfile.s3());
        Range overlapping = new Range(huge.offset() - 1, 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> ReadPlanner.plan(List.of(huge, overlapping), length, StoreProfile.s3()));
    }

    @Test
    void refusesWhatIsNoRangeOfTheFile() {
        assertThrows(IllegalArgumentException.class, () -> spans(new Range(999, 2)));
        assertThrows(IllegalArgumentException.class, () -> spans(new Range(1001, 0)));
        assertThrows(IllegalArgumentException.class, () -> new Range(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Range(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new Range(Long.MAX_VALUE, 1));
        RequestLimits limits = TEN_TO_HUNDRED.limits();
        assertThrows(IllegalArgumentException.class, () -> limits.withLargestRequest(0));
        assertThrows(IllegalArgumentException.class, () -> limits.withRequestsInFlight(0));
        assertThrows(IllegalArgumentException.class, () -> limits.withBytesInFlight(99));
        assertThrows(
                IllegalArgumentException.class, () -> TEN_TO_HUNDRED.costs().withLatencyMicros(2, 1));
        assertThrows(
                IllegalArgumentException.class, () -> TEN_TO_HUNDRED.costs().withBytesPerSecond(2, 1));
    }

    private static List<Range> spans(Range... asked) {
        return ReadPlanner.plan(List.of(asked), 1000, TEN_TO_HUNDRED).spans();
    }

    private static int requests(List<Range> asked, StoreProfile profile) {
        return ReadPlanner.plan(asked, 1L << 40, profile).requests().size();
    }
}
