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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.ReadStats;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one source, added to by many threads. */
final class Counters {

    final LongAdder rangesAsked = new LongAdder();
    final LongAdder bytesAsked = new LongAdder();
    final LongAdder requestsIssued = new LongAdder();
    final LongAdder bytesRead = new LongAdder();
    final LongAdder bytesUsed = new LongAdder();
    final LongAdder roundTrips = new LongAdder();
    final LongAdder merges = new LongAdder();
    final LongAdder splits = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder stalls = new LongAdder();
    final LongAdder throttles = new LongAdder();
    final LongAdder hedges = new LongAdder();
    final LongAdder hedgesWon = new LongAdder();
    final LongAdder refetches = new LongAdder();
    final LongAdder waitNanos = new LongAdder();
    final TimeRecorder queueTimes = new TimeRecorder();
    final TimeRecorder serviceTimes = new TimeRecorder();

    ReadStats snapshot() {
        return new ReadStats(
                rangesAsked.sum(),
                bytesAsked.sum(),
                requestsIssued.sum(),
                bytesRead.sum(),
                bytesUsed.sum(),
                roundTrips.sum(),
                merges.sum(),
                splits.sum(),
                retries.sum(),
                stalls.sum(),
                throttles.sum(),
                hedges.sum(),
                hedgesWon.sum(),
                refetches.sum(),
                waitNanos.sum(),
                queueTimes.snapshot(),
                serviceTimes.snapshot());
    }
}
