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

import dev.stoa.vio.internal.plan.CostFit;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Observed costs of a store's requests: latency and bandwidth of a connection, fitted to the bytes and times of requests. It
 * starts with the numbers of its profile and moves with each request, the latest counting most. A pinned one stays as it is.
 * Prices, and the bandwidth of the link, can't be observed, and stay.
 *
 * <p>All threads may use it at once, and never wait for each other: where two requests end at the same moment one of
 * them may not be counted.
 */
public final class StoreCalibration {

    private static final int MOST_STORES = 1000;
    private static final int MOST_BYTES = 64 << 20;
    private static final Map<String, StoreCalibration> STORES = new ConcurrentHashMap<>();

    private final String store;
    private final StoreCosts seed;
    private final boolean learning;
    private final AtomicReference<CostFit> fit;

    private StoreCalibration(String store, StoreCosts seed, boolean learning) {
        this.store = Objects.requireNonNull(store, "store");
        this.seed = Objects.requireNonNull(seed, "seed");
        this.learning = learning;
        this.fit = new AtomicReference<>(CostFit.of(seed));
    }

    /** Returns costs that stay as they are. */
    public static StoreCalibration pinned(String store, StoreCosts costs) {
        return new StoreCalibration(store, costs, false);
    }

    /** Returns a calibration of its own, which learns from the measurements that it receives. */
    public static StoreCalibration learning(String store, StoreCosts seed) {
        return new StoreCalibration(store, seed, true);
    }

    /**
     * Returns the calibration that all readers of a store in this process share and learn from.
     *
     * @param store scheme and authority, such as {@code s3a://bucket}
     * @param seed where it starts, at the first call for the store
     */
    public static StoreCalibration shared(String store, StoreCosts seed) {
        StoreCalibration known = STORES.get(store);
        if (known != null) {
            return known;
        }
        return STORES.size() < MOST_STORES
                ? STORES.computeIfAbsent(store, s -> learning(s, seed))
                : learning(store, seed);
    }

    /** Returns the store's name. */
    String store() {
        return store;
    }

    /**
     * Counts a request that the store answered at the first attempt. Requests of more than 64 MiB are not counted: a
     * single one would outweigh all others.
     *
     * @param bytes that were read
     * @param nanos from the request to its last byte, without any time in a queue
     */
    public void observe(int bytes, long nanos) {
        if (learning && bytes > 0 && bytes <= MOST_BYTES && nanos > 0) {
            CostFit before = fit.get();
            fit.compareAndSet(before, before.with(bytes, nanos / 1e3));
        }
    }

    /** Returns the costs to plan with now. They change in steps, so that plans don't follow each request. */
    public StoreCosts costs() {
        return learning ? fit.get().costs(seed) : seed;
    }

    /** Returns what was decided and from what, in one line. */
    public String describe() {
        StoreCosts costs = costs();
        String now = store + ": " + text(costs);
        if (!learning) {
            return now + ", pinned";
        }
        long requests = fit.get().requests();
        return now + ", learned from " + requests + " requests, " + (costs.equals(seed) ? "as" : "having")
                + " started with " + text(seed);
    }

    private static String text(StoreCosts costs) {
        return costs.latencyMicros() + " us to the first byte, then " + costs.bytesPerSecond() + " bytes/s";
    }

    @Override
    public String toString() {
        return describe();
    }
}
