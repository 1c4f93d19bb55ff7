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

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.harness.StoreKind;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query;
import dev.stoa.benchmarks.peers.Fig1Query.Answer;
import dev.stoa.benchmarks.peers.StoaFig1;
import dev.stoa.benchmarks.peers.StoredFile;
import dev.stoa.benchmarks.peers.Touch;
import dev.stoa.benchmarks.vio.RemoteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The work of a measuring process for Figure 1: all points of one entrant on one store. */
public final class Fig1Fork {
    /** The result of the warm-up, which is not checked. */
    private static final ReadResult WARM = new ReadResult(0, 0, IoCounts.NONE);

    /** Of the warm-up of the process, each case gets this part once more. */
    private static final int CASES = 60;

    /** How long the cases of a far store are answered at most before they are timed. */
    private static final long MOST_FAR_WARM_MILLIS = 20_000;

    private final Contender contender;
    private final Entrant entrant;
    private final String setting;
    private final Map<String, Integer> points;
    private final Path local;
    private final Consumer<Measurement> found;

    private Fig1Fork(DataSet data, Entrant entrant, String setting, List<String> points, Consumer<Measurement> found)
            throws IOException {
        this.contender = Contenders.named(entrant.contender());
        this.entrant = entrant;
        this.setting = entrant.variant() + "/" + setting;
        this.points = Fig1Points.parse(points);
        this.local = data.file(contender, entrant.fileVariant());
        this.found = found;
    }

    /**
     * Measures; or, where every bit of every value is to count, answers once.
     *
     * @param words of {@code ForkMain}: from the fourth on the variant, the setting, the sampler's three, the store, the points
     */
    public static void run(DataSet data, String[] words, Sampler sampler, Consumer<Measurement> found)
            throws IOException {
        Entrant entrant = Entrant.of(words[2], words[3]);
        List<String> points = List.of(words).subList(9, words.length);
        Fig1Fork fork = new Fig1Fork(data, entrant, words[4], points, found);
        if (Touch.DELIVERY == Delivery.FULL) {
            fork.verify();
        } else if (words[8].equals(StoreKind.CACHE.label())) {
            fork.near(sampler);
        } else {
            fork.far(sampler, RemoteStore.of(words[8]));
        }
    }

    private interface Case {
        void of(String point, Fig1Query query) throws IOException;
    }

    private void each(Case work) throws IOException {
        for (Answer answer : Answer.values()) {
            if (answer == Answer.DECODED || entrant.takesAggregates()) {
                for (Map.Entry<String, Integer> point : points.entrySet()) {
                    work.of(point.getKey(), new Fig1Query(point.getValue(), answer, entrant.keepsOpen()));
                }
            }
        }
    }

    private ReadResult answer(StoredFile file, Fig1Query query) throws IOException {
        return contender.answer(file, entrant.variant(), query);
    }

    private String item(String point, Fig1Query query) {
        return Fig1.item(point, query.answer()) + "/" + setting;
    }

    private void verify() throws IOException {
        StoredFile file = StoredFile.local(local);
        for (Map.Entry<String, Integer> point : points.entrySet()) {
            ReadResult result = answer(file, new Fig1Query(point.getValue(), Answer.DECODED, entrant.keepsOpen()));
            Sampler.facts(
                    Fig1.NAME, Decode.VERIFY + point.getKey() + "/" + setting, entrant.contender(), result, found);
        }
        found.accept(Measurement.exact(
                Fig1.NAME,
                Fig1.FILE + "/" + entrant.fileVariant(),
                entrant.contender(),
                Metric.BYTES,
                Files.size(local)));
    }

    /** All points one after the other, to get warm. */
    private ReadResult all(StoredFile file) throws IOException {
        each((point, query) -> answer(file, query));
        return WARM;
    }

    private void near(Sampler sampler) throws IOException {
        StoredFile file = StoredFile.local(local);
        sampler.warmUp(() -> all(file));
        Sampler each = new Sampler(sampler.warmMillis() / CASES, sampler.samples(), sampler.sampleMillis());
        each((point, query) -> {
            ReadResult counted = contender.counted(file, entrant.variant(), query);
            each.measure(
                    Fig1.NAME,
                    item(point, query),
                    entrant.contender(),
                    () -> answer(file, query).withIo(counted.io()),
                    found);
        });
        goals(file);
    }

    /** Measures the figures that only the goals of Stoa refer to. */
    private void goals(StoredFile file) throws IOException {
        if (entrant.isStoa() && !entrant.keepsOpen()) {
            for (Map.Entry<String, Integer> point : points.entrySet()) {
                Fig1Query query = new Fig1Query(point.getValue(), Answer.DECODED, false);
                StoaFig1.goals(file, query, point.getKey(), setting, found);
            }
        }
    }

    /** On a far store a sample is one answer, and wall time counts; most code gets warm on the local file, quickly. */
    private void far(Sampler sampler, RemoteStore store) throws IOException {
        StoredFile near = StoredFile.local(local);
        sampler.warmUp(() -> all(near));
        StoredFile file = StoredFile.remote(local, store);
        Sampler.warmUp(() -> all(file), MOST_FAR_WARM_MILLIS);
        List<Sampler.Turn> turns = new ArrayList<>();
        each((point, query) -> turns.add(new Sampler.Turn(
                item(point, query), () -> answer(file, query), contender.counted(file, entrant.variant(), query))));
        sampler.measureInTurn(Fig1.NAME, entrant.contender(), turns, found);
        goals(file);
    }
}
