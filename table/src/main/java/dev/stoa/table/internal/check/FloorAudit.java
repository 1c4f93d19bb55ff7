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

import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.FloorMarker;
import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Reads all floor markers of a log and goes on where something is wrong. Each names the one before it, and its floor.
 *
 * @param markers those that are sound, by number
 * @param named what checkpoints say of markers, by number
 * @param last the number of the last marker, sound or not; 0 without any
 * @param faults what is wrong
 */
record FloorAudit(
        NavigableMap<Long, FloorMarker> markers, NavigableMap<Long, Floor> named, long last, List<TableFault> faults) {
    /** Older markers are not read: the name of a file may be any number. */
    private static final long MOST = 1000;

    /**
     * Reads the markers.
     *
     * @param table the table that they must belong to, if it is known
     * @param named what checkpoints say of markers, by number
     * @throws UnsupportedFileException if a newer release wrote one
     * @throws IOException if the store fails
     */
    static FloorAudit read(Log log, Floors floors, Optional<UUID> table, NavigableMap<Long, Floor> named)
            throws IOException {
        NavigableSet<Long> numbers = floors.list();
        numbers.addAll(named.keySet());
        long last = numbers.isEmpty() ? 0 : numbers.last(); // a listing may miss some
        while (last < Long.MAX_VALUE && floors.exists(last + 1)) {
            last++;
        }
        NavigableMap<Long, FloorMarker> markers = new TreeMap<>();
        List<TableFault> faults = new ArrayList<>();
        for (long number = first(last); number > 0 && number <= last; number++) { // the greatest number has no next
            String path = Floors.name(number);
            try {
                Optional<FloorMarker> found = floors.marker(number);
                if (found.isEmpty()) {
                    String why = number < last ? "later markers exist" : "a checkpoint names it as the last marker";
                    faults.add(
                            new TableFault(TableFault.Kind.DAMAGED_FLOOR, path, "it is missing, though " + why, true));
                    continue;
                }
                Optional<String> problem = problem(found.get(), markers.get(number - 1), table);
                if (problem.isPresent()) {
                    faults.add(new TableFault(TableFault.Kind.DAMAGED_FLOOR, path, problem.get(), true));
                } else {
                    markers.put(number, found.get());
                }
            } catch (UnsupportedFileException e) {
                throw e;
            } catch (StoaException e) {
                faults.add(new TableFault(TableFault.Kind.DAMAGED_FLOOR, path, log.withoutPath(path, e), true));
            }
        }
        return new FloorAudit(markers, named, last, faults);
    }

    /** Finds a fault of a readable marker. The one before is null if it is unknown. */
    private static Optional<String> problem(FloorMarker marker, FloorMarker before, Optional<UUID> table) {
        if (table.isPresent() && !marker.table().equals(table.get())) {
            return Optional.of("it belongs to the table " + marker.table() + ", this one is " + table.get());
        }
        boolean follows = before == null
                || marker.table().equals(before.table())
                        && marker.below() == before.floor().version()
                        && marker.previous().equals(before.hash());
        return follows ? Optional.empty() : Optional.of("it does not follow the marker before it");
    }

    /** Whether all sound markers belong to a table. */
    boolean isOf(UUID table) {
        return markers.values().stream().allMatch(marker -> marker.table().equals(table));
    }

    private static long first(long last) {
        return Math.max(1, last - MOST);
    }

    /** The number of the first marker that was read. */
    long first() {
        return first(last);
    }

    /** Whether the floor of the last marker, if any, is known. */
    boolean isKnown() {
        return floor().marker() == last;
    }

    /** The floor by the last marker that is sound, or that a checkpoint names. */
    Floor floor() {
        Floor sound =
                markers.isEmpty() ? Floor.NONE : markers.lastEntry().getValue().floor();
        return isBehind(named) ? named.lastEntry().getValue() : sound;
    }

    /** Whether checkpoints name a later marker than the last sound one. */
    boolean isBehind(NavigableMap<Long, Floor> others) {
        return !others.isEmpty() && (markers.isEmpty() || others.lastKey() > markers.lastKey());
    }
}
