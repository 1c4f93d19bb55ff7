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
package dev.stoa.benchmarks.placement;

import dev.stoa.benchmarks.harness.ForwardingFolder;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;

/** A folder that counts the requests and bytes of all reads of its files. */
final class CountedFolder extends ForwardingFolder {
    private final Queue<RangeSource> opened = new ConcurrentLinkedQueue<>();

    CountedFolder(Folder folder) {
        super(folder);
    }

    /** Counts from zero again. */
    void reset() {
        opened.clear();
    }

    long requests() {
        return sum(ReadStats::requestsIssued);
    }

    long bytes() {
        return sum(ReadStats::bytesRead);
    }

    private long sum(ToLongFunction<ReadStats> count) {
        return opened.stream().map(RangeSource::stats).mapToLong(count).sum();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        RangeSource source = super.open(name, knownLength);
        opened.add(source);
        return source;
    }
}
