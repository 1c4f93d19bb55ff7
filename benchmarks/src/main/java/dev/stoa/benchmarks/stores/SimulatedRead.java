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
package dev.stoa.benchmarks.stores;

import dev.stoa.vio.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * One read of some requests, which are started in their order as connections become free. Each first waits for its
 * latency and then gets its bytes, at the speed of its connection or an equal share of the link, whichever is less.
 */
final class SimulatedRead {

    /** How long another thread takes to start with requests. */
    private static final double WAKE_MICROS = 50;

    private final SimulatedStore store;
    private final List<Range> requests;
    private final Random random;

    /** Of each connection: the time of the first byte of its request; infinite if it has come, or without a request. */
    private final double[] firstByte;
    /** Of each connection: the value of {@code received} at the end of its request; infinite if it gets no bytes now. */
    private final double[] done;

    private final long[] length; // of each connection's request
    private int next; // request
    private int receiving; // connections that get bytes now
    private long bytesInFlight;
    private double now; // microseconds
    private double received; // bytes that a request has got which has got bytes from the beginning

    private SimulatedRead(SimulatedStore store, List<Range> requests, int connections, Random random) {
        this.store = store;
        this.requests = requests;
        this.random = random;
        this.firstByte = new double[Math.min(connections, requests.size())];
        this.done = new double[firstByte.length];
        this.length = new long[firstByte.length];
        Arrays.fill(firstByte, Double.POSITIVE_INFINITY);
        Arrays.fill(done, Double.POSITIVE_INFINITY);
    }

    /** Returns how many microseconds a read takes. */
    static double micros(SimulatedStore store, List<Range> requests, Way way, Random random) {
        if (requests.isEmpty()) {
            return 0;
        }
        double wake = store.isLocal() && way.connections() > 1 ? WAKE_MICROS : 0;
        return wake + new SimulatedRead(store, requests, way.connections(), random).run(way.bytesInFlight());
    }

    private double run(long mostBytesInFlight) {
        int unfinished = requests.size();
        for (int connection = 0; connection < done.length; connection++) {
            start(connection, mostBytesInFlight);
        }
        while (unfinished > 0) {
            int first = least(firstByte);
            int last = least(done);
            double rate = Math.min(store.bytesPerSecond(), store.linkBytesPerSecond() / Math.max(1, receiving)) / 1e6;
            double end = now + (done[last] - received) / rate;
            if (firstByte[first] <= end) {
                received += receiving > 0 ? (firstByte[first] - now) * rate : 0;
                now = firstByte[first];
                firstByte[first] = Double.POSITIVE_INFINITY;
                done[first] = received + length[first];
                receiving++;
            } else {
                received = done[last];
                now = end;
                done[last] = Double.POSITIVE_INFINITY;
                bytesInFlight -= length[last];
                length[last] = 0;
                receiving--;
                unfinished--;
                for (int connection = 0; connection < done.length; connection++) {
                    start(connection, mostBytesInFlight);
                }
            }
        }
        return now;
    }

    /** Gives a free connection the next request, if one is left and its bytes may be in flight. */
    private void start(int connection, long mostBytesInFlight) {
        if (length[connection] > 0 || next == requests.size()) {
            return;
        }
        long bytes = requests.get(next).length();
        if (bytesInFlight > 0 && bytesInFlight + bytes > mostBytesInFlight) {
            return;
        }
        next++;
        bytesInFlight += bytes;
        length[connection] = bytes;
        firstByte[connection] = now + store.latency(random);
    }

    private static int least(double[] values) {
        int least = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] < values[least]) {
                least = i;
            }
        }
        return least;
    }

    /**
     * How requests are sent.
     *
     * @param connections most requests at once
     * @param bytesInFlight most bytes of the requests under way
     */
    record Way(int connections, long bytesInFlight) {}
}
