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

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of all threads of this process, those of the JVM included.
 *
 * <p>The JDK's own counter moves in steps of 10 ms. On Linux this uses the scheduler's counters of the single threads instead.
 * They are in nanoseconds, but late while their thread runs. So the calling thread uses the JDK's counter of its own time. (On
 * one pinned core the other threads stop meanwhile.)
 */
public final class ProcessCpu {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final String self;
    private final Map<String, Long> others = new HashMap<>();

    /** A clock for the calling thread. */
    public ProcessCpu() {
        this.self = self();
    }

    private static String self() {
        try {
            Path link = Files.readSymbolicLink(Path.of("/proc/thread-self"));
            String id = link.getFileName().toString();
            return Files.isReadable(TASKS.resolve(id).resolve("schedstat")) ? id : "";
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** The nanoseconds used so far; only differences mean something. It takes some 100 microseconds of them itself. */
    public long nanos() throws IOException {
        return others() + own();
    }

    /** Those of the calling thread; quickly. */
    public long own() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Those of all other threads. */
    public long others() throws IOException {
        if (self.isEmpty()) {
            return SYSTEM.getProcessCpuTime() - own();
        }
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                String id = task.getFileName().toString();
                if (!id.equals(self)) {
                    others.merge(id, schedStat(task), Math::max);
                }
            }
        }
        // threads that have ended keep what they had when last seen
        long sum = 0;
        for (long nanos : others.values()) {
            sum += nanos;
        }
        return sum;
    }

    private static long schedStat(Path task) {
        try {
            String text = Files.readString(task.resolve("schedstat"));
            return Long.parseLong(text.substring(0, text.indexOf(' ')));
        } catch (IOException e) {
            return 0; // the thread has ended since it was listed
        }
    }
}
