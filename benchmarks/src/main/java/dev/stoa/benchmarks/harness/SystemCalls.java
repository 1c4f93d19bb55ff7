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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The reads of this process by system calls, as Linux counts them: for readers in native code. Memory maps do not count. */
public final class SystemCalls {
    private static final Path COUNTERS = Path.of("/proc/self/io");

    private SystemCalls() {}

    /**
     * Bytes that the system had to fetch from the disk for this process, as they were not in the page cache; 0 if the system
     * does not count them.
     */
    public static long bytesFromDisk() {
        String name = "read_bytes: ";
        try (Stream<String> lines = Files.lines(COUNTERS)) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                    .sum();
        } catch (IOException e) {
            return 0; // no Linux
        }
    }

    /** The counts; taking them is itself counted in the next ones. */
    public static IoCounts counts() {
        try {
            long bytes = 0;
            long calls = 0;
            for (String line : Files.readAllLines(COUNTERS)) {
                if (line.startsWith("rchar: ")) {
                    bytes = Long.parseLong(line.substring("rchar: ".length()));
                } else if (line.startsWith("syscr: ")) {
                    calls = Long.parseLong(line.substring("syscr: ".length()));
                }
            }
            return new IoCounts(bytes, calls, 0);
        } catch (IOException e) {
            return IoCounts.NONE; // no Linux
        }
    }
}
