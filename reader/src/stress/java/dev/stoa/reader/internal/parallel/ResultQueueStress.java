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
package dev.stoa.reader.internal.parallel;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Results of parallel scans on their way to the caller, under threads that race: none is lost, doubled or out of order. */
public final class ResultQueueStress {

    private ResultQueueStress() {}

    private static int next(ResultQueue<Integer> queue) {
        try {
            return queue.take().orElse(0);
        } catch (InterruptedException e) {
            return -1;
        }
    }

    private static void put(ResultQueue<Integer> queue, int input, int part, int result) {
        try {
            queue.put(input, part, result);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two threads make the results of two inputs, whose order matters. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "in the order of the inputs")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, or out of order")
    @State
    public static class InOrder {
        private final ResultQueue<Integer> queue = new ResultQueue<>(2, 2, true);

        @Actor
        public void first() {
            queue.divided(0, 1);
            put(queue, 0, 0, 1);
            queue.ended(0, 0);
        }

        @Actor
        public void second() {
            queue.divided(1, 1);
            put(queue, 1, 0, 2);
            queue.ended(1, 0);
        }

        @Arbiter
        public void end(III_Result result) {
            queue.finish();
            result.r1 = next(queue);
            result.r2 = next(queue);
            result.r3 = next(queue);
        }
    }

    /** One thread makes more results than may wait, another one takes them: both wait for each other, and both go on. */
    @JCStressTest
    @Outcome(id = "1, 2, 3", expect = Expect.ACCEPTABLE, desc = "all results, in their order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled, or out of order")
    @State
    public static class BothWait {
        private final ResultQueue<Integer> queue = new ResultQueue<>(1, 1, false);

        @Actor
        public void makes() {
            put(queue, 0, 0, 1);
            put(queue, 0, 0, 2);
            put(queue, 0, 0, 3);
        }

        @Actor
        public void takes(III_Result result) {
            result.r1 = next(queue);
            result.r2 = next(queue);
            result.r3 = next(queue);
        }
    }
}
