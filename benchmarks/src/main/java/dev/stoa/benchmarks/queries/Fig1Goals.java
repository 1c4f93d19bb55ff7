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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.benchmarks.peers.StoaFig1;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The goals of Stoa in Figure 1: ahead of all others everywhere, few bytes, and from far stores few round trips. (Local files
 * are read in pieces that fit into the processor's cache; there a round trip is a system call.)
 */
final class Fig1Goals {
    private Fig1Goals() {}

    static List<Reached> reached(Results results) {
        List<Reached> goals = new ArrayList<>();
        for (StoreKind store : Fig1.stores(results)) {
            for (Answer answer : Answer.values()) {
                for (boolean opened : new boolean[] {false, true}) {
                    for (int percent : Fig1Points.PERCENT) {
                        ahead(results, store, answer, opened, percent).ifPresent(goals::add);
                    }
                }
            }
            for (int percent : Fig1Points.PERCENT) {
                goals.addAll(bytes(results, store, percent));
                if (store != StoreKind.CACHE) {
                    trips(results, store, percent).ifPresent(goals::add);
                }
            }
        }
        return goals;
    }

    private static String place(StoreKind store, int percent) {
        return store.label() + ", " + Fig1Points.name(percent);
    }

    private static Optional<Reached> ahead(
            Results results, StoreKind store, Answer answer, boolean opened, int percent) {
        record Time(Entrant entrant, double millis) {}
        List<Time> times = new ArrayList<>();
        for (Entrant entrant : Entrant.on(store, results.missing())) {
            if (entrant.keepsOpen() == opened) {
                Fig1.find(results, store, entrant, percent, answer, Fig1.time(store))
                        .ifPresent(m -> times.add(new Time(entrant, m.value())));
            }
        }
        Optional<Time> stoa =
                times.stream().filter(time -> time.entrant().isStoa()).findFirst();
        Optional<Time> best =
                times.stream().filter(time -> !time.entrant().isStoa()).min(Comparator.comparingDouble(Time::millis));
        if (stoa.isEmpty() || best.isEmpty()) {
            return Optional.empty();
        }
        double ratio = best.get().millis() / stoa.get().millis();
        String where = "%s, %s%s".formatted(place(store, percent), answer.label(), opened ? ", files kept open" : "");
        return Optional.of(Reached.of(
                "fig1.ahead", where + ", against " + best.get().entrant().who(), ratio));
    }

    private static List<Reached> bytes(Results results, StoreKind store, int percent) {
        Optional<Double> ideal = Fig1.fact(results, store, StoaFig1.IDEAL, percent, Metric.BYTES);
        Optional<Double> metadata = Fig1.fact(results, store, StoaFig1.METADATA, percent, Metric.METADATA_BYTES);
        Optional<Double> read = Fig1.fact(results, store, StoaFig1.READ, percent, Metric.BYTES_READ);
        if (ideal.isEmpty() || metadata.isEmpty() || read.isEmpty()) {
            return List.of();
        }
        double beyond = Math.max(0, read.get() - metadata.get());
        double parts = beyond == 0 ? 0 : beyond / ideal.get();
        List<Reached> goals = new ArrayList<>(List.of(Reached.of("fig1.bytes", place(store, percent), parts)));
        if (store == StoreKind.CACHE) {
            goals.add(Reached.of("fig1.metadata", place(store, percent), metadata.get()));
        }
        return goals;
    }

    private static Optional<Reached> trips(Results results, StoreKind store, int percent) {
        Optional<Double> plans = Fig1.fact(results, store, StoaFig1.PLANS, percent, Metric.VALUES);
        Optional<Double> trips = Fig1.fact(results, store, StoaFig1.READ, percent, Metric.ROUND_TRIPS);
        if (plans.isEmpty() || trips.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Reached.of(plans.get() > 1 ? "fig1.trips.apart" : "fig1.trips", place(store, percent), trips.get()));
    }
}
