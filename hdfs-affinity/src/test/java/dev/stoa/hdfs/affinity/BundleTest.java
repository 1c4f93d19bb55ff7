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
package dev.stoa.hdfs.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Looks at the jar that namenodes get; runs when it is packaged. */
final class BundleTest {
    private static final Path BUNDLE = Path.of(System.getProperty("stoa.bundle"));
    private static final long MOST_BYTES = 100_000;

    @Test
    void itIsSmall() throws Exception {
        assertTrue(Files.size(BUNDLE) < MOST_BYTES, "the jar has " + Files.size(BUNDLE) + " bytes");
    }

    @Test
    void itHasThePoliciesAndNothingElse() throws Exception {
        try (JarFile jar = new JarFile(BUNDLE.toFile())) {
            List<String> foreign = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .filter(name -> !name.startsWith("dev/stoa/hdfs/affinity/") && !name.startsWith("META-INF/"))
                    .toList();
            assertEquals(List.of(), foreign);
            List<String> notices = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("META-INF/"))
                    .sorted()
                    .toList();
            assertEquals(List.of("META-INF/LICENSE", "META-INF/MANIFEST.MF", "META-INF/NOTICE"), notices);
            assertTrue(jar.getEntry("dev/stoa/hdfs/affinity/AffinityPolicy.class") != null, "the policy is there");
            assertTrue(
                    jar.getEntry("dev/stoa/hdfs/affinity/placement/PlacementMap.class") != null,
                    "it has maps of its own");
            assertTrue(jar.getEntry("dev/stoa/hdfs/affinity/placement/Planner.class") == null, "it plans nothing");
        }
    }
}
