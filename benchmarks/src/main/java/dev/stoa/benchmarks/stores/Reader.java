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
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.ReadPlanner;
import dev.stoa.vio.RequestLimits;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreCosts;
import dev.stoa.vio.StoreProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A way to ask a store for ranges: what is merged and split, and how many requests run at once.
 *
 * @param name for tables
 * @param planner the requests for some ranges
 * @param connections most requests at once, by the store
 */
public record Reader(
        String name, Function<SimulatedStore, Planner> planner, ToIntFunction<SimulatedStore> connections) {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final int LEARNED_FROM = 300;

    /** The reader that the others are compared with. */
    public static final String STOA = "stoa";

    /** Makes requests of ranges. */
    interface Planner {
        /** The requests, and how they are sent unless the reader's number of connections says otherwise. */
        Requests plan(List<Range> asked);
    }

    record Requests(List<Range> requests, boolean inTurn) {}

    /**
     * All readers: Stoa with the profile of the store and with what it learned of it, and others as they come and with as
     * many connections as Stoa.
     */
    public static List<Reader> all() {
        List<Reader> readers = new ArrayList<>();
        readers.add(new Reader(STOA, store -> stoa(store.profile()), Reader::ours));
        readers.add(new Reader("stoa, learned", store -> stoa(learned(store)), Reader::ours));
        add(readers, "no merging", store -> merging(-1, UNLIMITED, UNLIMITED), store -> 1);
        add(readers, "Hadoop 3.3", store -> merging(4 * KIB - 1, MIB, UNLIMITED), Reader::hadoop);
        add(
                readers,
                "Hadoop 3.5",
                store -> isObjectStore(store)
                        ? merging(128 * KIB - 1, 2 * MIB, UNLIMITED)
                        : merging(16 * KIB - 1, MIB, UNLIMITED),
                Reader::hadoop);
        add(readers, "Trino", store -> merging(MIB, 8 * MIB, 8 * MIB), store -> 1);
        add(readers, "arrow-rs", store -> merging(MIB, UNLIMITED, UNLIMITED), store -> 10);
        add(readers, "Velox", store -> merging(512 * KIB, 128 * MIB, 8 * MIB), Reader::ours);
        return readers;
    }

    private static void add(
            List<Reader> readers,
            String name,
            Function<SimulatedStore, Planner> planner,
            ToIntFunction<SimulatedStore> connections) {
        readers.add(new Reader(name, planner, connections));
        readers.add(new Reader(name + ", our connections", planner, Reader::ours));
    }

    private static int ours(SimulatedStore store) {
        return store.profile().limits().requestsInFlight();
    }

    private static boolean isObjectStore(SimulatedStore store) {
        return store.requestDollars() > 0;
    }

    /** Local files are read through the asynchronous channel, object stores by 4 requests; HDFS has the serial default. */
    private static int hadoop(SimulatedStore store) {
        return store.isLocal() || isObjectStore(store) ? 4 : 1;
    }

    private static Planner stoa(StoreProfile profile) {
        return asked -> {
            ReadPlan plan = ReadPlanner.plan(asked, Long.MAX_VALUE, profile);
            return new Requests(plan.requests(), plan.isInline());
        };
    }

    /** Starts with what is right for another store, and watches some requests. */
    private static StoreProfile learned(SimulatedStore store) {
        StoreProfile start = store.isLocal() ? StoreProfile.local() : StoreProfile.s3();
        StoreCosts seed = start.costs();
        StoreCalibration calibration = StoreCalibration.learning(store.name(), seed);
        Random random = new Random(42);
        for (int i = 0; i < LEARNED_FROM; i++) {
            int bytes = 1 + random.nextInt(1 << (10 + random.nextInt(12)));
            double micros = store.latency(random) + bytes * 1e6 / store.bytesPerSecond();
            calibration.observe(bytes, (long) (micros * 1e3));
        }
        RequestLimits limits = store.profile().limits();
        return start.withCosts(calibration
                        .costs()
                        .withRequestMicros(store.profile().costs().requestMicros()))
                .withLimits(limits);
    }

    /** Merges over gaps of some bytes up to some length, and splits what is longer than another. */
    private static Planner merging(int gap, int mostMerged, int most) {
        return asked -> {
            List<Range> merged = new ArrayList<>();
            List<Range> sorted = asked.stream()
                    .filter(range -> range.length() > 0)
                    .sorted(Comparator.comparingLong(Range::offset))
                    .toList();
            for (Range range : sorted) {
                int last = merged.size() - 1;
                Range before = last < 0 ? range : merged.get(last);
                long end = Math.max(before.end(), range.end());
                if (last >= 0 && range.offset() - before.end() <= gap && end - before.offset() <= mostMerged) {
                    merged.set(last, new Range(before.offset(), (int) (end - before.offset())));
                } else {
                    merged.add(range);
                }
            }
            List<Range> requests = new ArrayList<>();
            for (Range range : merged) {
                for (long from = range.offset(); from < range.end(); from += most) {
                    requests.add(new Range(from, (int) Math.min(most, range.end() - from)));
                }
            }
            return new Requests(requests, false);
        };
    }

    /** Reads a workload a number of times, each time with other latencies, which all readers meet alike. */
    public Outcome read(Workload workload, SimulatedStore store, int trials) {
        Planner plans = planner.apply(store);
        List<Requests> steps = workload.steps().stream().map(plans::plan).toList();
        long requests = 0;
        long bytes = 0;
        for (Requests step : steps) {
            requests += step.requests().size();
            bytes += step.requests().stream().mapToLong(Range::length).sum();
        }
        long inFlight = name.startsWith(STOA) ? store.profile().limits().bytesInFlight() : Long.MAX_VALUE;
        SimulatedRead.Way way = new SimulatedRead.Way(connections.applyAsInt(store), inFlight);
        SimulatedRead.Way inTurn = new SimulatedRead.Way(1, inFlight);
        double[] micros = new double[trials];
        for (int trial = 0; trial < trials; trial++) {
            Random random = new Random(trial * 1_000_003L + workload.name().hashCode());
            for (Requests step : steps) {
                micros[trial] += SimulatedRead.micros(store, step.requests(), step.inTurn() ? inTurn : way, random);
            }
        }
        return new Outcome(micros, requests, bytes, bytes - workload.bytes(), requests * store.requestDollars());
    }
}
