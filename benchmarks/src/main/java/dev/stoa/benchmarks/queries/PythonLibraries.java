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

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The packages of Python that read Stoa's and others' files, in an environment of their own. */
final class PythonLibraries {
    private PythonLibraries() {}

    private static Path root() {
        return Path.of(System.getProperty("stoa.benchmarks.root"));
    }

    /** Where a benchmark keeps the files of these libraries. */
    static Path data(String name) throws IOException {
        return Files.createDirectories(target().resolve("data").resolve(name));
    }

    private static Path target() {
        return Path.of(System.getProperty("stoa.benchmarks.target"));
    }

    private static Path environment() {
        return target().resolve("peers").resolve("python-reads");
    }

    static void install() throws IOException {
        Path requirements = root().resolve("benchmarks/peers/python/reads-requirements.txt");
        Path stamp = environment().resolve("installed.txt");
        if (Installation.isOlder(stamp, requirements)) {
            Progress.say("installing the packages that read in Python");
            Installation.run(List.of("python3", "-m", "venv", environment().toString()));
            Installation.run(List.of(
                    environment().resolve("bin/pip").toString(), "install", "-q", "-r", requirements.toString()));
            Files.copy(requirements, stamp, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Runs a script of {@code benchmarks/peers/python} to its end. */
    static void run(boolean pinned, String script, List<String> words, Consumer<Measurement> found) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "PYTHONPATH=" + root().resolve("python/src"),
                "STOA_JARS=" + root().resolve("python/target/jars"),
                environment().resolve("bin/python").toString(),
                root().resolve("benchmarks/peers/python").resolve(script).toString()));
        command.addAll(words);
        Fork.run(pinned, command, String.join(" ", words), found);
    }
}
