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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.CommitInfo;
import dev.stoa.table.Once;
import dev.stoa.table.ToldFolder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What clients have told, by operation, beside what the table's log says. Safe for several threads. */
final class KillLog {
    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(10);

    /** What a client was told of an operation. */
    enum Outcome {
        UNKNOWN,
        DONE,
        NOTHING,
        REFUSED
    }

    /** An operation that a client has begun, or several one after the other. */
    static final class Told {
        final KillOperation operation;
        Optional<Once> once = Optional.empty();
        Outcome outcome = Outcome.UNKNOWN;
        OptionalLong version = OptionalLong.empty();
        OptionalLong committed = OptionalLong.empty();

        Told(KillOperation operation) {
            this.operation = operation;
        }

        /** What another is told who shall go on. */
        String begun() {
            return operation
                    + once.map(id -> ":" + id.transaction() + ":" + id.after()).orElse("");
        }

        @Override
        public String toString() {
            return "'" + operation + "' (" + outcome
                    + version.stream().mapToObj(v -> " as " + v).findFirst().orElse("") + ")";
        }
    }

    private final Map<String, Told> byTag = new LinkedHashMap<>();
    private final Map<UUID, Told> byId = new HashMap<>();
    private final Map<Long, Told> byVersion = new HashMap<>();
    private final List<String> broken = new ArrayList<>();

    /** Takes the lines of one client. */
    final class Client {
        private Told now;
        private int count;
        private int entries;
        private boolean ended;

        /** There are no more lines. */
        void end() {
            synchronized (KillLog.this) {
                ended = true;
                KillLog.this.notifyAll();
            }
        }

        void line(String line) {
            synchronized (KillLog.this) {
                count++;
                entries += ToldFolder.isOfEntry(line) ? 1 : 0;
                take(line);
                KillLog.this.notifyAll();
            }
        }

        private void take(String line) {
            if (line.startsWith(KillClient.BEGIN)) {
                KillOperation operation = KillOperation.parse(line.substring(KillClient.BEGIN.length()));
                now = byTag.computeIfAbsent(operation.tag(), tag -> new Told(operation));
                now.outcome = Outcome.UNKNOWN;
            } else if (line.startsWith(KillClient.ID) && now != null) {
                UUID id = UUID.fromString(line.substring(KillClient.ID.length()));
                byId.put(id, now);
            } else if (line.startsWith(KillClient.ONCE)) {
                String[] words = line.substring(KillClient.ONCE.length()).split(" ", -1);
                now.once = Optional.of(new Once(UUID.fromString(words[0]), Long.parseLong(words[1])));
            } else if (line.startsWith(KillClient.DONE)) {
                now.outcome = Outcome.DONE;
                now.version = OptionalLong.of(Long.parseLong(line.substring(KillClient.DONE.length())));
                byVersion.put(now.version.getAsLong(), now);
            } else if (line.equals(KillClient.NOTHING)) {
                now.outcome = Outcome.NOTHING;
            } else if (line.startsWith(KillClient.REFUSED)) {
                now.outcome = Outcome.REFUSED;
            } else if (line.startsWith(KillClient.BROKEN)) {
                broken.add(
                        now + ": " + line.substring(KillClient.BROKEN.length()).replace(" | ", "\n"));
            }
        }

        /** Waits until so many lines have come, or so many about entries of the log; false if they do not. */
        boolean await(int someLines, int someEntries) throws InterruptedException {
            synchronized (KillLog.this) {
                long end = System.nanoTime() + PATIENCE;
                while (count < someLines && entries < someEntries && !ended && broken.isEmpty()) {
                    long left = end - System.nanoTime();
                    if (left <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(KillLog.this, left);
                }
                return !ended;
            }
        }

        /** What it did when it was killed, unless it was between two operations. */
        Optional<Told> unfinished() {
            synchronized (KillLog.this) {
                return Optional.ofNullable(now).filter(told -> told.outcome == Outcome.UNKNOWN);
            }
        }
    }

    /** Fails if a client met an error that nobody expects. */
    synchronized void check() {
        assertEquals(List.of(), broken, "errors that clients met");
    }

    /** Which operation is a commit's, by its id. */
    synchronized Told of(CommitInfo commit) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            Told told = byId.get(commit.transaction());
            long left = end - System.nanoTime();
            if (told != null || left <= 0) {
                assertTrue(told != null, () -> "nobody has begun " + commit);
                return told;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left); // what it said may not have been read yet
        }
    }

    /** The operation of which a client was told that it is a version; a compaction is not told which it has made. */
    synchronized Optional<Told> of(long version) {
        return Optional.ofNullable(byVersion.get(version));
    }

    /** Notes that the table has what an operation did, as a version. */
    synchronized void committed(Told told, long version) {
        if (told.operation.changesRows()) {
            assertTrue(
                    told.committed.isEmpty(),
                    () -> "doubled: " + told + " is version " + told.committed + " and version " + version);
            told.committed = OptionalLong.of(version);
        }
    }

    /** Fails unless what clients were told agrees with the table up to a version. */
    synchronized void compare(long newest) {
        for (Told told : byTag.values()) {
            switch (told.outcome) {
                case DONE -> {
                    if (told.version.getAsLong() <= newest) {
                        assertEquals(told.version, told.committed, () -> "lost: " + told);
                    }
                }
                case NOTHING, REFUSED ->
                    assertTrue(
                            told.committed.isEmpty() || !told.operation.changesRows(),
                            () -> told + " is version " + told.committed);
                default -> {}
            }
        }
    }

    /** How many operations that change rows came out so. */
    synchronized long count(Outcome outcome) {
        return byTag.values().stream()
                .filter(told -> told.operation.changesRows() && told.outcome == outcome)
                .count();
    }
}
