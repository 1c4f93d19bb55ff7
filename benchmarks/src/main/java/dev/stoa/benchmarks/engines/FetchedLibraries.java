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

import dev.stoa.benchmarks.harness.Installation;
import dev.stoa.benchmarks.harness.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Fetches libraries that are no part of the build, once. */
final class FetchedLibraries {
    private FetchedLibraries() {}

    /**
     * Returns a class path.
     *
     * @param peer the folder in {@code benchmarks/peers} whose pom names the libraries
     * @throws IOException if Maven fails; its last words are in the message
     */
    static Path of(String peer) throws IOException {
        Path project = EnginePeer.sources(peer).resolve("pom.xml");
        Path classPath = Path.of(System.getProperty("stoa.benchmarks.target"), "peers", peer, "classpath.txt");
        if (Installation.isOlder(classPath, project)) {
            Files.createDirectories(classPath.getParent());
            Progress.say("fetching the libraries of " + peer);
            Installation.run(List.of(
                    "mvn",
                    "-q",
                    "-B",
                    "-ntp",
                    "-f",
                    project.toString(),
                    "dependency:build-classpath",
                    "-Dmdep.outputFile=" + classPath));
        }
        return Path.of(Files.readString(classPath).strip());
    }
}
