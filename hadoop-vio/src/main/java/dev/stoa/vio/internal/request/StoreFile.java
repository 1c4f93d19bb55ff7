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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RetryPolicy;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreCosts;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.internal.plan.CostModel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An open file of a store, as its reads share it: what it is read with, what is counted, and the reads under way. */
public final class StoreFile {

    /** Most request threads of a near store, in addition to the thread that waits: more could not run at once. */
    private static final int CREW = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

    private final String id;
    private final long length;
    private final StoreProfile profile;
    private final StoreCalibration calibration;
    private final BufferAllocator allocator;
    private final BufferBudget budget;
    private final PositionalReader reader;
    private final boolean near;
    private final RequestQueue queue;
    private final Backoff backoff;
    private final Counters counters = new Counters();
    private final Hedging hedging;
    private final Set<OpenRead> open = new HashSet<>(); // guarded by this
    private boolean closed; // guarded by this

    /**
     * Opens a file.
     *
     * @param id the file's name for messages
     * @param length in bytes
     * @param seed of the pauses before retries
     */
    public StoreFile(
            String id,
            long length,
            Store store,
            BufferAllocator allocator,
            BufferBudget budget,
            PositionalReader reader,
            long seed) {
        this.id = id;
        this.length = length;
        this.profile = store.profile();
        this.calibration = store.calibration();
        this.allocator = allocator;
        this.budget = budget;
        this.reader = reader;
        this.near = CostModel.isNear(profile);
        this.queue = new RequestQueue(profile.limits(), near ? CREW : Integer.MAX_VALUE, store.throttle());
        this.backoff = new Backoff(profile.retries(), seed);
        this.hedging = new Hedging(profile.hedging(), counters);
    }

    /**
     * The store of a file.
     *
     * @param calibration in place of the profile's costs
     * @param throttle that the store's files share
     */
    public record Store(StoreProfile profile, StoreCalibration calibration, Throttle throttle) {}

    String id() {
        return id;
    }

    long length() {
        return length;
    }

    /** The profile as it was given, except for costs that were measured since. */
    StoreProfile profile() {
        StoreCosts costs = calibration.costs();
        return costs.equals(profile.costs()) ? profile : profile.withCosts(costs);
    }

    RetryPolicy retries() {
        return profile.retries();
    }

    Counters counters() {
        return counters;
    }

    PositionalReader reader() {
        return reader;
    }

    RequestQueue queue() {
        return queue;
    }

    BufferAllocator allocator() {
        return allocator;
    }

    BufferBudget budget() {
        return budget;
    }

    Backoff backoff() {
        return backoff;
    }

    Hedging hedging() {
        return hedging;
    }

    /** A read is waited for: the thread that waits takes part, if requests are about as quick as threads. */
    void help(RunningRead read) {
        if (near) {
            queue.help(read);
        }
    }

    /** A request of a read by the thread that asked was read whole by one call of the store. */
    void observe(int bytes, long nanos) {
        calibration.observe(bytes, nanos);
    }

    /** A request was read whole by one attempt. */
    void answered(int bytes, long nanos) {
        counters.serviceTimes.record(nanos);
        calibration.observe(bytes, nanos);
        queue.succeeded();
        if (near && CostModel.isSlow(profile.costs(), bytes, nanos)) {
            queue.slow();
        }
    }

    /** A read begins: closing this file will cancel it. */
    synchronized void register(OpenRead read) throws IOException {
        checkOpen();
        open.add(read);
    }

    /** A read has been handed over, has failed or was cancelled: closing this file does not concern it any more. */
    synchronized void unregister(OpenRead read) {
        open.remove(read);
    }

    synchronized void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(id + ": closed");
        }
    }

    /** Cancels the reads under way. */
    void cancel() {
        List<OpenRead> unfinished;
        synchronized (this) {
            unfinished = List.copyOf(open);
        }
        unfinished.forEach(OpenRead::cancel);
    }

    void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        cancel();
        reader.close();
    }

    @Override
    public String toString() {
        return id + " (" + length + " bytes, " + profile.name() + ")";
    }
}
