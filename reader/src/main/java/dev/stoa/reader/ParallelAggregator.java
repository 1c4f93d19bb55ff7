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
package dev.stoa.reader;

import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.parallel.ParallelRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Aggregates inputs: each by its metadata when it is opened, then the rows that are left, part by part. */
final class ParallelAggregator implements ParallelRun.Job {
    /** By input, so that its order, not that of threads, decides whose columns give their names. */
    private final Map<Integer, Aggregator> byInput = new TreeMap<>();

    /** The inputs. When one is opened, it is aggregated as far as its metadata tells. */
    List<DividedInput> inputs(List<ScanInput> inputs) {
        List<DividedInput> all = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            int input = i;
            all.add(new FileInput(inputs.get(i), (builder, counters) -> plan(input, builder, counters)));
        }
        return all;
    }

    private FileInput.Planned plan(int input, ScanBuilder builder, ScanCounters counters) throws IOException {
        Aggregator aggregator = builder.aggregator(counters);
        RowRanges unknown = aggregator.addZones();
        synchronized (this) {
            byInput.put(input, aggregator);
        }
        return new FileInput.Planned(aggregator.plan(), unknown);
    }

    private synchronized Aggregator of(int input) {
        return byInput.get(input);
    }

    @Override
    public void read(int worker, ParallelRun.Part part, ParallelRun.Batches batches) throws IOException {
        Aggregator ofInput = of(part.input());
        Aggregator found = ofInput.part();
        while (batches.next()) {
            found.add(batches.batch());
        }
        synchronized (this) {
            ofInput.merge(found);
        }
    }

    /** All together. */
    synchronized Aggregates result(ScanStats stats) {
        Optional<Aggregator> total = Optional.empty();
        for (Aggregator one : byInput.values()) {
            if (total.isPresent()) {
                total.get().merge(one);
            } else {
                total = Optional.of(one);
            }
        }
        return total.map(all -> all.result(stats)).orElse(new Aggregates(0, 0, List.of(), stats));
    }
}
