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

import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import java.util.List;
import java.util.stream.Stream;

/** The values of some columns of some rows in arrays. */
public final class TakenRows {
    private final List<TakenColumn> columns;

    TakenRows(int columns, int rows) {
        this.columns =
                Stream.generate(() -> new TakenColumn(rows)).limit(columns).toList();
    }

    TakenColumn column(int index) {
        return columns.get(index);
    }

    /** The number of values, and nothing of what they are: to look at them would take time. */
    public ReadResult counted() {
        long values = columns.stream().mapToLong(TakenColumn::count).sum();
        return new ReadResult(values, values, IoCounts.NONE);
    }

    /** The number of values, and a sum of every bit. */
    public ReadResult verified() {
        long sum = columns.stream().mapToLong(TakenColumn::checksum).sum();
        return new ReadResult(counted().values(), sum, IoCounts.NONE);
    }
}
