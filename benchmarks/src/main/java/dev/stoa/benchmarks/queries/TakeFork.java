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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.StoredFile;
import dev.stoa.benchmarks.vio.RemoteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures rows by number in a process of its own: all cases of one contender on one store. */
public final class TakeFork {
    /** How long the cases of a far store are read at most before they are timed. */
    private static final long MOST_FAR_WARM_MILLIS = 20_000;

    private TakeFork() {}

    /**
     * Measures.
     *
     * @param words of {@code ForkMain}: from the fourth on the variant, the setting, the sampler's three, the store, the folder
     *     of the numbers
     */
    public static void run(
            DataSet data, Contender contender, String[] words, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        Path local = data.file(contender, words[3]);
        Path numbers = Path.of(words[9]);
        String suffix = "/" + words[3] + "/" + words[4];
        if (words[8].equals(StoreKind.CACHE.label())) {
            near(turns(data, contender, StoredFile.local(local), numbers, suffix, found), contender, sampler, found);
            found.accept(Measurement.exact(
                    Take.NAME, Take.FILE + suffix, contender.name(), Metric.BYTES, Files.size(local)));
            return;
        }
        StoredFile far = StoredFile.remote(local, RemoteStore.of(words[8]));
        List<Sampler.Turn> warm = turns(data, contender, StoredFile.local(local), numbers, suffix, m -> {});
        sampler.warmUp(() -> all(warm));
        List<Sampler.Turn> turns = turns(data, contender, far, numbers, suffix, found);
        Sampler.warmUp(() -> all(turns), MOST_FAR_WARM_MILLIS);
        sampler.measureInTurn(Take.NAME, contender.name(), turns, found);
    }

    private static void near(
            List<Sampler.Turn> turns, Contender contender, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        sampler.warmUp(() -> all(turns));
        Sampler each = new Sampler(sampler.warmMillis() / turns.size(), sampler.samples(), sampler.sampleMillis());
        for (Sampler.Turn turn : turns) {
            IoCounts read = turn.known().io();
            each.measure(
                    Take.NAME,
                    turn.item(),
                    contender.name(),
                    () -> turn.read().run().withIo(read),
                    found);
        }
    }

    /** Reads all cases once, for the warm-up. */
    private static ReadResult all(List<Sampler.Turn> turns) throws IOException {
        for (Sampler.Turn turn : turns) {
            turn.read().run();
        }
        return new ReadResult(0, 0, IoCounts.NONE);
    }

    /** Reads each case once for its checksum, and once more to count requests and bytes. */
    private static List<Sampler.Turn> turns(
            DataSet data,
            Contender contender,
            StoredFile file,
            Path numbers,
            String suffix,
            Consumer<Measurement> found)
            throws IOException {
        List<Sampler.Turn> turns = new ArrayList<>();
        for (TakeCase item : TakeCase.cases()) {
            long[] rows = item.rows(numbers);
            List<String> columns = item.columns(data);
            Sampler.facts(
                    Take.NAME,
                    Decode.VERIFY + item.title() + suffix,
                    contender.name(),
                    contender.take(file, columns, rows).verified(),
                    found);
            Sampler.Read read = () -> contender.take(file, columns, rows).counted();
            turns.add(new Sampler.Turn(item.title() + suffix, read, file.counted(read)));
        }
        return turns;
    }
}
