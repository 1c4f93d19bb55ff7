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

/**
 * How large requests and reads are, and how much is under way at once. Limits grow: take those of a {@link
 * StoreProfile} and change them by the {@code with...} methods.
 *
 * @param smallestPart the fewest bytes of a part, where a plan splits one request into parts that run in parallel
 * @param largestRequest most bytes of one request: a plan merges no further, and splits longer ranges
 * @param requestsInFlight most requests of one source in flight
 * @param bytesInFlight most bytes of the requests of one source in flight, and most bytes that one plan reads without
 *     being asked for them; at least {@code largestRequest}
 * @param tailBytes how many bytes of a file's end a reader should fetch first, when it knows only the length
 * @param inlineBytes most bytes of a plan that the starting thread reads itself, before {@link RangeSource#start} returns, if
 *     that takes no longer than to wake a few threads. A thread that waits for a larger plan may help to read it. 0 for never;
 *     sources that watch requests for stalls, or send them twice, never do this
 * @param stepBytes about how many bytes a reader of much data should fetch at once. Little where a request costs little:
 *     what was read last is still in the processor's cache when it is used; much where requests take long
 */
public record RequestLimits(
        int smallestPart,
        int largestRequest,
        int requestsInFlight,
        long bytesInFlight,
        int tailBytes,
        int inlineBytes,
        int stepBytes) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public RequestLimits {
        Settings.atLeast("smallestPart", smallestPart, 1);
        Settings.atLeast("largestRequest", largestRequest, 1);
        Settings.atLeast("requestsInFlight", requestsInFlight, 1);
        Settings.atLeast("bytesInFlight", bytesInFlight, largestRequest);
        Settings.atLeast("tailBytes", tailBytes, 0);
        Settings.atLeast("inlineBytes", inlineBytes, 0);
        Settings.atLeast("stepBytes", stepBytes, 1);
    }

    /** Returns these limits with another least length of a part that is split off to run in parallel. */
    public RequestLimits withSmallestPart(int bytes) {
        return new RequestLimits(
                bytes, largestRequest, requestsInFlight, bytesInFlight, tailBytes, inlineBytes, stepBytes);
    }

    /** Returns these limits with another most length of a request; the bytes in flight grow with it if they must. */
    public RequestLimits withLargestRequest(int bytes) {
        long inFlight = Math.max(bytesInFlight, bytes);
        return new RequestLimits(smallestPart, bytes, requestsInFlight, inFlight, tailBytes, inlineBytes, stepBytes);
    }

    /** Returns these limits with another number of requests in flight. */
    public RequestLimits withRequestsInFlight(int requests) {
        return new RequestLimits(
                smallestPart, largestRequest, requests, bytesInFlight, tailBytes, inlineBytes, stepBytes);
    }

    /** Returns these limits with another number of bytes in flight. */
    public RequestLimits withBytesInFlight(long bytes) {
        return new RequestLimits(
                smallestPart, largestRequest, requestsInFlight, bytes, tailBytes, inlineBytes, stepBytes);
    }

    /** Returns these limits with another size of the first read of a file's tail. */
    public RequestLimits withTailBytes(int bytes) {
        return new RequestLimits(
                smallestPart, largestRequest, requestsInFlight, bytesInFlight, bytes, inlineBytes, stepBytes);
    }

    /** Returns these limits with another limit to plans that are read by the thread that starts them. */
    public RequestLimits withInlineBytes(int bytes) {
        return new RequestLimits(
                smallestPart, largestRequest, requestsInFlight, bytesInFlight, tailBytes, bytes, stepBytes);
    }

    /** Returns these limits with another number of bytes to fetch at once. */
    public RequestLimits withStepBytes(int bytes) {
        return new RequestLimits(
                smallestPart, largestRequest, requestsInFlight, bytesInFlight, tailBytes, inlineBytes, bytes);
    }
}
