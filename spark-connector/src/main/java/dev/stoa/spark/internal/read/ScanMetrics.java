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
package dev.stoa.spark.internal.read;

import dev.stoa.reader.ScanStats;
import dev.stoa.spark.internal.BytesRead;
import dev.stoa.spark.internal.FilesOpened;
import dev.stoa.spark.internal.FragmentsRuledOut;
import dev.stoa.spark.internal.Requests;
import dev.stoa.spark.internal.SidecarsMerged;
import dev.stoa.spark.internal.ZonesPruned;
import dev.stoa.spark.internal.ZonesSeen;
import dev.stoa.table.Fragment;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The counts of scans, for Spark's UI. */
final class ScanMetrics {
    private static final FragmentsRuledOut FRAGMENTS_RULED_OUT = new FragmentsRuledOut();
    private static final FilesOpened FILES_OPENED = new FilesOpened();
    private static final SidecarsMerged SIDECARS_MERGED = new SidecarsMerged();
    private static final ZonesSeen ZONES_SEEN = new ZonesSeen();
    private static final ZonesPruned ZONES_PRUNED = new ZonesPruned();
    private static final BytesRead BYTES_READ = new BytesRead();
    private static final Requests REQUESTS = new Requests();

    private long files;
    private long sidecars;
    private ScanStats ended = ScanStats.NONE;

    /** All of them. */
    static CustomMetric[] all() {
        return new CustomMetric[] {
            FRAGMENTS_RULED_OUT, FILES_OPENED, SIDECARS_MERGED, ZONES_SEEN, ZONES_PRUNED, BYTES_READ, REQUESTS
        };
    }

    /** The counts of the driver. */
    static CustomTaskMetric[] ofDriver(long fragmentsRuledOut) {
        return new CustomTaskMetric[] {FRAGMENTS_RULED_OUT.of(fragmentsRuledOut)};
    }

    /** A task begins to read a fragment. */
    void begin(Fragment fragment) {
        files += fragment.files().size()
                + fragment.sidecars().stream()
                        .filter(sidecar -> !sidecar.isInLog())
                        .count();
        sidecars += fragment.sidecars().size();
    }

    /** A scan has ended. */
    void end(ScanStats stats) {
        ended = ended.plus(stats);
    }

    /**
     * Returns the counts of a task up to now.
     *
     * @param running of the scan that has not ended
     */
    CustomTaskMetric[] ofTask(ScanStats running) {
        ScanStats all = ended.plus(running);
        return new CustomTaskMetric[] {
            FILES_OPENED.of(files),
            SIDECARS_MERGED.of(sidecars),
            ZONES_SEEN.of(all.zones()),
            ZONES_PRUNED.of(all.zonesPruned()),
            BYTES_READ.of(all.bytesRead()),
            REQUESTS.of(all.requests())
        };
    }
}
