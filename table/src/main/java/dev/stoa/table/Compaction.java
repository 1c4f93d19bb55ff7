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

import dev.stoa.table.internal.compact.CompactionChoice;
import dev.stoa.table.internal.compact.CompactionPlanner;
import dev.stoa.table.internal.compact.Rewriting;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes scans of a table cheaper again: folds sidecars, rewrites changed columns or whole fragments, and merges small
 * fragments. The rows and their order stay as they are. A compaction runs while others read and write, and makes no
 * commit of theirs fail. If two compactions work on the same fragment, the later one yields. A killed compaction leaves
 * files without a reference, and {@link Expiry} deletes them.
 */
public final class Compaction {
    private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

    private Compaction() {}

    /**
     * Chooses what to do. Only the log is read.
     *
     * @param budgetBytes how many bytes may be read and written
     */
    public static CompactionPlan plan(Snapshot snapshot, long budgetBytes, CompactionCosts costs) throws IOException {
        List<List<CompactionJob>> groups = new CompactionPlanner(snapshot, costs).groups();
        List<CompactionJob> chosen = CompactionChoice.best(groups, budgetBytes);
        List<CompactionJob> left = new ArrayList<>();
        for (List<CompactionJob> group : groups) {
            if (group.stream().noneMatch(chosen::contains)) {
                left.add(group.get(group.size() - 1));
            }
        }
        return new CompactionPlan(snapshot.version(), chosen, left);
    }

    /** Returns the cost of a scan of the whole snapshot, in the bytes that {@link CompactionJob#gain} counts. */
    public static double scanCost(Snapshot snapshot, CompactionCosts costs) throws IOException {
        return new CompactionPlanner(snapshot, costs).scanCost();
    }

    /**
     * The result of a compaction.
     *
     * @param done the jobs that were committed
     * @param yielded those that were given up, as the fragments have changed in a way that can't be followed
     */
    public record Result(List<CompactionJob> done, List<CompactionJob> yielded) {
        /** Copies the lists. */
        public Result {
            done = List.copyOf(done);
            yielded = List.copyOf(yielded);
        }
    }

    /**
     * Does the chosen jobs, each in a transaction of its own on the newest version.
     *
     * @param options how files are written
     */
    public static Result run(Table table, CompactionPlan plan, WriterOptions options) throws IOException {
        List<CompactionJob> done = new ArrayList<>();
        List<CompactionJob> yielded = new ArrayList<>();
        for (CompactionJob job : plan.chosen()) {
            (run(table, job, options) ? done : yielded).add(job);
        }
        return new Result(done, yielded);
    }

    private static boolean run(Table table, CompactionJob job, WriterOptions options) throws IOException {
        Transaction transaction = table.begin("compact");
        for (UUID fragment : job.fragments()) {
            if (transaction.snapshot().fragment(fragment).isEmpty()) {
                return false;
            }
        }
        Rewriting rewriting = new Rewriting(transaction, options);
        try {
            rewriting.commit(() -> {
                switch (job.kind()) {
                    case FOLD -> rewriting.fold(job.fragments().get(0));
                    case COLUMNS -> rewriting.columns(job.fragments().get(0), job.fields());
                    case REWRITE, MERGE -> rewriting.rows(job.fragments());
                }
            });
            return true;
        } catch (CommitConflictException e) {
            LOG.info("{}: a compaction yields: {}", table, e.getMessage());
            return false;
        }
    }
}
