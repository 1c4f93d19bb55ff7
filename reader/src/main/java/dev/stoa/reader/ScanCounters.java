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

import dev.stoa.vio.ReadPlan;
import java.util.List;
import java.util.Optional;

/** The counters of one scan; see {@link ScanStats} for their meaning. For one thread. */
final class ScanCounters {
    long rowsPruned;
    long rowsByIndex;
    long rowsFiltered;
    long rowsDelivered;
    long batches;
    long zones;
    long zonesPruned;
    long zonesWhole;
    long vectors;
    long vectorsPruned;
    long vectorsSkipped;
    long columnVectorsDecoded;
    long vectorsByFrame;
    long vectorsEncoded;
    long steps;
    long stepsInOnePlan;
    long rangesAsked;
    long bytesAsked;
    long requests;
    long bytesRead;
    long roundTrips;
    long metadataBytes;
    long refetchedBytes;
    long prepareNanos;
    long readNanos;
    long decodeNanos;
    long filterNanos;

    /** What was read, if that is recorded. */
    Optional<List<ScanTrace.Fetch>> fetches = Optional.empty();

    /** A plan is read; returns its place among those recorded. */
    int plan(ReadPlan plan, boolean isMetadata) {
        rangesAsked += plan.asked().size();
        bytesAsked += plan.bytesAsked();
        requests += plan.requests().size();
        bytesRead += plan.bytesToRead();
        roundTrips += plan.requests().isEmpty() ? 0 : 1;
        fetches.ifPresent(all ->
                all.add(new ScanTrace.Fetch(isMetadata, plan.asked(), plan.requests(), plan.estimatedMicros(), 0)));
        return fetches.map(List::size).orElse(0) - 1;
    }

    /** There was a wait for a plan. */
    void waited(int place, long nanos) {
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

    /** Adds what another scan has done. */
    void add(ScanCounters other) {
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

    ScanStats snapshot(long rowsTotal, long rowsInRange) {
        return new ScanStats(
                rowsTotal,
                rowsInRange + rowsByIndex,
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
