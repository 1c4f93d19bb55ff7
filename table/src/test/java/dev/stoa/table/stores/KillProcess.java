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
package dev.stoa.table.stores;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link KillChild} as its parent sees it. */
final class KillProcess {
    private final Process process;
    private final File errors;
    private final KillLog.Client client;
    private final Thread reading;

    /** Starts it; it waits when it has opened the table. */
    KillProcess(KillLog.Client client, Path scratch, List<String> words) throws IOException {
        this.client = client;
        this.errors = Files.createTempFile(scratch, "child", ".err").toFile();
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                KillChild.class.getName()));
        command.addAll(words);
        process = new ProcessBuilder(command).redirectError(errors).start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        reading = new Thread(() -> {
            try (out) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    client.line(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                client.end();
            }
        });
        reading.setDaemon(true);
        reading.start();
    }

    KillLog.Client client() {
        return client;
    }

    /** Tells it something. */
    void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits until it has told so many lines, or so many about entries of the log. */
    void await(int lines, int entries) throws IOException, InterruptedException {
        if (!client.await(lines, entries)) {
            throw new AssertionError("a client does nothing any more:\n" + stacks() + "\n" + errors());
        }
    }

    /** Kills it, and waits until it is dead and all that it told is read. */
    void kill() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError(
                    "a client died by itself, with exit code " + process.exitValue() + ":\n" + errors());
        }
        process.toHandle().destroyForcibly(); // that of the process would close what it has said and nobody has read
        process.waitFor();
        reading.join();
    }

    /** Ends it, whatever it does. */
    void end() {
        process.destroyForcibly();
    }

    private String errors() throws IOException {
        return Files.readString(errors.toPath());
    }

    private String stacks() throws IOException, InterruptedException {
        Process jstack = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jstack")
                                .toString(),
                        String.valueOf(process.pid()))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = jstack.inputReader(StandardCharsets.UTF_8)) {
            return out.lines().collect(Collectors.joining("\n"));
        } finally {
            jstack.waitFor(10, TimeUnit.SECONDS);
        }
    }
}
