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

/**
 * Counts of what a scan has pruned, planned and read so far. If scans of a file share the load of column indexes, it
 * counts for the scan that did it. Opening the file counts in {@link StoaFile#source()} only.
 *
 * @param rowsTotal rows of the row set
 * @param rowsInRange rows of the asked row range
 * @param rowsPruned rows in the range which MinMax proved not to match
 * @param rowsByIndex rows in the range which an index left out; not among those pruned, nor their zones and vectors
 *     among those counted
 * @param rowsFiltered rows that the scan evaluated the filter on
 * @param rowsDelivered rows selected in the batches so far
 * @param batches batches delivered
 * @param zones zones that touch the row range
 * @param zonesPruned zones that MinMax proves to have no match
 * @param zonesWhole zones that MinMax proves to match as a whole; without a filter: all
 * @param vectors vectors of the row set that touch the row range
 * @param vectorsPruned of these, in pruned zones
 * @param vectorsSkipped of these, read for the filter only, which selected no row
 * @param columnVectorsDecoded vectors decoded, of all columns, nested ones too
 * @param vectorsByFrame vectors of predicate columns about which a frame of reference, a constant or validity decided:
 *     no value was decoded
 * @param vectorsEncoded vectors of predicate columns that were tested as they are encoded: by offsets, codes, runs or
 *     bits
 * @param steps fetches of data: each is one plan
 * @param stepsInOnePlan of these, fetches of predicate columns together with the others, where the cost model of the
 *     store found that cheaper than fetching the others afterwards
 * @param rangesAsked ranges in all plans, metadata included
 * @param bytesAsked their bytes
 * @param requests requests of all plans
 * @param bytesRead bytes of these requests
 * @param roundTrips plans with at least one request, each awaited before the next
 * @param metadataBytes the part of bytesAsked that was column indexes, MinMax and directory
 * @param refetchedBytes bytes read again after a failed checksum
 * @param prepareNanos time to resolve columns, read indexes and prune
 * @param readNanos time waiting for data
 * @param decodeNanos time to check and decode; of short batches one in sixteen is timed and counts for the next fifteen
 * @param filterNanos time to evaluate the filter
 */
public record ScanStats(
        long rowsTotal,
        long rowsInRange,
        long rowsPruned,
        long rowsByIndex,
        long rowsFiltered,
        long rowsDelivered,
        long batches,
        long zones,
        long zonesPruned,
        long zonesWhole,
        long vectors,
        long vectorsPruned,
        long vectorsSkipped,
        long columnVectorsDecoded,
        long vectorsByFrame,
        long vectorsEncoded,
        long steps,
        long stepsInOnePlan,
        long rangesAsked,
        long bytesAsked,
        long requests,
        long bytesRead,
        long roundTrips,
        long metadataBytes,
        long refetchedBytes,
        long prepareNanos,
        long readNanos,
        long decodeNanos,
        long filterNanos) {

    /** Statistics of no scan: all counts are 0. */
    public static final ScanStats NONE = new ScanCounters().snapshot(0, 0);

    /**
     * Returns the same statistics with other numbers of rows, for a caller that delivers other rows than the scan did.
     *
     * @param rows of the row set, and of the row range
     */
    public ScanStats withRows(long rows, long filtered, long delivered, long batchCount) {
        ScanCounters counters = ScanCounters.of(this);
        counters.rowsFiltered = filtered;
        counters.rowsDelivered = delivered;
        counters.batches = batchCount;
        return counters.stats(rows, rows);
    }

    /** Returns the sum of these and others, such as those of another file. */
    public ScanStats plus(ScanStats other) {
        ScanCounters sum = ScanCounters.of(this);
        sum.add(ScanCounters.of(other));
        return sum.stats(rowsTotal + other.rowsTotal, rowsInRange + other.rowsInRange);
    }
}
