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
package dev.stoa.reader.internal.file;

import dev.stoa.reader.ScanStats;
import dev.stoa.reader.ScanTrace;
import dev.stoa.vio.ReadPlan;
import java.util.List;
import java.util.Optional;

/** The counters of one scan; see {@link ScanStats} for their meaning. For one thread. */
public final class ScanCounters {
    public long rowsPruned;
    public long rowsByIndex;
    public long rowsFiltered;
    public long rowsDelivered;
    public long batches;
    public long zones;
    public long zonesPruned;
    public long zonesWhole;
    public long vectors;
    public long vectorsPruned;
    public long vectorsSkipped;
    public long columnVectorsDecoded;
    public long vectorsByFrame;
    public long vectorsEncoded;
    public long steps;
    public long stepsInOnePlan;
    long rangesAsked;
    long bytesAsked;
    long requests;
    long bytesRead;
    long roundTrips;
    long metadataBytes;
    long refetchedBytes;
    public long prepareNanos;
    public long readNanos;
    public long decodeNanos;
    public long filterNanos;

    /** The ranges that were read, if they are recorded. */
    public Optional<List<ScanTrace.Fetch>> fetches = Optional.empty();

    /** A plan is read; returns its place among those recorded. */
    public int plan(ReadPlan plan, boolean isMetadata) {
        rangesAsked += plan.asked().size();
        bytesAsked += plan.bytesAsked();
        requests += plan.requests().size();
        bytesRead += plan.bytesToRead();
        roundTrips += plan.requests().isEmpty() ? 0 : 1;
        fetches.ifPresent(all ->
                all.add(new ScanTrace.Fetch(isMetadata, plan.asked(), plan.requests(), plan.estimatedMicros(), 0)));
        return fetches.map(List::size).orElse(0) - 1;
    }

    /** Counts a wait for a plan. */
    public void waited(int place, long nanos) {
        readNanos += nanos;
        if (place < 0) {
            return; // not recorded, or it failed before
        }
        fetches.ifPresent(all -> {
            ScanTrace.Fetch fetch = all.get(place);
            all.set(
                    place,
                    new ScanTrace.Fetch(
                            fetch.isMetadata(),
                            fetch.asked(),
                            fetch.requests(),
                            fetch.expectedMicros(),
                            fetch.waitedNanos() + nanos));
        });
    }

    /** The counters of a scan that has these statistics. */
    public static ScanCounters of(ScanStats stats) {
        ScanCounters counters = new ScanCounters();
        counters.rowsPruned = stats.rowsPruned();
        counters.rowsByIndex = stats.rowsByIndex();
        counters.rowsFiltered = stats.rowsFiltered();
        counters.rowsDelivered = stats.rowsDelivered();
        counters.batches = stats.batches();
        counters.zones = stats.zones();
        counters.zonesPruned = stats.zonesPruned();
        counters.zonesWhole = stats.zonesWhole();
        counters.vectors = stats.vectors();
        counters.vectorsPruned = stats.vectorsPruned();
        counters.vectorsSkipped = stats.vectorsSkipped();
        counters.columnVectorsDecoded = stats.columnVectorsDecoded();
        counters.vectorsByFrame = stats.vectorsByFrame();
        counters.vectorsEncoded = stats.vectorsEncoded();
        counters.steps = stats.steps();
        counters.stepsInOnePlan = stats.stepsInOnePlan();
        counters.rangesAsked = stats.rangesAsked();
        counters.bytesAsked = stats.bytesAsked();
        counters.requests = stats.requests();
        counters.bytesRead = stats.bytesRead();
        counters.roundTrips = stats.roundTrips();
        counters.metadataBytes = stats.metadataBytes();
        counters.refetchedBytes = stats.refetchedBytes();
        counters.prepareNanos = stats.prepareNanos();
        counters.readNanos = stats.readNanos();
        counters.decodeNanos = stats.decodeNanos();
        counters.filterNanos = stats.filterNanos();
        return counters;
    }

    /** Adds what another scan has done. */
    public void add(ScanCounters other) {
        rowsPruned += other.rowsPruned;
        rowsByIndex += other.rowsByIndex;
        rowsFiltered += other.rowsFiltered;
        rowsDelivered += other.rowsDelivered;
        batches += other.batches;
        zones += other.zones;
        zonesPruned += other.zonesPruned;
        zonesWhole += other.zonesWhole;
        vectors += other.vectors;
        vectorsPruned += other.vectorsPruned;
        vectorsSkipped += other.vectorsSkipped;
        columnVectorsDecoded += other.columnVectorsDecoded;
        vectorsByFrame += other.vectorsByFrame;
        vectorsEncoded += other.vectorsEncoded;
        steps += other.steps;
        stepsInOnePlan += other.stepsInOnePlan;
        rangesAsked += other.rangesAsked;
        bytesAsked += other.bytesAsked;
        requests += other.requests;
        bytesRead += other.bytesRead;
        roundTrips += other.roundTrips;
        metadataBytes += other.metadataBytes;
        refetchedBytes += other.refetchedBytes;
        prepareNanos += other.prepareNanos;
        readNanos += other.readNanos;
        decodeNanos += other.decodeNanos;
        filterNanos += other.filterNanos;
    }

    /**
     * The statistics of a scan.
     *
     * @param rowsInRange the rows that are left after look-ups in indexes
     */
    public ScanStats snapshot(long rowsTotal, long rowsInRange) {
        return stats(rowsTotal, rowsInRange + rowsByIndex);
    }

    /**
     * The statistics of a scan.
     *
     * @param rowsInRange the rows that the scan asks for
     */
    public ScanStats stats(long rowsTotal, long rowsInRange) {
        return new ScanStats(
                rowsTotal,
                rowsInRange,
                rowsPruned,
                rowsByIndex,
                rowsFiltered,
                rowsDelivered,
                batches,
                zones,
                zonesPruned,
                zonesWhole,
                vectors,
                vectorsPruned,
                vectorsSkipped,
                columnVectorsDecoded,
                vectorsByFrame,
                vectorsEncoded,
                steps,
                stepsInOnePlan,
                rangesAsked,
                bytesAsked,
                requests,
                bytesRead,
                roundTrips,
                metadataBytes,
                refetchedBytes,
                prepareNanos,
                readNanos,
                decodeNanos,
                filterNanos);
    }
}
