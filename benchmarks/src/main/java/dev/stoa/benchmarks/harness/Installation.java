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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** Commands that make a peer ready. */
public final class Installation {
    private static final int MOST_SHOWN = 2000;

    private Installation() {}

    /** Whether a file that is made from another one has to be made again. */
    public static boolean isOlder(Path made, Path from) throws IOException {
        return !Files.exists(made) || Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(from)) < 0;
    }

    /**
     * Fetches libraries that are no part of the build, unless that was done since their pom changed.
     *
     * @param name of what needs them
     * @param pom that names them
     * @param folder for what the next call needs to know
     * @return their class path
     * @throws IOException if Maven fails; the end of what it said is in the message
     */
    public static String libraries(String name, Path pom, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path classPath = folder.resolve("classpath.txt");
        Path stamp = folder.resolve("fetched.xml");
        if (isOlder(stamp, pom)) {
            Progress.say("fetching the libraries of " + name);
            run(List.of(
                    "mvn",
                    "-q",
                    "-B",
                    "-ntp",
                    "-f",
                    pom.toString(),
                    "dependency:build-classpath",
                    "-Dmdep.outputFile=" + classPath));
            Files.copy(pom, stamp, StandardCopyOption.REPLACE_EXISTING);
        }
        return Files.readString(classPath).strip();
    }

    /**
     * Runs a command.
     *
     * @throws IOException if it fails; the end of what it said is in the message
     */
    public static void run(List<String> command) throws IOException {
        run(command, Map.of());
    }

    /**
     * Runs a command with other variables.
     *
     * @param variables of the environment
     * @throws IOException if it fails; the end of what it said is in the message
     */
    public static void run(List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(command.get(0) + " ended with exit code " + code + ":\n"
                        + said.substring(Math.max(0, said.length() - MOST_SHOWN)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
