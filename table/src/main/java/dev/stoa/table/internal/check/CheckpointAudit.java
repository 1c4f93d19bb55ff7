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
import dev.stoa.reader.Verifier;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Floor;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Reads checkpoints of a log with the parts that they share, and goes on where something is wrong. */
final class CheckpointAudit {
    private final Log log;
    private final LogFaults faults;
    private final NavigableSet<Long> listed;
    private final NavigableMap<Long, Floor> good = new TreeMap<>();
    private final Map<Long, TableState> boundless = new HashMap<>();
    private final PartAudit parts;
    /** The parts of checkpoints that have a damaged one. */
    private final Set<String> ofDamaged = new HashSet<>();

    private final NavigableSet<Long> others = new TreeSet<>();
    private boolean hidesParts;

    private Optional<UUID> table;

    /**
     * Prepares.
     *
     * @param listed the versions of checkpoints; one that was removed meanwhile is removed here, too
     * @param table the table of the entries; if that is not known, the first checkpoint decides
     */
    CheckpointAudit(Log log, NavigableSet<Long> listed, Optional<UUID> table, LogFaults faults) {
        this.log = log;
        this.listed = listed;
        this.table = table;
        this.faults = faults;
        this.parts = new PartAudit(log);
    }

    /**
     * Returns the state of a version by its checkpoint; nothing without a sound one.
     *
     * @throws UnsupportedFileException if a newer release wrote it
     * @throws IOException if the store fails
     */
    Optional<TableState> read(long version) throws IOException {
        if (!listed.contains(version)) {
            return Optional.empty();
        }
        String name = Log.checkpointName(version);
        try {
            Optional<TableState> found = log.checkpoint(version);
            List<Verifier.Problem> problems = log.problems(name);
            if (found.isPresent() && !problems.isEmpty()) {
                faults.add(
                        TableFault.Kind.DAMAGED_CHECKPOINT,
                        name,
                        problems.get(0).toString());
                boundless.put(version, found.get());
                addParts(version);
                return Optional.empty();
            }
            Optional<String> ofPart = found.isPresent() ? parts.problem(found.get()) : Optional.empty();
            if (ofPart.isPresent()) {
                faults.add(TableFault.Kind.DAMAGED_CHECKPOINT, name, ofPart.get());
                boundless.put(version, found.get());
                return Optional.empty();
            }
            if (found.isEmpty()) {
                listed.remove(version);
            } else if (table.isPresent() && !found.get().table().equals(table.get())) {
                faults.add(
                        TableFault.Kind.WRONG_CHECKPOINT,
                        name,
                        "it belongs to the table " + found.get().table() + ", this one is " + table.get());
                others.add(version);
                return Optional.empty();
            } else {
                table = Optional.of(found.get().table());
                good.put(version, found.get().floor());
            }
            return found;
        } catch (UnsupportedFileException e) {
            throw e;
        } catch (StoaException e) {
            faults.add(TableFault.Kind.DAMAGED_CHECKPOINT, name, e);
            addParts(version);
            return Optional.empty();
        }
    }

    /** The state of a checkpoint that is sound except for bounds of values, if it is one of this table. */
    Optional<TableState> boundless(long version) {
        return Optional.ofNullable(boundless.get(version))
                .filter(state -> table.isEmpty() || table.get().equals(state.table()));
    }

    /** Remembers the parts of a damaged checkpoint, if it still names them: mended, or with a copy of it, it is whole. */
    private void addParts(long version) throws IOException {
        try {
            log.parts(version).orElse(List.of()).forEach(part -> ofDamaged.add(part.path()));
        } catch (StoaException e) {
            hidesParts = true; // it is told that the checkpoint is damaged
        }
    }

    /** Whether a checkpoint is too damaged to name its parts: any part may be one of them. */
    boolean hidesParts() {
        return hidesParts;
    }

    /** Refuses a checkpoint that was read but is not what the entries make of it. */
    void refuse(long version, String difference) {
        faults.add(TableFault.Kind.WRONG_CHECKPOINT, Log.checkpointName(version), difference);
        good.remove(version);
    }

    /** The readable checkpoints of other tables. */
    NavigableSet<Long> others() {
        return others;
    }

    /** The versions of those that are readable and were not refused. */
    NavigableSet<Long> good() {
        return good.navigableKeySet();
    }

    /** The markers, each the last one when one of these checkpoints was written, by number. */
    NavigableMap<Long, Floor> floors() {
        NavigableMap<Long, Floor> floors = new TreeMap<>();
        for (Floor floor : good.values()) {
            if (floor.marker() > 0) {
                floors.put(floor.marker(), floor);
            }
        }
        return floors;
    }

    /** The paths of the parts that the checkpoints name. */
    Set<String> parts() {
        Set<String> paths = new HashSet<>(parts.paths());
        paths.addAll(ofDamaged);
        return paths;
    }
}
