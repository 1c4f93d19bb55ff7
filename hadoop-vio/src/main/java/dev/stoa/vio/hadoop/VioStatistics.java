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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.Latencies;
import dev.stoa.vio.ReadStats;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;

/**
 * The counts of a source as Hadoop's statistics; Hadoop 3.3.1. Counters are those of {@link ReadStats} under {@code
 * vio_...}. The times that requests waited and took, in microseconds, are gauges.
 */
public final class VioStatistics {

    private VioStatistics() {}

    /** Returns a snapshot for Hadoop's tools, such as {@code IOStatisticsLogging.ioStatisticsToString}. */
    public static IOStatistics of(ReadStats stats) {
        IOStatisticsSnapshot snapshot = new IOStatisticsSnapshot();
        addTo(snapshot, stats);
        return snapshot;
    }

    static void addTo(IOStatisticsSnapshot snapshot, ReadStats stats) {
        snapshot.setCounter("vio_ranges_asked", stats.rangesAsked());
        snapshot.setCounter("vio_bytes_asked", stats.bytesAsked());
        snapshot.setCounter("vio_requests", stats.requestsIssued());
        snapshot.setCounter("vio_bytes_read", stats.bytesRead());
        snapshot.setCounter("vio_bytes_used", stats.bytesUsed());
        snapshot.setCounter("vio_bytes_wasted", stats.bytesWasted());
        snapshot.setCounter("vio_round_trips", stats.roundTrips());
        snapshot.setCounter("vio_merges", stats.merges());
        snapshot.setCounter("vio_splits", stats.splits());
        snapshot.setCounter("vio_retries", stats.retries());
        snapshot.setCounter("vio_stalls", stats.stalls());
        snapshot.setCounter("vio_throttles", stats.throttles());
        snapshot.setCounter("vio_hedges", stats.hedges());
        snapshot.setCounter("vio_hedges_won", stats.hedgesWon());
        snapshot.setCounter("vio_refetches", stats.refetches());
        snapshot.setCounter("vio_wait_micros", stats.waitNanos() / 1000);
        times(snapshot, "vio_queue_micros", stats.queueTimes());
        times(snapshot, "vio_service_micros", stats.serviceTimes());
    }

    private static void times(IOStatisticsSnapshot snapshot, String name, Latencies times) {
        snapshot.setGauge(name + "_p50", times.micros(0.5));
        snapshot.setGauge(name + "_p90", times.micros(0.9));
        snapshot.setGauge(name + "_p99", times.micros(0.99));
        snapshot.setMaximum(name, times.maxMicros());
    }
}
