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

import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.table.internal.compact.UpkeepPlan;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a table with many small commits about as cheap to open, plan and scan as a fresh one. Upkeep folds sidecars where a
 * fragment has many, and merges small fragments. Unlike a compaction it touches only small files; like a compaction it never
 * fails the commit of another writer.
 *
 * <p>Each writer calls it after a commit that changes rows. The writer of every {@value #EVERY}th version does the due work, so
 * writers need not agree on one. A round takes at most two commits. Their operation begins with {@value #OPERATION} and states
 * the bytes read and written. The property {@value TableProperties#UPKEEP} of a table turns upkeep off.
 */
public final class Upkeep {
    /** The first word of the operation of its commits. */
    public static final String OPERATION = "upkeep";

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private static final int EVERY = 16;

    private Upkeep() {}

    /**
     * Does the due work after a commit. It never fails, because the commit is complete: if the store fails now, the table stays at
     * the committed version, and the log of the program gets a warning.
     *
     * @param table the changed table
     * @param committed the version that the commit made
     * @param options how to write files
     * @return the number of its own commits
     */
    public static int after(Table table, Snapshot committed, WriterOptions options) {
        if (committed.version() % EVERY != EVERY - 1 || !committed.properties().hasUpkeep()) {
            return 0;
        }
        try {
            Snapshot merged = run(table, committed, UpkeepPlan.merges(committed, EVERY), options);
            Snapshot folded = run(table, merged, UpkeepPlan.folds(merged, EVERY), options);
            return (merged == committed ? 0 : 1) + (folded == merged ? 0 : 1);
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}: version {} is committed, but the upkeep after it has failed", table, committed.version(), e);
            return 0;
        }
    }

    /** Does the due work after an operation, and returns the operation's result. */
    static OperationResult after(Table table, OperationResult result, OperationOptions options) {
        after(table, result.snapshot(), options.writer());
        return result;
    }

    /** Runs a plan in one commit; yields to concurrent changes. */
    private static Snapshot run(Table table, Snapshot base, UpkeepPlan plan, WriterOptions options) throws IOException {
        if (plan.isEmpty()) {
            return base;
        }
        Transaction transaction = table.begin(OPERATION, base);
        Rewriting rewriting = new Rewriting(transaction, options);
        try {
            return rewriting.commit(() -> {
                plan.run(rewriting);
                transaction.describe(String.format(
                        Locale.ROOT,
                        "%s: %d files become %d, %d bytes read, %d written",
                        OPERATION,
                        plan.files(),
                        plan.successors(),
                        plan.bytes(),
                        transaction.addedFiles().bytes()));
            });
        } catch (CommitConflictException e) {
            LOG.debug("{}: upkeep yields", table, e);
            return base;
        }
    }
}
