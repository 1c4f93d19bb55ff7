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
package dev.stoa.table.internal.log;

import java.io.IOException;

/** Writes checkpoints of a log, by the writer of every few commits. Safe for several threads. */
public final class DueCheckpoints {
    private final Log log;
    private final History history;

    /**
     * Writes checkpoints of a log.
     *
     * @param history reads the same log
     */
    public DueCheckpoints(Log log, History history) {
        this.log = log;
        this.history = history;
    }

    /** Writes a checkpoint of a state that this process read or committed, if one is due. Returns the state as it is known then. */
    public TableState after(TableState state) {
        long due = state.checkpointInterval();
        if (state.version() - state.checkpoint() < due) {
            return state;
        }
        log.writeCheckpoint(state);
        TableState known = new History(log).written(state);
        boolean failed = known.checkpoint() != state.version();
        if (failed && state.version() - state.checkpoint() >= 2 * due) { // its rows may be in files that were expired
            return readAgain(state);
        }
        return known;
    }

    private TableState readAgain(TableState state) {
        try {
            return history.newest()
                    .filter(read -> read.version() == state.version())
                    .orElse(state);
        } catch (IOException e) {
            return state; // the commit is done; whoever reads next is told
        }
    }
}
