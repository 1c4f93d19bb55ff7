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

import dev.stoa.vio.RequestLimits;

/**
 * Searches the cheapest way to read some pieces of a file.
 *
 * <p>The worth of a request depends on the plan itself. With connections to spare, a request costs only its price. With all of
 * them busy it costs latency, during which a connection could have delivered bytes. When their common link is busy, bytes cost
 * time. So the search tries several worths of a request and several longest requests, above all those that keep all connections
 * busy for whole rounds. For each pair {@link Grouping} finds the cheapest plan, in one pass over the pieces. The search takes
 * the one that costs least in all, by {@link CostModel}. The worths to try are the gaps themselves, as few others make a
 * difference, or some of them if they are many. The unrequested bytes that a plan reads need memory, too. So their limit is
 * that of the bytes in flight.
 */
public final class PlanSearch {

    /** The largest number of pieces with lengths to try that are close to each other. */
    private static final int FEW_PIECES = 32;

    /** With more pieces, the lengths to try are far from each other. */
    private static final int MANY_PIECES = 4000;

    private static final double FINE = Math.pow(2, -0.25);
    private static final double MEDIUM = Math.pow(2, -0.5);
    private static final double COARSE = 0.5;

    /** The number of pieces to look at in all, unless they are many. They take about a tenth of a request's latency. */
    private static final double STEPS_PER_MICRO = 10;

    private static final int MOST_STEPS = 40_000;

    /** The least limit to a request that is tried, as a part of the greatest, unless pieces are few. */
    private static final double SHORTEST = 1 / 32.0;

    private static final int ROUNDS = 3;
    private static final int HALVINGS = 10;

    private final Pieces pieces;
    private final CostModel model;
    private final Grouping grouping;
    private final int largest;
    private final int finest;
    private final long mostBytes;

    private double least = Double.POSITIVE_INFINITY;
    private int splitLength;
    private boolean refused;

    public PlanSearch(Pieces pieces, CostModel model, RequestLimits limits) {
        this.pieces = pieces;
        this.model = model;
        this.grouping = new Grouping(pieces.starts(), pieces.ends());
        this.largest = limits.largestRequest();
        this.finest = Math.min(limits.smallestPart(), largest);
        this.mostBytes = pieces.bytes() + limits.bytesInFlight();
    }

    public void run() {
        if (pieces.count() == 0) {
            return;
        }
        attempt(model.requestBytes(1), largest);
        if (splitLength > 0 && model.isInline(grouping.requests(), grouping.bytes())) {
            return; // one after the other: nothing is cheaper
        }
        if (splitLength > 0 && model.isNear()) {
            attempt(model.requestBytes(Integer.MAX_VALUE), largest);
            return; // a search would take longer than it saves
        }
        attempt(0, largest); // reads no gap: always allowed
        long steps = (long) Math.min(MOST_STEPS, model.latency(1) * STEPS_PER_MICRO);
        boolean thorough = steps == MOST_STEPS && pieces.count() <= FEW_PIECES;
        double factor = thorough ? FINE : pieces.count() <= MANY_PIECES ? MEDIUM : COARSE;
        double longest = (double) Math.min(largest, pieces.extent());
        double shortest = Math.max((double) pieces.longestPart(finest), thorough ? 1 : longest * SHORTEST);
        int lengths = 1 + (int) (Math.log(shortest / longest) / Math.log(factor));
        long[] worths = worths((int) (steps / ((long) lengths * (pieces.count() + 1))));
        for (int i = 0; i < lengths; i++) {
            for (long worth : worths) {
                attempt(worth, (int) Math.round(longest * Math.pow(factor, i)));
            }
        }
        if (pieces.count() <= MANY_PIECES) {
            wholeRounds((int) shortest);
        }
        if (refused) {
            asManyGapsAsAllowed();
        }
    }

    /** Tries how much a request may be worth before the plan reads too many unrequested bytes. */
    private void asManyGapsAsAllowed() {
        long allowed = 0;
        long tooMuch = model.requestBytes(Integer.MAX_VALUE);
        for (int i = 0; i < HALVINGS && tooMuch - allowed > 1; i++) {
            long worth = allowed + (tooMuch - allowed) / 2;
            attempt(worth, largest);
            if (grouping.bytes() > mostBytes) {
                tooMuch = worth;
            } else {
                allowed = worth;
            }
        }
    }

    /** Tries the shortest requests that all connections serve in a given number of rounds. */
    private void wholeRounds(int shortest) {
        long worth = model.requestBytes(Integer.MAX_VALUE);
        for (int rounds = 1; rounds <= ROUNDS; rounds++) {
            int tooShort = shortest;
            int enough = largest;
            for (int i = 0; i < HALVINGS && enough - tooShort > 1; i++) {
                int length = tooShort + (enough - tooShort) / 2;
                attempt(worth, length);
                if (grouping.requests() > (long) rounds * model.connections(length)) {
                    tooShort = length;
                } else {
                    enough = length;
                }
            }
        }
    }

    private void attempt(long worth, int length) {
        int split = Math.max(length, finest);
        grouping.group(worth, length, split);
        if (grouping.bytes() > mostBytes) {
            refused = true;
            return;
        }
        double cost = model.cost(grouping.requests(), grouping.bytes(), grouping.longest());
        if (cost < least) {
            least = cost;
            splitLength = split;
            grouping.keep();
        }
    }

    /**
     * Returns the bytes that a request may be worth: the model's result, more than any gap, and the gaps. More than any gap
     * counts where the limit of a request leaves a choice between gaps. Of the gaps it takes all, or some of different
     * lengths.
     */
    private long[] worths(int most) {
        long[] gaps = most > 0 ? pieces.gaps() : new long[0];
        int number = Math.min(most, gaps.length);
        long[] worths = new long[number + 5]; // the last: nothing
        for (int i = 0; i < number; i++) {
            worths[i] = gaps[(int) ((long) i * (gaps.length - 1) / Math.max(1, number - 1))];
        }
        worths[number] = model.requestBytes(1);
        worths[number + 1] = model.requestBytes(Integer.MAX_VALUE);
        worths[number + 2] = (worths[number] + worths[number + 1]) / 8;
        worths[number + 3] = largest;
        return worths;
    }

    /** Returns the pieces that the groups of the cheapest way end with, ascending. */
    public int[] groupEnds() {
        return grouping.keptEnds();
    }

    /** Returns the most bytes of a request that a group is split into. */
    public int splitLength() {
        return splitLength;
    }
}
