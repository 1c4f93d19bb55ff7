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

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.kernels.Kernels;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.placement.Placement;
import dev.stoa.benchmarks.queries.ArrowScans;
import dev.stoa.benchmarks.queries.Decode;
import dev.stoa.benchmarks.queries.Fig1;
import dev.stoa.benchmarks.queries.Fig1Fork;
import dev.stoa.benchmarks.queries.FooterOpen;
import dev.stoa.benchmarks.queries.Lookup;
import dev.stoa.benchmarks.queries.Sizes;
import dev.stoa.benchmarks.queries.Take;
import dev.stoa.benchmarks.queries.TakeFork;
import dev.stoa.benchmarks.queries.Wide;
import dev.stoa.benchmarks.queries.Write;
import dev.stoa.benchmarks.tables.Commits;
import dev.stoa.benchmarks.tables.GeoDiff;
import dev.stoa.benchmarks.tables.GeoMeter;
import dev.stoa.benchmarks.tables.Overlays;
import dev.stoa.benchmarks.tables.Parallel;
import dev.stoa.benchmarks.tables.Planning;
import dev.stoa.benchmarks.vio.Vio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The main class of measuring processes: one task of one contender. Prints measurements, and what goes wrong. */
final class ForkMain {

    private ForkMain() {}

    /**
     * Runs a task; the microbenchmarks have no data set and no contender.
     *
     * @param words the task, the data set, the contender; then what the task needs
     */
    public static void main(String[] words) throws IOException {
        if (words[0].equals(Kernels.NAME)) {
            Kernels.measure(words[1], words[2], words[3], Integer.parseInt(words[4]), ForkMain::print);
            return;
        }
        if (words[0].equals(Vio.NAME)) {
            Vio.measure(words[1], Integer.parseInt(words[2]), ForkMain::print);
            System.exit(0); // the servers have threads of their own
        }
        if (words[0].equals(Overlays.NAME)) {
            Overlays.measure(Path.of(words[1]), Integer.parseInt(words[2]), ForkMain::print);
            return;
        }
        if (words[0].equals(Parallel.NAME)) {
            Parallel.measure(Path.of(words[1]), Integer.parseInt(words[2]), ForkMain::print);
            return;
        }
        if (words[0].equals(ArrowScans.NAME)) {
            ArrowScans.measure(
                    Path.of(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]), ForkMain::print);
            return;
        }
        if (words[0].equals(Commits.NAME)) {
            Commits.measure(List.of(words), ForkMain::print);
            System.exit(0); // clients of stores have threads of their own
        }
        if (words[0].equals(Planning.NAME)) {
            Planning.measure(List.of(words), ForkMain::print);
            System.exit(0); // libraries have threads of their own
        }
        if (words[0].equals(Placement.NAME)) {
            Placement.measure(ForkMain::print);
            return;
        }
        if (words[0].equals(GeoDiff.NAME)) {
            GeoMeter.measure(List.of(words), ForkMain::print);
            return;
        }
        DataSet data = new DataSet(words[1]);
        Contender contender = Contenders.named(words[2]);
        switch (words[0]) {
            case "prepare" -> data.prepare(contender, List.of(words).subList(3, words.length));
            case "sizes" -> sizes(data, contender);
            case "verify" -> verify(data, contender, words[3]);
            case "decode" -> decode(data, contender, words, sampler(words));
            case Write.NAME -> Write.measure(data, contender, words[3], words[4], sampler(words), ForkMain::print);
            case Fig1.NAME -> Fig1Fork.run(data, words, sampler(words), ForkMain::print);
            case Lookup.NAME -> Lookup.measure(data, contender, words, ForkMain::print);
            case Take.NAME -> TakeFork.run(data, contender, words, sampler(words), ForkMain::print);
            case Wide.NAME -> Wide.measure(data, contender, words[3], words[4], sampler(words), ForkMain::print);
            case "open" -> open(data, contender, words[3] + "/" + words[4], words[3], sampler(words));
            default -> throw new IllegalArgumentException("there is no task '" + words[0] + "'");
        }
    }

    private static Sampler sampler(String[] words) {
        return new Sampler(Long.parseLong(words[5]), Integer.parseInt(words[6]), Long.parseLong(words[7]));
    }

    private static void print(Measurement measurement) {
        System.out.println(measurement.toLine());
    }

    private static void sizes(DataSet data, Contender contender) throws IOException {
        for (String variant : contender.sizeVariants()) {
            Path file = data.file(contender, variant);
            contender
                    .columnBytes(file)
                    .forEach((column, bytes) -> print(Measurement.exact(
                            Sizes.NAME, column + "/" + variant, contender.name(), Metric.BYTES, bytes)));
            print(Measurement.exact(
                    Sizes.NAME, Sizes.FILE + "/" + variant, contender.name(), Metric.BYTES, Files.size(file)));
        }
    }

    private static void verify(DataSet data, Contender contender, String variant) throws IOException {
        for (String column : data.columns()) {
            ReadResult result = contender.read(data.file(contender, variant), List.of(column));
            Sampler.facts(
                    Decode.NAME, Decode.VERIFY + column + "/" + variant, contender.name(), result, ForkMain::print);
        }
    }

    private static void decode(DataSet data, Contender contender, String[] words, Sampler sampler) throws IOException {
        String suffix = words[3] + "/" + words[4];
        Path file = data.file(contender, words[3]);
        List<String> columns = data.columns();
        sampler.measure(
                Decode.NAME,
                Decode.ALL + "/" + suffix,
                contender.name(),
                () -> contender.read(file, columns),
                ForkMain::print);
        Sampler perColumn = new Sampler(sampler.warmMillis() / 10, sampler.samples(), sampler.sampleMillis());
        List<String> chosen = words.length > 8 ? List.of(words).subList(8, words.length) : columns;
        for (String column : chosen) {
            List<String> one = List.of(column);
            perColumn.measure(
                    Decode.NAME,
                    column + "/" + suffix,
                    contender.name(),
                    () -> contender.read(file, one),
                    ForkMain::print);
        }
    }

    private static void open(DataSet data, Contender contender, String suffix, String variant, Sampler sampler)
            throws IOException {
        Path file = data.file(contender, variant);
        Sampler.Read read = () -> contender.read(file, FooterOpen.COLUMNS);
        sampler.measure(FooterOpen.NAME, FooterOpen.OPEN + "/" + suffix, contender.name(), read, ForkMain::print);
        print(Measurement.exact(
                FooterOpen.NAME,
                FooterOpen.ALLOCATED + "/" + suffix,
                contender.name(),
                Metric.BYTES,
                Sampler.allocatedBytes(read)));
        print(Measurement.exact(
                FooterOpen.NAME, FooterOpen.FILE + "/" + variant, contender.name(), Metric.BYTES, Files.size(file)));
    }
}
