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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Only the classes which say so refer to what the Hadoop at hand does not have. */
class HadoopLinksTest {

    /** Since which version all that a class refers to is there; the others do with the oldest Hadoop. */
    private static final Map<String, String> SINCE = Map.ofEntries(
            Map.entry("OpenFile", "3.3.0"),
            Map.entry("ByteBufferStream", "3.3.0"),
            Map.entry("PublishedByClose", "3.3.1"),
            Map.entry("S3AStreams", "3.3.2"),
            Map.entry("VioStatistics", "3.3.1"),
            Map.entry("VectoredStream", "3.3.5"),
            Map.entry("VectoredDelivery", "3.3.5"),
            Map.entry("VectoredRanges", "3.3.5"),
            Map.entry("VectoredTarget", "3.3.5"),
            Map.entry("VioInputStream", "3.3.5"),
            Map.entry("VioOpenFile", "3.3.5"),
            Map.entry("VioFs", "3.3.5"), // its newer calls only pass on what newer callers ask for
            Map.entry("VioFileSystem", "3.4.1")); // likewise

    @Test
    void theHadoopIsTheOneToTest() {
        assertEquals(System.getProperty("stoa.test.hadoop"), RunningHadoop.version());
    }

    @Test
    void whatIsMissingIsUsedByNewerClassesOnly() throws IOException, URISyntaxException {
        Path classes = Path.of(HadoopRangeSource.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(classes)) {
            all.filter(file -> file.toString().endsWith(".class")).forEach(files::add);
        }
        assertTrue(files.size() > 30, "looked into " + files.size() + " classes only");
        Map<String, Set<String>> missing = new TreeMap<>();
        int references = 0;
        for (Path file : files) {
            References found = References.of(Files.readAllBytes(file), "org/apache/hadoop/");
            references += found.count();
            if (!found.missing().isEmpty()) {
                String name = file.getFileName().toString().replaceAll("(\\$.*)?\\.class$", "");
                missing.computeIfAbsent(name, n -> new TreeSet<>()).addAll(found.missing());
            }
        }
        assertTrue(references > 60, "found " + references + " references to Hadoop only");
        assertEquals(
                SINCE.entrySet().stream()
                        .filter(e -> !RunningHadoop.isAtLeast(e.getValue()))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList(),
                List.copyOf(missing.keySet()),
                missing.toString());
    }
}
