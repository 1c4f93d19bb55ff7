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

import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.History;
import dev.stoa.table.internal.log.LogContents;
import dev.stoa.table.internal.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A commit, and how it changed the size of a table. The figures come from the log: no data file is opened.
 *
 * @param commit the commit
 * @param rows the rows that a scan of its version returns
 * @param rowChange how many rows more than in the version below; 0 if that version has expired
 * @param files the data files and sidecars that it added; 0 if a repair found only its checkpoint
 * @param bytes their length
 */
public record CommitSize(CommitInfo commit, long rows, long rowChange, long files, long bytes) {

    /**
     * Reads the last commits, newest first.
     *
     * @param most the maximum number of commits
     * @throws TableException if the table has no log
     */
    public static List<CommitSize> last(Table table, int most) throws IOException {
        if (table.isPlain()) {
            throw new TableException(table + ": a folder without a log has no commits");
        }
        if (most == 0) {
            return List.of();
        }
        // one more, for the rows below the oldest
        List<CommitInfo> commits = new ArrayList<>(table.commits(most == Integer.MAX_VALUE ? most : most + 1));
        Collections.reverse(commits);
        List<CommitSize> sizes = new ArrayList<>();
        Optional<TableState> below = Optional.empty();
        for (CommitInfo commit : commits) {
            Optional<LogContents> entry = table.entry(commit.version());
            Optional<TableState> state = entry.isEmpty() || below.isEmpty()
                    ? new History(table.log()).at(commit.version())
                    : Optional.of(below.get()
                            .with(List.of(entry.get()), List.of(table.log().entryPath(commit.version()))));
            boolean isOfTable = entry.isPresent() || !table.isBranch(); // a repair may leave a checkpoint without entry
            if (isOfTable && state.isPresent()) {
                sizes.add(of(commit, entry, below, state.get()));
            }
            below = state;
        }
        Collections.reverse(sizes);
        return List.copyOf(sizes.subList(0, Math.min(most, sizes.size())));
    }

    private static CommitSize of(
            CommitInfo commit, Optional<LogContents> entry, Optional<TableState> below, TableState state)
            throws IOException {
        long files = 0;
        long bytes = 0;
        for (Action action : entry.map(LogContents::actions).orElse(List.of())) {
            if (action instanceof Action.AddFile added) {
                files++;
                bytes += added.file().identity().length();
            } else if (action instanceof Action.AddSidecar added) {
                files++;
                bytes += added.sidecar().identity().length();
            }
        }
        boolean isFirst = commit.version() == 0;
        long rows = rows(state);
        long before = isFirst ? 0 : below.isPresent() ? rows(below.get()) : rows;
        return new CommitSize(commit, rows, rows - before, files, bytes);
    }

    private static long rows(TableState state) throws IOException {
        return state.fragments().values().stream().mapToLong(Fragment::liveRows).sum();
    }
}
