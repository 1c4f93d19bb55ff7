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
package dev.stoa.table.simulation;

import dev.stoa.format.Schema;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.CommitConflictException.Kind;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.Upkeep;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.logfile.LogKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * What the versions of a table must hold, by what its clients wanted: each entry that becomes visible is what its client was
 * about to do, done to the version that it has read, behind all that came in between. Finds fault with entries that must not
 * be there, and with files that go though they are needed.
 */
final class SimModel {
    /** The field ids of a table's columns. */
    static final int KEY = 1;

    static final int NUMBER = 2;
    static final int TEXT = 3;

    private final List<SimVersion> versions = new ArrayList<>();
    private final Duration kept;
    private final boolean branch;
    private final long first;
    private final BooleanSupplier lives;
    private long acknowledged;

    /**
     * A model without versions.
     *
     * @param kept how long at least a version stays after another has taken its place
     */
    SimModel(Duration kept) {
        this.kept = kept;
        this.branch = false;
        this.first = 0;
        this.lives = () -> true;
    }

    /**
     * The model of a branch, which begins at a version of a table.
     *
     * @param lives whether it counts what clients find
     */
    SimModel(SimModel table, long first, BooleanSupplier lives) {
        this.kept = table.kept;
        this.branch = true;
        this.first = first;
        this.lives = lives;
        this.acknowledged = first;
        versions.addAll(table.versions.subList(0, (int) first + 1));
    }

    /** Whether it counts what clients find: of a dropped branch anything may be left. */
    boolean lives() {
        return lives.getAsBoolean();
    }

    /** The first version in the log. */
    long first() {
        return first;
    }

    /** Whether a version of another model has the same columns and fragments as one of this branch. */
    boolean knows(SimVersion other) {
        return versions.stream().skip(first).anyMatch(other::isMadeAs);
    }

    long newest() {
        return versions.size() - 1L;
    }

    SimVersion version(long number) {
        return versions.get((int) number);
    }

    /** A client was told that a version is there. */
    void acknowledge(long version) {
        acknowledged = Math.max(acknowledged, version);
    }

    /** Whether a client was told that a version is there which was not in the log from the beginning. */
    boolean isAcknowledged() {
        return acknowledged > first;
    }

    /** An entry becomes visible. */
    void publish(long number, byte[] bytes, SimIntent begun, SimStore store) {
        if (number != versions.size()) {
            throw new AssertionError(
                    "version " + number + " is created where " + versions.size() + " comes next: " + begun);
        }
        TableState state = state(number, bytes);
        // upkeep follows what was begun, and changes no row
        SimIntent intent = state.info().operation().startsWith(Upkeep.OPERATION) ? SimIntent.none("upkeep") : begun;
        SimVersion version = number == 0 ? first(state, intent) : next(state, intent);
        for (String file : version.files()) {
            if (store.find(file).isEmpty()) {
                throw new AssertionError("version " + number + " needs " + file + ", which is not there: " + intent);
            }
        }
        versions.add(version);
        intent.publish(version);
    }

    private TableState state(long number, byte[] bytes) {
        MemoryFile file = new MemoryFile("version " + number, bytes);
        try {
            LogContents entry = file.contents(LogKind.ENTRY, number);
            return number == 0
                    ? TableState.of(entry, file.name())
                    : version(number - 1).state().with(List.of(entry), List.of(file.name()));
        } catch (IOException e) {
            throw new UncheckedIOException("version " + number + " is damaged", e);
        }
    }

    private static SimVersion first(TableState state, SimIntent intent) {
        SimEffect none = SimEffect.none();
        return new SimVersion(state.info(), state.schema().schema(), none.inserted(), intent.on(null), state);
    }

    private SimVersion next(TableState state, SimIntent intent) {
        CommitInfo info = state.info();
        SimVersion base = version(info.base());
        SimVersion below = version(info.version() - 1);
        SimEffect begun = intent.on(base);
        Optional<SimVersion> from = begun.source().map(source -> source.of(base, state));
        boolean isOther = from.isPresent() && !from.get().schema().equals(base.schema());
        SimEffect effect = isOther ? begun.withSchema(from.get().schema()) : begun;
        for (long between = info.base() + 1; between < info.version(); between++) {
            Set<Kind> kinds = conflicts(effect, between);
            if (!kinds.isEmpty()) {
                throw new AssertionError("version " + info.version() + ", begun at " + info.base() + ", has conflicts "
                        + kinds + " with version " + between + ": " + intent);
            }
        }
        if (info.time().isBefore(below.info().time())) {
            throw new AssertionError("version " + info.version() + " is older than the one below: " + intent);
        }
        Map<Long, Map<Integer, Object>> rows = effect.apply(below.rows(), from);
        Schema schema = effect.schema().orElse(below.schema());
        Set<Object> keys = new HashSet<>();
        for (Map<Integer, Object> row : rows.values()) {
            if (!keys.add(row.get(KEY))) {
                throw new AssertionError(
                        "version " + info.version() + " has the key " + row.get(KEY) + " twice: " + intent);
            }
        }
        return new SimVersion(info, schema, rows, effect, state);
    }

    private Set<Kind> conflicts(SimEffect effect, long with) {
        return effect.conflicts(version(with).effect(), version(with - 1).schema());
    }

    /** Whether there is a reason for a conflict of a transaction that began at some version from the given one on. */
    boolean isConflict(SimIntent intent, long since, CommitConflictException e) {
        if (e.version() > newest() || !version(e.version()).info().transaction().equals(e.transaction())) {
            return false;
        }
        for (long base = since; base < e.version(); base++) {
            SimEffect effect = intent.on(version(base));
            Set<Kind> kinds = EnumSet.noneOf(Kind.class);
            kinds.addAll(conflicts(effect, e.version()));
            kinds.addAll(effect.excusable(version(e.version()).effect()));
            if (kinds.contains(e.kind())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a version can be read for certain at an instant. */
    boolean isKept(long number, Instant at) {
        return branch
                ? lives() && number >= first
                : number == newest() || version(number + 1).info().time().isAfter(at.minus(kept));
    }

    /** The version that was the newest at an instant. */
    Optional<SimVersion> at(Instant instant) {
        Optional<SimVersion> found = Optional.empty();
        for (SimVersion version : versions) {
            if (!version.info().time().isAfter(instant)) {
                found = Optional.of(version);
            }
        }
        return found;
    }

    /** A file is removed. */
    void remove(String name, Instant at) {
        for (SimVersion version : versions) {
            if (isKept(version.number(), at) && version.files().contains(name)) {
                throw new AssertionError(name + " is removed, which version " + version.number() + " of " + newest()
                        + " needs at " + at);
            }
        }
    }

    /** The versions, for messages. */
    String history() {
        StringBuilder history = new StringBuilder();
        for (SimVersion version : versions) {
            history.append(version.info()).append(": ").append(version.texts()).append(System.lineSeparator());
        }
        return history.toString();
    }

    /** After a failure of the power these entries are left. */
    void truncate(long left) {
        if (lives() && left <= acknowledged) {
            throw new AssertionError(
                    "versions up to " + acknowledged + " were acknowledged, but version " + left + " is lost");
        }
        while (versions.size() > Math.max(left, first + 1)) {
            versions.remove(versions.size() - 1);
        }
    }
}
