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
package dev.stoa.benchmarks.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDK of Trino, which is newer than the one that the benchmarks need. */
final class TrinoJdk {
    private static final int LEAST = 25;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+).*");

    private TrinoJdk() {}

    /**
     * The home of this process' JDK if it is new enough, else that of one in the same folder.
     *
     * @throws IOException if neither is new enough; the message says what to do
     */
    static Path find() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        if (Runtime.version().feature() >= LEAST) {
            return own;
        }
        try (Stream<Path> homes = Files.list(own.getParent())) {
            return homes.filter(TrinoJdk::isNewEnough)
                    .sorted()
                    .findFirst()
                    .orElseThrow(() -> new IOException("Trino needs JDK " + LEAST + " or newer, and " + own.getParent()
                            + " has none: install one there, or set JAVA_HOME to one"));
        }
    }

    private static boolean isNewEnough(Path home) {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/javac")) || !Files.isReadable(release)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.map(VERSION::matcher)
                    .filter(Matcher::matches)
                    .anyMatch(version -> Integer.parseInt(version.group(1)) >= LEAST);
        } catch (IOException e) {
            return false; // no JDK that anybody could use
        }
    }
}
