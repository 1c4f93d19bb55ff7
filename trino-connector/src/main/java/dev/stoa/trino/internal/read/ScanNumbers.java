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
package dev.stoa.trino.internal.read;

import dev.stoa.reader.ScanStats;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.spi.metrics.Metrics;
import java.util.Map;

/** Counts of a scan, which {@code EXPLAIN ANALYZE VERBOSE} shows. */
final class ScanNumbers {
    private ScanNumbers() {}

    /** Numbers of a class that the server has, too: it reads them from JSON, and would lose all statistics of the task with another. */
    static Metrics of(ScanStats stats, long sidecars) {
        return new Metrics(Map.of(
                "zones", new LongCount(stats.zones()),
                "zones pruned", new LongCount(stats.zonesPruned()),
                "requests", new LongCount(stats.requests()),
                "bytes", new LongCount(stats.bytesRead()),
                "sidecars", new LongCount(sidecars)));
    }
}
