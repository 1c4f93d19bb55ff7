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
package dev.stoa.table.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * What a store holds of a log, and what really happened. A value: it is changed only by who has just copied it.
 *
 * @param entries by version, an entry or null
 * @param checkpoints by version, the id of the entry of that version, or null
 * @param markers the floor markers, in their order; each one's floor
 * @param late requests to create entries that were given up by their clients, and may still arrive
 * @param history the ids of the entries that were the first of their version
 * @param refused the ids of entries whose writers were told that they are not committed
 * @param damaged whether the store has lost or swapped an entry
 */
record ModelLog(
        List<Entry> entries,
        List<Integer> checkpoints,
        List<Integer> markers,
        List<Late> late,
        List<Integer> history,
        List<Integer> refused,
        boolean damaged) {
    private static final int VERSIONS = 8;
    private static final int FIRST_ID = 1;

    /** An entry, which names the one before. */
    record Entry(int id, int previous) {}

    /** A request that may still arrive. */
    record Late(int version, Entry entry) {}

    /** A log with version 0 and its checkpoint. */
    static ModelLog first() {
        ModelLog log = new ModelLog(
                empty(), empty(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), false);
        log.entries.set(0, new Entry(FIRST_ID, 0));
        log.checkpoints.set(0, FIRST_ID);
        log.history.add(FIRST_ID);
        return log;
    }

    private static <T> List<T> empty() {
        List<T> list = new ArrayList<>();
        for (int i = 0; i < VERSIONS; i++) {
            list.add(null);
        }
        return list;
    }

    ModelLog copy() {
        return copy(damaged);
    }

    ModelLog copy(boolean isDamaged) {
        return new ModelLog(
                new ArrayList<>(entries),
                new ArrayList<>(checkpoints),
                new ArrayList<>(markers),
                new ArrayList<>(late),
                new ArrayList<>(history),
                new ArrayList<>(refused),
                isDamaged);
    }

    /** The newest version that there ever was. */
    int newest() {
        return history.size() - 1;
    }

    /** The floor that a number of markers says. */
    int floor(int count) {
        return count == 0 ? 0 : markers.get(count - 1);
    }

    /** Whether an entry of a later version is there. */
    boolean hasEntryAbove(int version) {
        return entries.subList(version + 1, VERSIONS).stream().anyMatch(entry -> entry != null);
    }

    /** Creates an entry whose name is free. */
    void create(int version, Entry entry) {
        entries.set(version, entry);
        if (version == history.size() && entry.previous() == history.get(version - 1)) {
            if (refused.contains(entry.id()) && !damaged) {
                throw new BrokenPromise("entry " + entry.id() + " counts, and its writer was told that it does not");
            }
            history.add(entry.id());
        }
    }
}
