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
package dev.stoa.table.internal.log;

import dev.stoa.format.ColumnVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds parts of a checkpoint that overlap, so that their fragments, put in order, make the same number of parts that don't
 * (ADR 0103). Only
 * parts of about the same width are merged: each merge divides a width by the number of its parts, so that a fragment is written few
 * times. The width is the number of bounds of all parts that it spans. For one thread.
 */
final class PartMerges {
    /** The most parts to merge at once. */
    private static final int MOST_PARTS = 8;

    /** A group of more than two parts gets this share of the budget at most, so that enough is left for narrower parts. */
    private static final int SHARES = 8;

    private final Clustering clustering;
    private final List<PartFile> parts;
    private final List<List<Integer>> groups = new ArrayList<>();
    private final long share;
    private long budget;

    /** A part with the ranks of its bounds. */
    private record Span(int part, int least, int greatest) {
        int width() {
            return greatest - least;
        }

        /** The width of what two have in common. */
        int common(Span other) {
            return Math.min(greatest, other.greatest) - Math.max(least, other.least);
        }
    }

    private PartMerges(Clustering clustering, List<PartFile> parts, long budget) {
        this.clustering = clustering;
        this.parts = parts;
        this.budget = budget;
        this.share = budget / SHARES;
    }

    /**
     * Groups of two or more parts, by their places in the list, each part in at most one of them.
     *
     * @param candidates the places of the parts that may be merged
     * @param budget the most fragments of all groups together
     */
    static List<List<Integer>> of(Clustering clustering, List<PartFile> parts, List<Integer> candidates, long budget)
            throws IOException {
        PartMerges merges = new PartMerges(clustering, parts, budget);
        if (budget > 0) {
            merges.find(candidates, 0);
        }
        return merges.groups;
    }

    /** Finds groups by a column. The next column divides parts that have one value of it. */
    private void find(List<Integer> candidates, int column) throws IOException {
        if (column == clustering.size() || candidates.size() < 2) {
            return;
        }
        Comparator<ColumnVector> order = clustering.order(column);
        TreeSet<ColumnVector> bounds = new TreeSet<>(order);
        List<Integer> known = new ArrayList<>();
        List<Clustering.Range> ranges = new ArrayList<>();
        TreeMap<ColumnVector, List<Integer>> single = new TreeMap<>(order);
        for (int part : candidates) {
            Optional<Clustering.Range> range = clustering.range(parts.get(part), column);
            if (range.isPresent()) {
                ColumnVector least = range.get().least();
                bounds.add(least);
                bounds.add(range.get().greatest());
                if (order.compare(least, range.get().greatest()) == 0) {
                    single.computeIfAbsent(least, value -> new ArrayList<>()).add(part);
                } else {
                    known.add(part);
                    ranges.add(range.get());
                }
            }
        }
        TreeMap<ColumnVector, Integer> ranks = new TreeMap<>(order);
        bounds.forEach(bound -> ranks.put(bound, ranks.size()));
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            spans.add(new Span(
                    known.get(i),
                    ranks.get(ranges.get(i).least()),
                    ranks.get(ranges.get(i).greatest())));
        }
        group(spans);
        for (List<Integer> same : single.values()) {
            find(same, column + 1);
        }
    }

    private void group(List<Span> spans) {
        List<Span> left = new ArrayList<>(spans);
        left.sort(Comparator.comparingInt(Span::width).reversed());
        while (left.size() > 1 && budget > 0) {
            Span wide = left.remove(0);
            List<Span> others = left.stream()
                    .filter(span -> 2 * span.width() > wide.width() && span.common(wide) > 0)
                    .sorted(Comparator.comparingInt(wide::common).reversed())
                    .limit(MOST_PARTS - 1)
                    .toList();
            List<Span> group = affordable(wide, others);
            if (group.size() > 1) {
                left.removeAll(group);
                groups.add(group.stream().map(Span::part).sorted().toList());
                budget -= group.stream().mapToLong(this::fragments).sum();
            }
        }
    }

    /** A part and the first of others, as far as the budget goes. */
    private List<Span> affordable(Span wide, List<Span> others) {
        List<Span> group = new ArrayList<>(List.of(wide));
        long total = fragments(wide);
        for (Span other : others) {
            total += fragments(other);
            if (total > (group.size() == 1 ? budget : Math.min(budget, share))) {
                break;
            }
            group.add(other);
        }
        return group;
    }

    private long fragments(Span span) {
        return parts.get(span.part()).fragments();
    }
}
