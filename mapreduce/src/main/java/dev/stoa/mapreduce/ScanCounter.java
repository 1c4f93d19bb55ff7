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
package dev.stoa.mapreduce;

import dev.stoa.reader.ScanStats;
import java.util.function.ToLongFunction;

/** Counters of a job's reads, in addition to Hadoop's own. */
public enum ScanCounter {
    /** Bytes that were read of the store. */
    BYTES_READ(ScanStats::bytesRead),
    /** Requests to it. */
    REQUESTS(ScanStats::requests),
    /** Zones of the rows that were to be read. */
    ZONES(ScanStats::zones),
    /** Those that were passed over, as their minima and maxima rule out a match. */
    ZONES_PRUNED(ScanStats::zonesPruned);

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final ToLongFunction<ScanStats> value;

    ScanCounter(ToLongFunction<ScanStats> value) {
        this.value = value;
    }

    long of(ScanStats stats) {
        return value.applyAsLong(stats);
    }
}
