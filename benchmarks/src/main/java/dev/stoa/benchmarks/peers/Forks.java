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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Jvm;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How many processes measure each contender, and for how long.
 *
 * @param count processes per contender, variant and JVM setting
 * @param warmMillis of each process
 * @param samples of each case in each process
 * @param sampleMillis the least length of a sample
 */
public record Forks(int count, long warmMillis, int samples, long sampleMillis) {

    /** The flags of processes that write files, whose speed is not measured. */
    public static final List<String> ROOMY = List.of("-Xmx6g");

    /** The task that is measured in each way of delivery. */
    public static final String DECODE = "decode";

    private static final Forks FULL = new Forks(3, 9_000, 5, 60);
    private static final Forks QUICK = new Forks(1, 3_000, 3, 30);

    public static Forks of(Options options) {
        return options.quick() ? QUICK : FULL;
    }

    /** Makes a contender ready, and lets it or the one whose files it reads write those that are missing. */
    public static void prepare(DataSet data, Contender contender, List<String> variants) throws IOException {
        contender.install();
        if (contender.startsFromParquet()) {
            prepare(data, DataSet.parquetWriter(), List.of(DataSet.PARQUET));
        }
        if (!contender.filesOf().equals(contender.name())) {
            prepare(data, Contenders.named(contender.filesOf()), variants);
            return;
        }
        List<String> missing = new ArrayList<>();
        for (String variant : variants) {
            if (!Files.exists(data.file(contender, variant))) {
                missing.add(variant);
            }
        }
        if (!missing.isEmpty()) {
            data.cleanUp(contender, missing);
            List<String> words = new ArrayList<>(List.of("prepare", data.name(), contender.name()));
            words.addAll(missing);
            run(false, contender, ROOMY, words, m -> {});
        }
    }

    /** Runs a step for each contender; those that fail are missing from then on. */
    public static List<Contender> each(List<Contender> contenders, Results results, Step step) {
        List<Contender> left = new ArrayList<>();
        for (Contender contender : contenders) {
            try {
                step.of(contender);
                left.add(contender);
            } catch (IOException e) {
                Progress.say(contender.name() + " is missing: " + e.getMessage());
                results.missing(contender.name());
            }
        }
        return left;
    }

    /** A step for a contender. */
    public interface Step {
        void of(Contender contender) throws IOException;
    }

    /** Runs a task of all contenders in turn, then all again, and so on, so that a noisy minute meets all alike. */
    public void interleave(
            String task,
            DataSet data,
            List<Contender> contenders,
            Function<Contender, List<String>> variants,
            List<Jvm> jvms,
            List<Delivery> deliveries,
            Set<String> columns,
            Results results) {
        List<Contender> left = contenders;
        for (int fork = 1; fork <= count; fork++) {
            String turn = task + " " + fork + "/" + count + " ";
            for (Jvm jvm : jvms) {
                for (Delivery delivery : deliveries) {
                    left = each(left, results, contender -> {
                        List<String> measured = contender.deliveries().contains(delivery) || !task.equals(DECODE)
                                ? variants.apply(contender)
                                : List.of();
                        for (String variant : measured) {
                            Progress.say(
                                    turn + String.join(" ", jvm.label(), delivery.label(), contender.name(), variant));
                            run(task, data, contender, variant, jvm, delivery, columns, results);
                        }
                    });
                }
            }
        }
    }

    private void run(
            String task,
            DataSet data,
            Contender contender,
            String variant,
            Jvm jvm,
            Delivery delivery,
            Set<String> columns,
            Results results)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(
                task,
                data.name(),
                contender.name(),
                variant,
                task.equals(DECODE) ? jvm.label() + "/" + delivery.label() : jvm.label(),
                String.valueOf(warmMillis),
                String.valueOf(samples),
                String.valueOf(sampleMillis)));
        words.addAll(columns);
        List<String> flags = new ArrayList<>(jvm.flags());
        flags.add(delivery.flag());
        run(true, contender, flags, words, results::add);
    }

    /**
     * Runs a task of a contender to its end.
     *
     * @param pinned whether to pin the process to one core, where that is possible
     * @param contender who does it
     * @param flags of the JVM
     * @param task the words for the process
     * @param found gets every measurement
     * @throws IOException if the process fails; its last words are in the message
     */
    public static void run(
            boolean pinned, Contender contender, List<String> flags, List<String> task, Consumer<Measurement> found)
            throws IOException {
        Fork.run(pinned, contender.command(flags, task), String.join(" ", task), found);
    }
}
