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
package dev.stoa.vio.internal.plan;

import java.util.Arrays;

/**
 * Groups pieces of a file that are sorted and disjoint. Each group is one request. The grouping has the lowest cost: the bytes
 * of all groups, and a fixed number of bytes for each request. Neighbours share a group if the bytes between them cost less than
 * another request, and the group stays within its limit. A piece that is longer than the limit is a group of its own, and takes
 * several requests.
 *
 * <p>The cheapest grouping of the first pieces up to one ends with a group that starts at some earlier piece, after the
 * cheapest grouping of those before it. The best start within the limit has the least <em>cost before it, minus its
 * offset</em>, whatever the end. A queue of such minima makes it one step per piece.
 */
public final class Grouping {

    private final int pieces;
    private final long[] start;
    private final long[] end;
    private final long[] cost; // of the cheapest grouping of the pieces before one
    private final int[] queue; // starts of groups, within the limit, in the order of their costs
    private int[] first; // where the group starts that ends with a piece
    private int[] kept;

    private long requests;
    private long bytes;
    private long longest;

    /**
     * Takes the pieces.
     *
     * @param start offsets, ascending
     * @param end ends; each at most the next offset
     */
    Grouping(long[] start, long[] end) {
        this.pieces = start.length;
        this.start = start;
        this.end = end;
        this.cost = new long[pieces + 1];
        this.queue = new int[pieces];
        this.first = new int[pieces];
        this.kept = new int[pieces];
    }

    /**
     * Finds the cheapest grouping; of two that cost the same the one with fewer requests.
     *
     * @param requestBytes what a request costs beyond its bytes
     * @param limit most bytes of pieces that share a request
     * @param splitLimit most bytes of a request, of pieces that are longer than the limit; at least the limit
     */
    void group(long requestBytes, int limit, int splitLimit) {
        int head = 0;
        int tail = 0;
        for (int piece = 0; piece < pieces; piece++) {
            long own = cost[piece] - start[piece];
            while (tail > head && cost[queue[tail - 1]] - start[queue[tail - 1]] > own) {
                tail--;
            }
            queue[tail++] = piece;
            while (end[piece] - start[queue[head]] > limit && queue[head] != piece) {
                head++;
            }
            int best = queue[head];
            first[piece] = best;
            long length = end[piece] - start[best];
            cost[piece + 1] = cost[best] + length + requestBytes * parts(length, splitLimit);
        }
        count(splitLimit);
    }

    private void count(int splitLimit) {
        requests = 0;
        bytes = 0;
        longest = 0;
        for (int last = pieces - 1; last >= 0; last = first[last] - 1) {
            long length = end[last] - start[first[last]];
            long parts = parts(length, splitLimit);
            requests += parts;
            bytes += length;
            longest = Math.max(longest, (length + parts - 1) / parts);
        }
    }

    /** How many requests a group is split into. */
    public static long parts(long length, int limit) {
        return (length + limit - 1) / limit;
    }

    /** Returns what the grouping found last costs, requests included. */
    long cost() {
        return cost[pieces];
    }

    /** Returns the number of requests of the grouping found last. */
    long requests() {
        return requests;
    }

    /** Returns how many bytes the requests of the grouping found last read. */
    long bytes() {
        return bytes;
    }

    /** Returns the length of the longest request of the grouping found last. */
    long longest() {
        return longest;
    }

    /** Keeps the grouping found last, in place of the one kept before. */
    void keep() {
        int[] unused = kept;
        kept = first;
        first = unused;
    }

    /** Returns the pieces that the groups of the kept grouping end with, ascending. */
    int[] keptEnds() {
        int[] ends = new int[pieces];
        int from = pieces;
        for (int last = pieces - 1; last >= 0; last = kept[last] - 1) {
            ends[--from] = last;
        }
        return Arrays.copyOfRange(ends, from, pieces);
    }
}
