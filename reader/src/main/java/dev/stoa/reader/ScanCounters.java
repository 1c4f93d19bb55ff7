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

/** The counters of one scan; see {@link ScanStats} for their meaning. For one thread. */
final class ScanCounters {
    long rowsPruned;
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

    /** A plan was read. */
    void plan(ReadPlan plan) {
        rangesAsked += plan.asked().size();
        bytesAsked += plan.bytesAsked();
        requests += plan.requests().size();
        bytesRead += plan.bytesToRead();
        roundTrips += plan.requests().isEmpty() ? 0 : 1;
    }

    ScanStats snapshot(long rowsTotal, long rowsInRange) {
        return new ScanStats(
                rowsTotal,
                rowsInRange,
                rowsPruned,
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
