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

import com.sun.management.ThreadMXBean;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Repeats a read within this process and measures wall time, CPU time, and calls to the file system. The CPU time is that of
 * the whole process: helper threads, IO, garbage collection and the compiler count.
 *
 * @param warmMillis how long to repeat at least before anything counts, in CPU time of the calling thread: a busy machine
 *     does not shorten it. It takes up to four times as long while the compiler is still at work
 * @param samples how many samples to take
 * @param sampleMillis how much of that time a sample takes at least; shorter reads are repeated within it
 */
public record Sampler(long warmMillis, int samples, long sampleMillis) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    /** A round of warming up is this part of the least warm-up. */
    private static final int ROUNDS = 4;

    /** The most rounds after the least warm-up. */
    private static final int MOST_ROUNDS = 12;

    /**
     * A process is warm once the compiler has worked for less than this part of {@code QUIET_ROUNDS} consecutive rounds. The
     * work on a method counts at its end, and a large method takes more than a second.
     */
    private static final double QUIET = 0.02;

    private static final int QUIET_ROUNDS = 6;

    /** The CPU time of the calling thread in such a round. The next constant limits the number of rounds. */
    private static final int ROUND_MILLIS = 500;

    private static final int MOST_WARM_ROUNDS = 120;

    /** A read to be measured. */
    public interface Read {
        ReadResult run() throws IOException;
    }

    /**
     * Repeats reads for the least warm-up, and then until the compiler has come to rest, so that what is measured is not how
     * long a compiler takes. That is many times the least for code of many methods; what is compiled before counts for none.
     */
    public void warmUp(Read read) throws IOException {
        repeat(read, warmMillis);
        int quiet = 0;
        for (int round = 0; round < MOST_WARM_ROUNDS && quiet < QUIET_ROUNDS; round++) {
            quiet = compilerMillis(() -> repeat(read, ROUND_MILLIS)) < QUIET * ROUND_MILLIS ? quiet + 1 : 0;
        }
    }

    /** The same for reads that mostly wait: until the compiler has come to rest, but no longer than some time on the clock. */
    public static void warmUp(Read read, long mostMillis) throws IOException {
        long start = System.nanoTime();
        int quiet = 0;
        while (quiet < QUIET_ROUNDS && System.nanoTime() - start < mostMillis * 1_000_000) {
            long before = System.nanoTime();
            double compiled = compilerMillis(read::run);
            quiet = compiled < QUIET * (System.nanoTime() - before) / 1e6 ? quiet + 1 : 0;
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Does something; gives how long the compiler has worked meanwhile. */
    private static long compilerMillis(Work work) throws IOException {
        long compiled = COMPILER.getTotalCompilationTime();
        work.run();
        return COMPILER.getTotalCompilationTime() - compiled;
    }

    /** Measures one case and gives its measurements. */
    public void measure(String benchmark, String item, String contender, Read read, Consumer<Measurement> found)
            throws IOException {
        ReadResult result = read.run();
        repeat(read, warmMillis);
        long compiled = COMPILER.getTotalCompilationTime();
        double millisPerRead = repeat(read, warmMillis / ROUNDS);
        for (int round = 0; round < MOST_ROUNDS && isBusy(compiled); round++) {
            compiled = COMPILER.getTotalCompilationTime();
            millisPerRead = repeat(read, warmMillis / ROUNDS);
        }
        int perSample = (int) Math.max(1, Math.ceil(sampleMillis / millisPerRead));
        measure(benchmark, item, contender, read, result, perSample, found);
    }

    /** A case to be measured in turn with others, and what reading it has given before. */
    public record Turn(String item, Read read, ReadResult known) {}

    /**
     * Measures cases whose reads mostly wait: all of them once, then all again, and so on. So no case alone meets a cold
     * server. Each read is a sample. It has no warm-up.
     */
    public void measureInTurn(String benchmark, String contender, List<Turn> turns, Consumer<Measurement> found)
            throws IOException {
        ProcessCpu clock = new ProcessCpu();
        double[][] wall = new double[turns.size()][samples];
        double[][] cpu = new double[turns.size()][samples];
        for (int s = 0; s < samples; s++) {
            for (int t = 0; t < turns.size(); t++) {
                Turn turn = turns.get(t);
                long wallBefore = System.nanoTime();
                long cpuBefore = clock.nanos();
                same(turn.item(), contender, turn.known(), turn.read().run());
                cpu[t][s] = (clock.nanos() - cpuBefore) / 1e6;
                wall[t][s] = (System.nanoTime() - wallBefore) / 1e6;
            }
        }
        for (int t = 0; t < turns.size(); t++) {
            report(
                    benchmark,
                    turns.get(t).item(),
                    contender,
                    wall[t],
                    cpu[t],
                    turns.get(t).known(),
                    found);
        }
    }

    private static void same(String item, String contender, ReadResult first, ReadResult again) throws IOException {
        if (again.checksum() != first.checksum() || again.values() != first.values()) {
            throw new IOException(item + " of " + contender + " gave " + again + " after " + first);
        }
    }

    /** Measures one case that takes so long that it is run once only, to be counted and timed. */
    public static void measureOnce(
            String benchmark, String item, String contender, Read read, Consumer<Measurement> found)
            throws IOException {
        ProcessCpu clock = new ProcessCpu();
        long wallBefore = System.nanoTime();
        long cpuBefore = clock.nanos();
        ReadResult result = read.run();
        double cpu = (clock.nanos() - cpuBefore) / 1e6;
        double wall = (System.nanoTime() - wallBefore) / 1e6;
        report(benchmark, item, contender, new double[] {wall}, new double[] {cpu}, result, found);
    }

    private void measure(
            String benchmark,
            String item,
            String contender,
            Read read,
            ReadResult result,
            int perSample,
            Consumer<Measurement> found)
            throws IOException {
        ProcessCpu clock = new ProcessCpu();
        double[] wall = new double[samples];
        double[] cpu = new double[samples];
        for (int s = 0; s < samples; s++) {
            long wallBefore = System.nanoTime();
            long cpuBefore = clock.nanos();
            for (int i = 0; i < perSample; i++) {
                same(item, contender, result, read.run());
            }
            cpu[s] = (clock.nanos() - cpuBefore) / 1e6 / perSample;
            wall[s] = (System.nanoTime() - wallBefore) / 1e6 / perSample;
        }
        report(benchmark, item, contender, wall, cpu, result, found);
    }

    private static void report(
            String benchmark,
            String item,
            String contender,
            double[] wall,
            double[] cpu,
            ReadResult result,
            Consumer<Measurement> found) {
        found.accept(Measurement.spread(benchmark, item, contender, Metric.WALL_MS, wall));
        found.accept(Measurement.spread(benchmark, item, contender, Metric.PROCESS_CPU_MS, cpu));
        io(benchmark, item, contender, result.io(), found);
        facts(benchmark, item, contender, result, found);
    }

    /** Repeats a read for some CPU time of the calling thread; gives how much of it one takes. */
    private static double repeat(Read read, long millis) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        long repeats = 0;
        do {
            read.run();
            repeats++;
        } while (THREADS.getCurrentThreadCpuTime() - start < millis * 1_000_000);
        return (THREADS.getCurrentThreadCpuTime() - start) / 1e6 / repeats;
    }

    /** Whether the compiler has worked for long since its total time was {@code compiledMillis}. */
    private boolean isBusy(long compiledMillis) {
        return COMPILER.getTotalCompilationTime() - compiledMillis > warmMillis / ROUNDS / 20;
    }

    /** Gives the values and the checksum of a read. */
    public static void facts(
            String benchmark, String item, String contender, ReadResult result, Consumer<Measurement> found) {
        found.accept(Measurement.exact(benchmark, item, contender, Metric.VALUES, result.values()));
        // a JSON number keeps 53 bits
        found.accept(
                Measurement.exact(benchmark, item, contender, Metric.CHECKSUM, result.checksum() & ((1L << 52) - 1)));
    }

    private static void io(String benchmark, String item, String contender, IoCounts io, Consumer<Measurement> found) {
        found.accept(Measurement.exact(benchmark, item, contender, Metric.BYTES_READ, io.bytesRead()));
        found.accept(Measurement.exact(benchmark, item, contender, Metric.REQUESTS, io.requests()));
        found.accept(Measurement.exact(benchmark, item, contender, Metric.ROUND_TRIPS, io.roundTrips()));
    }

    /** The heap bytes that all threads of this process allocate in one read, without those that end within it. */
    public static long allocatedBytes(Read read) throws IOException {
        long before = allocatedBytes();
        read.run();
        return allocatedBytes() - before;
    }

    private static long allocatedBytes() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
