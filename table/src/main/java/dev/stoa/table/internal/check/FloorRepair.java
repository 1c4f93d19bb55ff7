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
package dev.stoa.table.internal.check;

import dev.stoa.format.ContentHash;
import dev.stoa.table.TableException;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Writes damaged and missing floor markers anew, and all after them, because each names the one before it. */
final class FloorRepair {
    private final RepairSteps steps;

    FloorRepair(RepairSteps steps) {
        this.steps = steps;
    }

    /** Takes the markers that are damaged or missing from a copy. */
    void restore(FloorAudit audit, Folder copy) throws IOException {
        Floors others = new Floors(copy);
        for (long number : others.list()) {
            if (number > 0 && number <= audit.last() && !audit.markers().containsKey(number)) {
                steps.copy(Floors.name(number), copy);
            }
        }
    }

    /**
     * Writes the markers from the first one on that is not sound. Only the floor of the last marker counts: an unknown one of
     * another marker becomes the least that fits.
     *
     * @param oldest the oldest version that can be read; the floor of the last marker if its own is unknown
     * @return the last marker
     * @throws TableException if the files that are left don't name the floor of a lost marker
     */
    Optional<FloorMarker> rewrite(FloorAudit audit, TableState oldest, Instant now) throws IOException {
        Optional<FloorMarker> before = Optional.empty();
        boolean isChanged = false;
        for (long number = audit.first(); number <= audit.last(); number++) {
            FloorMarker marker = audit.markers().get(number);
            if (marker == null || isChanged) {
                isChanged = true;
                marker = marker(audit, number, before, oldest, now);
                steps.write(
                        Floors.name(number),
                        marker.toBytes(),
                        "the marker of the oldest version, " + marker.floor().version());
            }
            before = Optional.of(marker);
        }
        return before;
    }

    private FloorMarker marker(
            FloorAudit audit, long number, Optional<FloorMarker> before, TableState oldest, Instant now)
            throws TableException {
        if (number > 1 && before.isEmpty()) {
            throw lost(number);
        }
        Optional<FloorMarker> own = Optional.ofNullable(audit.markers().get(number));
        long below = before.map(marker -> marker.floor().version()).orElse(0L);
        long floor = own.map(FloorMarker::floor)
                .or(() -> Optional.ofNullable(audit.named().get(number)))
                .map(Floor::version)
                .or(() -> Optional.ofNullable(audit.markers().get(number + 1)).map(FloorMarker::below))
                .orElse(number < audit.last() ? below + 1 : oldest.version());
        if (floor <= below || floor > oldest.version()) {
            throw lost(number);
        }
        ContentHash entry = floor == oldest.version()
                ? oldest.position().entry()
                : own.map(FloorMarker::entry).orElse(new ContentHash(0, 0));
        return FloorMarker.of(oldest.table(), new Floor(number, floor), before, entry, now);
    }

    private TableException lost(long number) {
        return new TableException(steps.planned().id() + "/" + Floors.name(number)
                + ": no other file holds the oldest version that this marker named: restore it from a copy (--from)");
    }

    /** Raises the floor to the oldest version that is left, by a marker that follows sound ones. */
    void raise(FloorAudit audit, TableState oldest, Instant now) throws IOException {
        Optional<FloorMarker> last = rewrite(audit, oldest, now);
        if (last.map(marker -> marker.floor().version()).orElse(0L) < oldest.version()) {
            Floor floor = new Floor(audit.last() + 1, oldest.version());
            FloorMarker marker = FloorMarker.of(
                    oldest.table(), floor, last, oldest.position().entry(), now);
            steps.write(
                    Floors.name(floor.marker()), marker.toBytes(), "version " + floor.version() + " is the oldest one");
        }
    }
}
