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

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs a task in a Java process of its own. */
public final class Fork {
    /** The main class of measuring processes. It uses all that it can measure, so it is known by name only. */
    static final String MAIN = "dev.stoa.benchmarks.ForkMain";

    private static final List<String> OPEN = List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED");

    private Fork() {}

    /** The command that pins a process to the last core that this one may use, where that is possible. */
    public static Optional<List<String>> pinning() {
        boolean here = Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, "taskset")));
        return here ? lastCore().map(core -> List.of("taskset", "-c", core)) : Optional.empty();
    }

    private static Optional<String> lastCore() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            return status.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.replaceAll(".*[^0-9]", ""))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The command of a Java process.
     *
     * @param classPath where its classes are
     * @param flags of the JVM
     * @param task the words for its main class
     */
    public static List<String> java(String classPath, List<String> flags, List<String> task) {
        List<String> command = jvm(classPath, flags);
        command.add(MAIN);
        command.addAll(task);
        return command;
    }

    /** The command of a Java process up to its main class. */
    public static List<String> jvm(String classPath, List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(OPEN);
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.add("-Dstoa.benchmarks.target=" + System.getProperty("stoa.benchmarks.target"));
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        command.add("-cp");
        command.add(classPath);
        return command;
    }

    /**
     * Runs a command to its end.
     *
     * @param name what to call it in a message
     * @throws IOException if the process fails; its last words are in the message
     */
    public static void run(boolean pinned, List<String> words, String name, Consumer<Measurement> found)
            throws IOException {
        List<String> command = new ArrayList<>();
        if (pinned) {
            command.addAll(pinning().orElse(List.of()));
        }
        command.addAll(words);
        List<String> lastWords = new ArrayList<>();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (Measurement.isLine(line)) {
                    found.accept(Measurement.ofLine(line));
                } else if (!Progress.repeat(line)) {
                    lastWords.add(line);
                    if (lastWords.size() > 40) {
                        lastWords.remove(0);
                    }
                }
            }
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(name + " ended with exit code " + code + ":\n" + String.join("\n", lastWords));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + name, e);
        } finally {
            process.destroyForcibly();
        }
    }
}
