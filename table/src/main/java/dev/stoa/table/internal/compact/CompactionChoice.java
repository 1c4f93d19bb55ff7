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
package dev.stoa.table.internal.compact;

import dev.stoa.table.CompactionJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses jobs, at most one of each group, that fit into a budget and gain the most together; a knapsack. */
public final class CompactionChoice {
    private static final int STEPS = 2000;
    private static final int MOST_GROUPS = 2000;

    private CompactionChoice() {}

    /** The best jobs, the most worthwhile first. Budgets count in two-thousandths, prices are rounded up to those. */
    public static List<CompactionJob> best(List<List<CompactionJob>> groups, long budget) {
        List<CompactionJob> all = new ArrayList<>();
        long cost = 0;
        for (List<CompactionJob> group : groups) {
            Optional<CompactionJob> most = group.stream().max(Comparator.comparingLong(CompactionJob::gain));
            most.ifPresent(all::add);
            cost += most.map(CompactionJob::cost).orElse(0L);
        }
        List<CompactionJob> best = cost <= budget ? all : packed(groups, budget);
        best.sort(Comparator.<CompactionJob>comparingDouble(CompactionChoice::density)
                .reversed());
        return best;
    }

    private static double density(CompactionJob job) {
        return (double) job.gain() / Math.max(1, job.cost());
    }

    private static List<CompactionJob> packed(List<List<CompactionJob>> groups, long budget) {
        List<List<CompactionJob>> some = new ArrayList<>(groups);
        some.sort(Comparator.<List<CompactionJob>>comparingDouble(CompactionChoice::densest)
                .reversed());
        some = some.subList(0, Math.min(MOST_GROUPS, some.size()));
        long[] gain = new long[STEPS + 1];
        byte[][] taken = new byte[some.size()][STEPS + 1];
        for (int g = 0; g < some.size(); g++) {
            for (int room = STEPS; room >= 0; room--) {
                for (int j = 0; j < some.get(g).size(); j++) {
                    CompactionJob job = some.get(g).get(j);
                    int steps = steps(job, budget);
                    if (steps <= room && gain[room - steps] + job.gain() > gain[room]) {
                        gain[room] = gain[room - steps] + job.gain();
                        taken[g][room] = (byte) (j + 1);
                    }
                }
            }
        }
        List<CompactionJob> best = new ArrayList<>();
        int room = STEPS;
        for (int g = some.size() - 1; g >= 0; g--) {
            if (taken[g][room] > 0) {
                CompactionJob job = some.get(g).get(taken[g][room] - 1);
                best.add(job);
                room -= steps(job, budget);
            }
        }
        return best;
    }

    private static double densest(List<CompactionJob> group) {
        return group.stream().mapToDouble(CompactionChoice::density).max().orElse(0);
    }

    private static int steps(CompactionJob job, long budget) {
        if (job.cost() > budget) {
            return STEPS + 1;
        }
        return Math.max(1, (int) Math.ceil((double) job.cost() * STEPS / Math.max(1, budget)));
    }
}
