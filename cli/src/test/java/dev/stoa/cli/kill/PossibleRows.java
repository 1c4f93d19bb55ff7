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
package dev.stoa.cli.kill;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The rows of one client in one place, as far as anybody can know them: each command that was killed has taken effect as a
 * whole, or not at all, and each reader sees one of these states. One client changes them, several may compare.
 */
final class PossibleRows {
    private static final long REMEMBERED = TimeUnit.MINUTES.toNanos(5);

    private final List<State> states = new ArrayList<>();
    private final List<Change> killed = new ArrayList<>();
    private int foundDone;
    private int foundUndone;

    private static final class State {
        private final NavigableMap<Long, String> rows;
        private final long begin;
        private long end = Long.MAX_VALUE;

        State(NavigableMap<Long, String> rows, long begin) {
            this.rows = rows;
            this.begin = begin;
        }

        boolean isPossible() {
            return end == Long.MAX_VALUE;
        }
    }

    /** A change under way. */
    record Change(List<State> before, List<State> after) {}

    PossibleRows() {
        states.add(new State(new TreeMap<>(), System.nanoTime()));
    }

    /** One of the states that are possible now. */
    synchronized NavigableMap<Long, String> any() {
        return possible().get(0).rows;
    }

    /** How many states are possible now. */
    synchronized int count() {
        return possible().size();
    }

    private List<State> possible() {
        return new ArrayList<>(states.stream().filter(State::isPossible).toList());
    }

    /** A command is about to start: from now on its effect may be seen. */
    synchronized Change begin(UnaryOperator<NavigableMap<Long, String>> effect) {
        long now = System.nanoTime();
        states.removeIf(state -> !state.isPossible() && now - state.end > REMEMBERED);
        List<State> before = possible();
        List<State> after = new ArrayList<>();
        for (State state : before) {
            NavigableMap<Long, String> rows = effect.apply(new TreeMap<>(state.rows));
            State same = possible().stream()
                    .filter(other -> other.rows.equals(rows))
                    .findFirst()
                    .orElse(null);
            if (same == null) {
                same = new State(rows, now);
                states.add(same);
            }
            after.add(same);
        }
        return new Change(before, after);
    }

    /** The command said that it is done. */
    synchronized void done(Change change) {
        long now = System.nanoTime();
        change.before().stream()
                .filter(state -> !change.after().contains(state))
                .forEach(state -> state.end = now);
    }

    /** The command was killed. */
    synchronized void killed(Change change) {
        if (!change.before().containsAll(change.after())) {
            killed.add(change);
        }
    }

    /** How many killed commands had taken effect, as was found out. */
    synchronized int foundDone() {
        return foundDone;
    }

    /** How many killed commands had no effect, as was found out. */
    synchronized int foundUndone() {
        return foundUndone;
    }

    /** The command said that it has changed nothing. */
    synchronized void refused(Change change) {
        states.removeIf(
                state -> change.after().contains(state) && !change.before().contains(state));
    }

    /**
     * Fails unless rows that were read are those of a state that was possible meanwhile.
     *
     * @param isSettled whether no client has changed them meanwhile: then these are the rows from now on
     */
    synchronized void check(NavigableMap<Long, String> rows, long begin, long end, boolean isSettled, String what) {
        List<State> seen = states.stream()
                .filter(state -> state.rows.equals(rows)
                        && state.begin <= end
                        && (isSettled ? state.isPossible() : state.end >= begin))
                .toList();
        assertTrue(!seen.isEmpty(), () -> what + ": these rows were never there:\n" + difference(rows));
        if (isSettled) {
            if (killed.size() == 1) {
                boolean isDone = seen.stream().noneMatch(killed.get(0).before()::contains);
                foundDone += isDone ? 1 : 0;
                foundUndone += isDone ? 0 : 1;
            }
            killed.clear();
            for (Iterator<State> it = states.iterator(); it.hasNext(); ) {
                State state = it.next();
                if (!seen.contains(state) && state.isPossible()) {
                    state.end = end;
                }
            }
        }
    }

    private String difference(NavigableMap<Long, String> rows) {
        StringBuilder text = new StringBuilder();
        for (State state : states) {
            NavigableMap<Long, String> missing = new TreeMap<>(state.rows);
            missing.entrySet().removeAll(rows.entrySet());
            NavigableMap<Long, String> more = new TreeMap<>(rows);
            more.entrySet().removeAll(state.rows.entrySet());
            text.append(state.isPossible() ? "possible" : "once possible")
                    .append(": missing ")
                    .append(missing)
                    .append(", too many ")
                    .append(more)
                    .append('\n');
        }
        return text.toString();
    }
}
