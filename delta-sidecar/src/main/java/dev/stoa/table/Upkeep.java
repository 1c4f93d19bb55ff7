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
package dev.stoa.table;

import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a table that is changed in many small steps about as cheap to open, plan and scan as a fresh one: where a fragment has
 * got many sidecars they are folded, where there are many small fragments they become one. It is less than a compaction, as it
 * touches nothing that is large; like one it fails nobody's commit.
 *
 * <p>To be called after each commit. Of all writers it is the one that made every {@value #EVERY}th version who does it, so
 * that they need not agree on who.
 */
public final class Upkeep {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private static final int EVERY = 16;

    /** So many sidecars, or small fragments, are many. */
    private static final int MANY = 8;

    /** A fragment with more bytes of files is not small. */
    private static final long SMALL_BYTES = 4 << 20;

    private Upkeep() {}

    /**
     * Does what is due after a commit.
     *
     * @param committed the version that it made
     * @param options how files are written
     * @return how many jobs were done
     * @throws IOException if the store fails; the commit itself is done, and the table is as it was after it
     */
    public static int after(Table table, Snapshot committed, WriterOptions options) throws IOException {
        if (committed.version() % EVERY != EVERY - 1) {
            return 0;
        }
        int done = 0;
        for (Fragment fragment : committed.fragments()) {
            if (Rewriting.foldable(fragment).size() >= MANY) {
                done += run(table, List.of(fragment.id()), options, rewriting -> rewriting.fold(fragment.id()));
            }
        }
        for (List<UUID> small : small(committed)) {
            if (small.size() >= MANY) {
                done += run(table, small, options, rewriting -> rewriting.rows(small));
            }
        }
        return done;
    }

    private interface Job {
        void run(Rewriting rewriting) throws IOException;
    }

    /** Runs a job, unless its fragments are gone; it yields to whatever is in its way. */
    private static int run(Table table, List<UUID> fragments, WriterOptions options, Job job) throws IOException {
        Transaction transaction = table.begin("upkeep");
        if (!fragments.stream()
                .allMatch(id -> transaction.snapshot().fragment(id).isPresent())) {
            return 0;
        }
        job.run(new Rewriting(transaction, options));
        try {
            transaction.commit();
            return 1;
        } catch (CommitConflictException e) {
            LOG.debug("{}: upkeep yields", table, e);
            return 0;
        }
    }

    /** Small fragments that may be put one behind the other, by partition: of tables without an order, which anchor nothing. */
    private static List<List<UUID>> small(Snapshot snapshot) {
        if (!snapshot.properties().sortedBy().isEmpty()) {
            return List.of();
        }
        Set<UUID> guests = new HashSet<>();
        for (Fragment fragment : snapshot.fragments()) {
            fragment.sidecars().forEach(sidecar -> sidecar.inserted().ifPresent(guests::add));
        }
        Map<Optional<String>, List<UUID>> byPartition = new LinkedHashMap<>();
        for (Fragment fragment : snapshot.fragments()) {
            long bytes = fragment.files().stream()
                    .mapToLong(file -> file.identity().length())
                    .sum();
            boolean isHost = fragment.sidecars().stream()
                    .anyMatch(sidecar -> sidecar.inserted().isPresent());
            if (bytes < SMALL_BYTES && !isHost && !guests.contains(fragment.id())) {
                byPartition
                        .computeIfAbsent(fragment.partition(), partition -> new ArrayList<>())
                        .add(fragment.id());
            }
        }
        return List.copyOf(byPartition.values());
    }
}
