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

import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tables of TPC-DS as text, a file for each, made once for each scale. */
final class TpcdsText {
    private TpcdsText() {}

    /** Returns the folder of a scale's files. */
    static Path folder(double scale) {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "data", "tpcds-" + scale);
    }

    /**
     * Makes the files of a scale, unless they exist.
     *
     * @throws IOException if the generator fails; its last words are in the message
     */
    static void generate(double scale) throws IOException {
        Path folder = folder(scale);
        if (Files.exists(folder)) {
            return;
        }
        Path unfinished = folder.resolveSibling(folder.getFileName() + ".unfinished");
        if (Files.exists(unfinished)) {
            Folders.delete(unfinished);
        }
        Files.createDirectories(unfinished);
        Progress.say("generating TPC-DS as text");
        List<String> command =
                new ArrayList<>(Fork.jvm(EnginePeer.libraries("tpcds"), List.of("-Xmx1g", "-XX:+UseSerialGC")));
        command.addAll(List.of(
                "io.trino.tpcds.Driver", "--scale", String.valueOf(scale), "--directory", unfinished.toString()));
        Fork.run(false, command, "the generator of TPC-DS", measurement -> {});
        Files.move(unfinished, folder);
    }
}
