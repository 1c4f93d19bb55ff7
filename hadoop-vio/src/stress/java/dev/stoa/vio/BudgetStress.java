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

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The budget of bytes in flight, under threads that race: no read is forgotten, none enters twice, no byte stays taken. */
public final class BudgetStress {

    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private BudgetStress() {}

    /** Waits until reservations were admitted so often; returns how often they were. */
    private static int await(AtomicInteger admitted, int expected) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (admitted.get() < expected && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return admitted.get();
    }

    /** One read gives its bytes back while another one asks for them. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the second read was admitted once, and gave its bytes back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the second read was forgotten or admitted twice, or bytes stay taken")
    @State
    public static class GiveAgainstRequest {
        private final BufferBudget budget = new BufferBudget(8);
        private final AtomicInteger admitted = new AtomicInteger();
        private final BufferBudget.Reservation first = budget.reservation(8, () -> {});
        private final BufferBudget.Reservation second = budget.reservation(8, admitted::incrementAndGet);

        public GiveAgainstRequest() {
            first.request();
        }

        @Actor
        public void gives() {
            first.release();
        }

        @Actor
        public void asks() {
            if (second.request()) {
                admitted.incrementAndGet();
            }
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = await(admitted, 1);
            second.release();
            result.r2 = (int) budget.bytesInFlight() + budget.waiting();
        }
    }

    /** A read that takes bytes without waiting gives them back while another one begins to wait. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the read that waited was admitted once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the read that waited was forgotten, or bytes stay taken")
    @State
    public static class TakeAgainstRequest {
        private final BufferBudget budget = new BufferBudget(8);
        private final AtomicInteger admitted = new AtomicInteger();
        private final BufferBudget.Reservation waits = budget.reservation(8, admitted::incrementAndGet);

        @Actor
        public void takesAndGives() {
            long taken = budget.tryTake(5);
            if (taken != 0) {
                budget.give(taken);
            }
        }

        @Actor
        public void asks() {
            if (waits.request()) {
                admitted.incrementAndGet();
            }
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = await(admitted, 1);
            waits.release();
            result.r2 = (int) budget.bytesInFlight() + budget.waiting();
        }
    }

    /** A read that waits is given up while the bytes that it waits for come back. */
    @JCStressTest
    @Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "the read behind it has its bytes, and nobody else")
    @Outcome(expect = Expect.FORBIDDEN, desc = "bytes stay taken, or the read behind it was forgotten")
    @State
    public static class GiveAgainstGivingUp {
        private final BufferBudget budget = new BufferBudget(8);
        private final BufferBudget.Reservation first = budget.reservation(8, () -> {});
        private final BufferBudget.Reservation second = budget.reservation(8, () -> {});
        private final BufferBudget.Reservation third = budget.reservation(4, () -> {});

        public GiveAgainstGivingUp() {
            first.request();
            second.request();
            third.request();
        }

        @Actor
        public void gives() {
            first.release();
        }

        @Actor
        public void givesUp() {
            second.release();
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = (int) budget.bytesInFlight();
            third.release();
            result.r2 = (int) budget.bytesInFlight() + budget.waiting();
        }
    }

    /** Two reads take what does not fit together. */
    @JCStressTest
    @Outcome(id = "8, 0", expect = Expect.ACCEPTABLE, desc = "one read had room")
    @Outcome(expect = Expect.FORBIDDEN, desc = "more bytes were in flight than the budget has, or some stay taken")
    @State
    public static class TakesTogether {
        private final BufferBudget budget = new BufferBudget(12);
        private volatile long first;
        private volatile long second;

        @Actor
        public void one() {
            first = budget.tryTake(8);
        }

        @Actor
        public void two() {
            second = budget.tryTake(8);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = first + second == budget.bytesInFlight() ? (int) (first + second) : -1;
            budget.give(first);
            budget.give(second);
            result.r2 = (int) budget.bytesInFlight();
        }
    }
}
