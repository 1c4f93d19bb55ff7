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

import dev.stoa.vio.Range;
import dev.stoa.vio.internal.memory.Memory;
import java.util.concurrent.Future;

/** The state of one request of a read: its place, its attempts, and where its bytes are. Guarded by its read. */
final class RangeRequest {

    final Range range;
    final int span;

    /** Where its bytes belong in the span. */
    final int start;

    /** Whether it is the only request of its span. */
    final boolean wholeSpan;

    /** Attempts that have failed; hedges not counted. */
    int failures;

    /** Why the last of them failed; null if none has. */
    Throwable failure;

    /** The pause before the next attempt; null before the first pause. */
    Future<?> pause;

    /** Attempts that wait or run, those that were abandoned not counted. */
    int attempts;

    /** Returns how many bytes at the start of its place in the span have arrived. */
    int filled;

    /** Whether a store that does not answer may still write to its place in the span. */
    boolean placeLost;

    /** Whether its bytes have arrived. */
    boolean done;

    /** Where its bytes are, if not in its place; owned by the read. Null otherwise. */
    Memory elsewhere;

    RangeRequest(Range range, int span, int start, boolean wholeSpan) {
        this.range = range;
        this.span = span;
        this.start = start;
        this.wholeSpan = wholeSpan;
    }
}
