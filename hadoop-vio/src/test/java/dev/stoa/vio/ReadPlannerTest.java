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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReadPlannerTest {

    private static final StoreProfile TEN_TO_HUNDRED = StoreProfile.local()
            .withCosts(Seeds.costsOfGap(10))
            .withLimits(StoreProfile.local().limits().withLargestRequest(100));

    @Test
    void everyPlanKeepsTheRules() {
        Random random = Seeds.random("everyPlanKeepsTheRules");
        for (int run = 0; run < 3000; run++) {
            long length = random.nextInt(1 << random.nextInt(21));
            List<Range> asked = Seeds.ranges(random, length);
            StoreProfile profile = Seeds.profile(random);
            ReadPlan plan = ReadPlanner.plan(asked, length, profile);
            check(plan, asked, length, profile);

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
            checkWaste(whole, asked, profile);
        }
        assertEquals(plan.requests().size(), request);
        assertEquals(bytes, plan.bytesToRead());
        assertEquals(asked.stream().mapToLong(Range::length).sum(), plan.bytesAsked());
    }

    /** A span begins and ends with asked bytes, and has no gap of unasked bytes larger than allowed. */
    private static void checkWaste(Range span, List<Range> asked, StoreProfile profile) {
        List<Range> inside = asked.stream()
                .filter(r -> r.length() > 0 && r.offset() >= span.offset() && r.end() <= span.end())
                .sorted((a, b) -> Long.compare(a.offset(), b.offset()))
                .toList();
        assertEquals(span.offset(), inside.get(0).offset());
        long end = span.offset();
        for (Range range : inside) {
            assertTrue(range.offset() - end <= profile.costs().latencyBytes());
            end = Math.max(end, range.end());
        }
        assertEquals(span.end(), end);
    }

    @Test
    void mergesOverGapsUpToTheLimit() {
        assertEquals(
                List.of(new Range(0, 30), new Range(41, 5)),
                spans(new Range(0, 10), new Range(20, 10), new Range(41, 5)));
        assertEquals(
                List.of(new Range(0, 60), new Range(60, 60)),
                spans(new Range(0, 60), new Range(60, 60)),
                "merged they would exceed the largest request");
    }

    @Test
    void overlapsBecomeOneAndLongOnesAreSplit() {
        ReadPlan plan = ReadPlanner.plan(List.of(new Range(100, 200), new Range(250, 101)), 1000, TEN_TO_HUNDRED);
        assertEquals(List.of(new Range(100, 251)), plan.spans());
        assertEquals(List.of(new Range(100, 83), new Range(183, 84), new Range(267, 84)), plan.requests());
    }

    @Test
    void asksNothingForNothing() {
        assertEquals(List.of(), ReadPlanner.plan(List.of(), 0, TEN_TO_HUNDRED).requests());
        assertEquals(List.of(), spans(new Range(1000, 0), new Range(0, 0)));
    }

    @Test
    void planOfTheLargestRange() {
        long length = 1L << 40;
        Range huge = new Range(length - Integer.MAX_VALUE, Integer.MAX_VALUE);
        ReadPlan plan = ReadPlanner.plan(List.of(huge), length, StoreProfile.objectStore());
        assertEquals(256, plan.requests().size());
        assertEquals(List.of(huge), plan.spans());
        Range overlapping = new Range(huge.offset() - 1, 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> ReadPlanner.plan(List.of(huge, overlapping), length, StoreProfile.objectStore()));
    }

    @Test
    void refusesWhatIsNoRangeOfTheFile() {
        assertThrows(IllegalArgumentException.class, () -> spans(new Range(999, 2)));
        assertThrows(IllegalArgumentException.class, () -> spans(new Range(1001, 0)));
        assertThrows(IllegalArgumentException.class, () -> new Range(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Range(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new Range(Long.MAX_VALUE, 1));
        assertThrows(
                IllegalArgumentException.class, () -> TEN_TO_HUNDRED.limits().withLargestRequest(0));
        assertThrows(
                IllegalArgumentException.class, () -> TEN_TO_HUNDRED.limits().withRequestsInFlight(0));
    }

    private static List<Range> spans(Range... asked) {
        return ReadPlanner.plan(List.of(asked), 1000, TEN_TO_HUNDRED).spans();
    }
}
