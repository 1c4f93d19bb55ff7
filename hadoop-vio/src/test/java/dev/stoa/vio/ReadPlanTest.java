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
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a plan says of its bytes, and how it is cut. */
class ReadPlanTest {
    private static final long LENGTH = 1000;
    /** One request for each span of at most 100 bytes. */
    private static final StoreProfile PROFILE = StoreProfile.hdfs()
            .withCosts(Seeds.costsOfGap(0))
            .withLimits(StoreProfile.hdfs()
                    .limits()
                    .withLargestRequest(100)
                    .withSmallestPart(100)
                    .withRequestsInFlight(1));

    private static ReadPlan plan(Range... asked) {
        return ReadPlanner.plan(List.of(asked), LENGTH, PROFILE);
    }

    @Test
    void bytesThatAreAskedTwiceAreUsefulOnce() {
        assertEquals(
                30, plan(new Range(0, 10), new Range(10, 10), new Range(50, 10)).bytesUseful());
        assertEquals(
                25,
                plan(new Range(100, 10), new Range(5, 10), new Range(0, 10), new Range(0, 3))
                        .bytesUseful());
        assertEquals(10, plan(new Range(0, 10), new Range(2, 3)).bytesUseful());
        assertEquals(10, plan(new Range(0, 10), new Range(5, 0)).bytesUseful());
        assertEquals(20, plan(new Range(50, 10), new Range(0, 10)).bytesUseful());
        assertEquals(0, plan().bytesUseful());
        ReadPlan merged = plan(new Range(0, 10), new Range(5, 10), new Range(0, 0));
        assertEquals(20, merged.bytesAsked());
        assertEquals(15, merged.bytesToRead());
        assertEquals(1, merged.merges(), "an empty range is none");
        assertEquals(LENGTH, merged.fileLength());
        assertEquals("plan of 3 ranges (20 bytes) as 1 requests (15 bytes)", merged.toString());
    }

    @Test
    void requestsEndWhereBlocksEnd() {
        ReadPlan plan = plan(new Range(10, 25), new Range(200, 40));
        assertSame(plan, plan.cut(0));
        assertSame(plan, plan.cut(-1));
        assertSame(plan, plan.cut(LENGTH));
        ReadPlan cut = plan.cut(10);
        assertEquals(plan.spans(), cut.spans());
        assertEquals(
                List.of(
                        new Range(10, 10),
                        new Range(20, 10),
                        new Range(30, 5),
                        new Range(200, 10),
                        new Range(210, 10),
                        new Range(220, 10),
                        new Range(230, 10)),
                cut.requests());
        for (int request = 0; request < 7; request++) {
            assertEquals(request < 3 ? 0 : 1, cut.spanOfRequest(request));
        }
        assertEquals(
                List.of(new Range(10, 2), new Range(12, 12), new Range(24, 11)),
                plan(new Range(10, 25)).cut(12).requests());
    }

    @Test
    void eachSpanIsAPlanOfItsOwn() {
        ReadPlan plan =
                plan(new Range(10, 25), new Range(300, 150), new Range(600, 1)).cut(100);
        List<ReadPlan> parts = plan.bySpan();
        assertEquals(3, parts.size());
        List<Range> requests = new ArrayList<>();
        for (int span = 0; span < 3; span++) {
            ReadPlan part = parts.get(span);
            assertEquals(List.of(plan.spans().get(span)), part.spans());
            assertEquals(part.spans(), part.asked());
            assertEquals(plan.spans().get(span).length(), part.bytesToRead());
            assertEquals(0, part.spanOfAsked(0));
            requests.addAll(part.requests());
        }
        assertEquals(plan.requests(), requests);
        assertEquals(3, parts.get(1).requests().size(), "two parts of 75 bytes, one of which was cut at byte 400");
        assertEquals(List.of(), plan().bySpan());
    }

    @Test
    void thePlanOfASpanCountsWhatWasAskedInItAndNotItsGaps() {
        ReadPlan plan = ReadPlanner.plan(
                List.of(new Range(300, 5), new Range(20, 10), new Range(0, 10), new Range(7, 0)),
                LENGTH,
                PROFILE.withCosts(Seeds.costsOfGap(50)));
        assertEquals(List.of(new Range(0, 30), new Range(300, 5)), plan.spans());
        assertEquals(
                List.of(20L, 5L),
                plan.bySpan().stream().map(ReadPlan::bytesUseful).toList());
    }

    @Test
    void buffersAreCutFromSpans() {
        ReadPlan plan = plan(new Range(305, 5), new Range(10, 25), new Range(7, 0), new Range(300, 50));
        List<String> cuts = new ArrayList<>();
        AtomicInteger released = new AtomicInteger();
        RangeBuffers buffers = plan.buffers(
                (span, offset, length) -> {
                    cuts.add(span + ": " + offset + "+" + length);
                    return ByteBuffer.allocate(length);
                },
                released::incrementAndGet);
        assertEquals(List.of("1: 5+5", "0: 0+25", "1: 0+50"), cuts);
        assertEquals(4, buffers.count());
        assertEquals(0, buffers.buffer(2).capacity());
        assertEquals(50, buffers.buffer(3).capacity());
        buffers.close();
        buffers.close();
        assertEquals(1, released.get());
        assertThrows(IllegalStateException.class, () -> buffers.buffer(0));
    }
}
