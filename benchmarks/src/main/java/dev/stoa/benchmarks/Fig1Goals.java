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
package dev.stoa.benchmarks;

import dev.stoa.benchmarks.Fig1Query.Answer;
import dev.stoa.benchmarks.Measurement.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What Stoa is meant to reach in Figure 1: ahead of all others everywhere, few bytes, and from far stores few round trips.
 * (Local files are read in pieces that fit into the processor's cache; there a round trip is a system call.)
 */
final class Fig1Goals {
    /** Bytes read may be so many times the granules that hold qualifying rows, and metadata. */
    private static final double MOST_BYTES = 1.10;

    /** Of metadata, in bytes, locally. */
    private static final double MOST_METADATA = 32 << 10;

    private record Goal(String text, String reached, boolean isMet) {}

    private Fig1Goals() {}

    private static List<Goal> goals(Results results) {
        List<Goal> goals = new ArrayList<>();
        for (StoreKind store : Fig1.stores(results)) {
            for (Answer answer : Answer.values()) {
                for (boolean opened : new boolean[] {false, true}) {
                    for (int percent : Fig1Points.PERCENT) {
                        ahead(results, store, answer, opened, percent).ifPresent(goals::add);
                    }
                }
            }
            for (int percent : Fig1Points.PERCENT) {
                bytes(results, store, percent).ifPresent(goals::add);
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

    private static Optional<Goal> ahead(Results results, StoreKind store, Answer answer, boolean opened, int percent) {
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
        return Optional.of(new Goal(
                "%s, %s%s: ahead of all others"
                        .formatted(place(store, percent), answer.label(), opened ? ", files kept open" : ""),
                String.format(
                        Locale.ROOT,
                        "%.2f times as fast as %s",
                        ratio,
                        best.get().entrant().who()),
                ratio > 1));
    }

    private static Optional<Goal> bytes(Results results, StoreKind store, int percent) {
        Optional<Double> ideal = Fig1.fact(results, store, StoaFig1.IDEAL, percent, Metric.BYTES);
        Optional<Double> metadata = Fig1.fact(results, store, StoaFig1.METADATA, percent, Metric.METADATA_BYTES);
        Optional<Double> read = Fig1.fact(results, store, StoaFig1.READ, percent, Metric.BYTES_READ);
        if (ideal.isEmpty() || metadata.isEmpty() || read.isEmpty()) {
            return Optional.empty();
        }
        boolean local = store == StoreKind.CACHE;
        boolean isMet =
                read.get() <= MOST_BYTES * ideal.get() + metadata.get() && (!local || metadata.get() < MOST_METADATA);
        return Optional.of(new Goal(
                place(store, percent) + ": at most 1.10 x ideal + metadata" + (local ? ", which is below 32 KiB" : ""),
                String.format(
                        Locale.ROOT,
                        "%,.0f bytes; ideal %,.0f, metadata %,.0f",
                        read.get(),
                        ideal.get(),
                        metadata.get()),
                isMet));
    }

    private static Optional<Goal> trips(Results results, StoreKind store, int percent) {
        Optional<Double> most = Fig1.fact(results, store, StoaFig1.MOST_TRIPS, percent, Metric.ROUND_TRIPS);
        Optional<Double> trips = Fig1.fact(results, store, StoaFig1.READ, percent, Metric.ROUND_TRIPS);
        if (most.isEmpty() || trips.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Goal(
                String.format(Locale.ROOT, "%s: at most %.0f round trips", place(store, percent), most.get()),
                String.format(Locale.ROOT, "%.0f", trips.get()),
                trips.get() <= most.get()));
    }

    /** The table of all goals. */
    static String table(Results results) {
        TextTable table = new TextTable(List.of("goal", "reached", ""));
        goals(results)
                .forEach(goal -> table.add(List.of(goal.text(), goal.reached(), goal.isMet() ? "met" : "missed")));
        return table.toString();
    }

    /** Those that are missed. */
    static List<String> missed(Results results) {
        return goals(results).stream()
                .filter(goal -> !goal.isMet())
                .map(goal -> "missed: " + goal.text() + "; it is: " + goal.reached())
                .toList();
    }
}
