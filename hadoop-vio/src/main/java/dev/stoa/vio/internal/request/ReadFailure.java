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
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;

/** Why a read delivers nothing: a range that could not be read, or a cancel. */
record ReadFailure(boolean cancelled, Range range, String problem, Throwable cause) {

    /** The read, or its source, was closed. */
    static final ReadFailure CANCELLED = new ReadFailure(true, new Range(0, 0), "cancelled", null);

    /** A request that failed for good. */
    static ReadFailure of(Range request, Throwable cause, int attempts) {
        String tries = attempts <= 1 ? "" : " (tried " + attempts + " times)";
        String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new ReadFailure(false, request, reason + tries, cause);
    }

    /** Memory for a span was not to be had. */
    static ReadFailure noMemory(Range span, ReadPlan plan, Throwable cause) {
        String problem = "no memory for a read of " + plan.bytesToRead()
                + " bytes in all; close results of earlier reads, or read less at once";
        return new ReadFailure(false, span, problem, cause);
    }

    /** The read was not begun: too many requests hang. */
    static ReadFailure tooManyHang(Range request) {
        String problem = RequestThreads.abandoned() + " requests wait for stores that do not answer";
        return of(request, new IOException(problem), 0);
    }

    /** The failure for the caller. */
    IOException toException(String file, ReadPlan plan) {
        return cancelled
                ? new IOException(file + ": the read or its file was closed during " + plan)
                : new RangeReadException(file, range, problem, cause);
    }
}
