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
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A file with the values that a run reached. Lines that begin with {@code #} say how and when, and each other line has one case
 * of a goal.
 *
 * @param run the command
 * @param date of the run
 * @param setting the machine and the way of measuring
 * @param reached the values
 */
public record StoredRun(String run, String date, String setting, List<Reached> reached) {
    /** Where runs are kept, below the root of the sources. */
    public static final String FOLDER = "benchmarks/results";

    private static final String HEAD = "goal;case;value;low;high;bound";

    /** A run of today. */
    public static StoredRun of(List<String> words, String setting, List<Reached> reached) {
        return new StoredRun(
                "benchmarks/run " + String.join(" ", words),
                LocalDate.now(ZoneOffset.UTC).toString(),
                setting,
                reached);
    }

    /** Writes the file. */
    public void write(Path file) throws IOException {
        List<String> lines =
                new ArrayList<>(List.of("# run: " + run, "# date: " + date, "# setting: " + setting, HEAD));
        for (Reached r : reached) {
            lines.add(String.join(
                    ";",
                    r.goal().name(),
                    r.what().replace(';', ','),
                    number(r.value()),
                    number(r.low()),
                    number(r.high()),
                    r.bound() == r.goal().bound() ? "" : number(r.bound())));
        }
        Files.write(file, lines);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : Reached.number(value);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it is none of these; the message says which line and why
     */
    public static StoredRun read(Path file) throws IOException {
        Map<String, String> about = new LinkedHashMap<>();
        List<Reached> reached = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            try {
                if (line.startsWith("# ")) {
                    int colon = line.indexOf(": ");
                    about.put(line.substring(2, colon), line.substring(colon + 2));
                } else if (!line.equals(HEAD)) {
                    reached.add(parse(line.split(";", -1)));
                }
            } catch (RuntimeException e) {
                throw new IOException(file + ": this is not a line of " + HEAD + ": " + line, e);
            }
        }
        if (!about.keySet().containsAll(List.of("run", "date", "setting"))) {
            throw new IOException(file + ": it lacks one of '# run: ', '# date: ' and '# setting: '");
        }
        return new StoredRun(about.get("run"), about.get("date"), about.get("setting"), List.copyOf(reached));
    }

    private static Reached parse(String[] p) {
        Goal goal = Goals.of(p[0]);
        return new Reached(
                goal,
                p[1],
                value(p[2], Double.NaN),
                value(p[3], Double.NaN),
                value(p[4], Double.NaN),
                value(p[5], goal.bound()));
    }

    private static double value(String text, double otherwise) {
        return text.isEmpty() ? otherwise : Double.parseDouble(text);
    }
}
