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
package dev.stoa.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How many processes measure each contender, and for how long.
 *
 * @param count processes per contender, variant and JVM setting
 * @param warmMillis of each process
 * @param samples of each case in each process
 * @param sampleMillis the least length of a sample
 */
record Forks(int count, long warmMillis, int samples, long sampleMillis) {

    /** The flags of processes that write files, whose speed is not measured. */
    static final List<String> ROOMY = List.of("-Xmx6g");

    private static final Forks FULL = new Forks(3, 9_000, 5, 60);
    private static final Forks QUICK = new Forks(1, 1_500, 3, 30);

    static Forks of(Options options) {
        return options.quick() ? QUICK : FULL;
    }

    /** Lets a contender write the files that it lacks. */
    static void prepare(DataSet data, Contender contender, List<String> variants) throws IOException {
        List<String> words = new ArrayList<>(List.of("prepare", data.name(), contender.name()));
        words.addAll(variants);
        Fork.run(false, ROOMY, words, m -> {});
    }

    /** Runs a task of all contenders in turn, then all again, and so on, so that a noisy minute meets all alike. */
    void interleave(
            String task,
            DataSet data,
            List<Contender> contenders,
            Function<Contender, List<String>> variants,
            List<Jvm> jvms,
            Results results)
            throws IOException {
        for (int fork = 1; fork <= count; fork++) {
            for (Jvm jvm : jvms) {
                for (Contender contender : contenders) {
                    for (String variant : variants.apply(contender)) {
                        Progress.say(task + " " + fork + "/" + count + " " + jvm.label() + " " + contender.name() + " "
                                + variant);
                        List<String> words = List.of(
                                task,
                                data.name(),
                                contender.name(),
                                variant,
                                jvm.label(),
                                String.valueOf(warmMillis),
                                String.valueOf(samples),
                                String.valueOf(sampleMillis));
                        Fork.run(true, jvm.flags(), words, results::add);
                    }
                }
            }
        }
    }
}
