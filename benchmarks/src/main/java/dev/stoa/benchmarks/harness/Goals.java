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
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All goals, as {@code goals.csv} has them. */
public final class Goals {
    private static final String FILE = "goals.csv";
    private static final Map<String, Goal> ALL = read();

    private Goals() {}

    private static Map<String, Goal> read() {
        Map<String, Goal> goals = new LinkedHashMap<>();
        try (InputStream in = Goals.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(Goals::parse)
                    .forEach(goal -> goals.put(goal.name(), goal));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return goals;
    }

    private static Goal parse(String line) {
        String[] p = line.split(";", -1);
        String[] bound = p.length == 5 ? p[3].split(" ", -1) : p;
        if (bound.length != 2) {
            throw new IllegalArgumentException(
                    FILE + ": a line is name;measure;peer;bound;source, with a bound like '>= 2', not: " + line);
        }
        return new Goal(p[0], p[1], p[2], Goal.Sense.ofSign(bound[0]), Double.parseDouble(bound[1]), p[4]);
    }

    /** All of them, by name, in the file's order. */
    public static Map<String, Goal> all() {
        return ALL;
    }

    /** The goal of a name. */
    public static Goal of(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(FILE + " has no goal '" + name + "'"));
    }

    /** The goal of a name; absent if no goal has it. */
    public static Optional<Goal> find(String name) {
        return Optional.ofNullable(ALL.get(name));
    }
}
