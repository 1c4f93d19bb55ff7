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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The page of results: its words are written by hand, its tables are made from the stored runs. A line {@code <!-- results:
 * NAME -->} begins what is made from the run of that name, {@code <!-- results: all -->} an overview of all, and {@code <!-- end
 * -->} ends it.
 */
public final class ResultsPage {
    /** The page, below the root of the sources. */
    public static final String PAGE = "docs/benchmarks.md";

    private static final String BEGIN = "<!-- results: ";
    private static final String CLOSE = " -->";
    private static final String END = "<!-- end -->";
    private static final String OVERVIEW = "all";

    private ResultsPage() {}

    /**
     * Returns the page with new tables.
     *
     * @param page as it is
     * @param folder of the stored runs
     * @throws IOException if a run is stored that the page does not show, or the other way round; the message says which
     */
    public static String render(String page, Path folder) throws IOException {
        Map<String, StoredRun> left = runs(folder);
        Map<String, StoredRun> all = new LinkedHashMap<>(left);
        List<String> lines = new ArrayList<>();
        boolean skipping = false;
        for (String line : page.lines().toList()) {
            skipping &= !line.equals(END);
            if (!skipping) {
                lines.add(line);
            }
            if (line.startsWith(BEGIN)) {
                String name = line.substring(BEGIN.length(), line.length() - CLOSE.length());
                lines.add(name.equals(OVERVIEW) ? overview(all) : section(name, left.remove(name)));
                skipping = true;
            }
        }
        if (skipping) {
            throw new IOException(PAGE + ": the last " + BEGIN + " has no " + END);
        }
        if (!left.isEmpty()) {
            throw new IOException(PAGE + " does not show these runs: " + left.keySet() + "; add '" + BEGIN + "NAME"
                    + CLOSE + "' and '" + END + "' where they belong");
        }
        return String.join("\n", lines) + "\n";
    }

    private static Map<String, StoredRun> runs(Path folder) throws IOException {
        Map<String, StoredRun> runs = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".csv")).toList()) {
                runs.put(file.getFileName().toString().replace(".csv", ""), StoredRun.read(file));
            }
        }
        return runs;
    }

    private static String section(String name, StoredRun run) throws IOException {
        if (run == null) {
            throw new IOException(PAGE + " shows a run that is not stored, or shows it twice: " + name);
        }
        return "`" + run.run() + "`, " + run.date() + ": " + run.setting() + ".\n\n"
                + GoalTable.table(run.reached()).stripTrailing();
    }

    /** One line for each goal of all runs, in the order of the goals. */
    private static String overview(Map<String, StoredRun> runs) {
        TextTable table = new TextTable(List.of("benchmark", "measured", "reached", "goal", ""));
        for (Goal goal : Goals.all().values()) {
            List<Reached> cases = runs.values().stream()
                    .flatMap(run -> run.reached().stream())
                    .filter(r -> r.goal().equals(goal))
                    .toList();
            if (!cases.isEmpty()) {
                table.add(List.of(
                        "`" + goal.benchmark() + "`",
                        goal.text(),
                        GoalTable.range(cases),
                        GoalTable.bound(cases),
                        GoalTable.met(cases)));
            }
        }
        return table.toString().stripTrailing();
    }
}
