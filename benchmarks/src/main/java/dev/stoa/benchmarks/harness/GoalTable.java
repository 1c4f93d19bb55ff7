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
package dev.stoa.benchmarks.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes tables of goals and of the values that runs reached. Runs print them, and the page of results shows them. */
public final class GoalTable {
    /** Goals with more cases are shown in one line, and those that are missed below it. */
    private static final int CASES = 8;

    private GoalTable() {}

    /** The table as Markdown. */
    public static String table(List<Reached> all) {
        Map<Goal, List<Reached>> byGoal = new LinkedHashMap<>();
        all.forEach(
                r -> byGoal.computeIfAbsent(r.goal(), goal -> new ArrayList<>()).add(r));
        TextTable table = new TextTable(List.of("measured", "case", "reached", "goal", ""));
        byGoal.forEach((goal, cases) -> {
            List<Reached> shown = cases;
            String measured = goal.text();
            if (cases.size() > CASES) {
                table.add(List.of(measured, cases.size() + " cases", range(cases), bound(cases), met(cases)));
                shown = cases.stream().filter(r -> !r.isMet()).toList();
                measured = "";
            }
            for (Reached r : shown) {
                table.add(
                        List.of(measured, r.what(), r.text(), r.goal().bound(r.bound()), r.isMet() ? "met" : "missed"));
                measured = "";
            }
        });
        return table.toString();
    }

    /** The bound of several cases of a goal; where it is not the same for all, the least and the greatest. */
    static String bound(List<Reached> cases) {
        Goal goal = cases.get(0).goal();
        double least = cases.stream().mapToDouble(Reached::bound).min().orElse(goal.bound());
        double most = cases.stream().mapToDouble(Reached::bound).max().orElse(goal.bound());
        return least == most ? goal.bound(least) : goal.bound(least) + " - " + Reached.number(most);
    }

    /** The least and the greatest of several cases. */
    static String range(List<Reached> cases) {
        double least = cases.stream().mapToDouble(Reached::value).min().orElse(0);
        double most = cases.stream().mapToDouble(Reached::value).max().orElse(0);
        return least == most ? Reached.number(least) : Reached.number(least) + " - " + Reached.number(most);
    }

    /** How many of several cases are met. */
    static String met(List<Reached> cases) {
        long met = cases.stream().filter(Reached::isMet).count();
        return met == cases.size() ? "met" : met == 0 ? "missed" : "met in " + met + " of " + cases.size();
    }

    /** One line for each goal that is missed. */
    public static List<String> missed(List<Reached> all) {
        return all.stream()
                .filter(r -> !r.isMet())
                .map(r -> "missed: " + r.what() + ": " + r.goal().text() + ": " + r.text() + ", the goal is "
                        + r.goal().bound(r.bound()))
                .toList();
    }
}
