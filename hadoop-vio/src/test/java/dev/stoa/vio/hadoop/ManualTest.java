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

import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadStats;
import dev.stoa.vio.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual shows code that runs, and names every counter. */
class ManualTest {

    private static final java.nio.file.Path MANUAL = java.nio.file.Path.of("..", "docs", "vectored-io.md");
    private static final java.nio.file.Path THIS =
            java.nio.file.Path.of("src/test/java/dev/stoa/vio/hadoop/ManualTest.java");

    @TempDir
    java.nio.file.Path folder;

    private final List<ByteBuffer> decoded = new ArrayList<>();

    private void decode(ByteBuffer bytes) {
        decoded.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
    }

    private void snippet(Path path, Configuration conf) throws IOException {
        // snippet
        FileSystem fs = path.getFileSystem(conf);
        try (RangeSource file = HadoopRangeSource.open(fs, fs.getFileStatus(path))) {
            List<Range> ranges = List.of(new Range(4, 1000), new Range(50_000, 20_000));
            try (RangeBuffers data = file.read(ranges)) {
                for (int i = 0; i < data.count(); i++) {
                    decode(data.buffer(i));
                }
            }
            System.out.println(file.stats());
        }
        // end of snippet
    }

    @Test
    void theSnippetRuns() throws IOException {
        byte[] bytes = Seeds.bytes(new Random(1), 100_000);
        java.nio.file.Path file = Files.write(folder.resolve("f"), bytes);
        snippet(new Path(file.toUri()), new Configuration());
        assertEquals(
                List.of(Seeds.slice(bytes, new Range(4, 1000)), Seeds.slice(bytes, new Range(50_000, 20_000))),
                decoded);
    }

    @Test
    void theSnippetIsTheManuals() throws IOException {
        String here = between(Files.readString(THIS), "        // snippet\n", "        // end of snippet")
                        .stripTrailing()
                        .stripIndent()
                + "\n";
        String shown = between(Files.readString(MANUAL), "```java\n", "```\n");
        assertEquals(here, shown);
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    @Test
    void everyCounterIsExplained() throws IOException {
        String manual = Files.readString(MANUAL);
        IOStatistics statistics = VioStatistics.of(ReadStats.NONE);
        List<String> names = new ArrayList<>(statistics.counters().keySet());
        names.addAll(statistics.maximums().keySet());
        assertTrue(names.size() > 15, names.toString());
        names.forEach(name -> assertTrue(manual.contains('`' + name + '`'), name));
    }
}
