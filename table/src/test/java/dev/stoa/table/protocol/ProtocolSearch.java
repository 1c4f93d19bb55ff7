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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tries every order of the requests of some actors, breadth first, so that what it finds is a shortest history. */
final class ProtocolSearch {
    private final LogProtocol protocol;
    private final Fault fault;
    private final Map<ModelState, Step> steps = new HashMap<>();

    /** What the store does wrong, once. */
    enum Fault {
        NONE,
        LOST,
        SWAPPED
    }

    /** How a state was reached. */
    private record Step(Optional<ModelState> before, String what) {}

    /** What a protocol does not keep, and the requests that lead there. */
    record Finding(String broken, List<String> history) {}

    ProtocolSearch(LogProtocol protocol, Fault fault) {
        this.protocol = protocol;
        this.fault = fault;
    }

    /** The number of states that were reached. */
    int states() {
        return steps.size();
    }

    /** A shortest history that breaks a promise, if there is one. */
    Optional<Finding> run(List<ModelActor> actors) {
        Deque<ModelState> open = new ArrayDeque<>();
        ModelState first = new ModelState(ModelLog.first(), actors);
        steps.put(first, new Step(Optional.empty(), "start"));
        open.add(first);
        while (!open.isEmpty()) {
            ModelState state = open.remove();
            for (ModelActor actor : state.actors()) {
                if (actor.at() == ModelActor.At.DONE) {
                    continue;
                }
                String what = actor.role() + " " + actor.number() + " " + actor.at() + " at version " + actor.version();
                try {
                    protocol.step(state, actor).forEach(next -> reach(state, what, next, open));
                } catch (BrokenPromise e) {
                    return Optional.of(finding(state, what, e));
                }
            }
            for (ModelLog.Late late : state.log().late()) {
                String what = "late entry " + late.entry().id() + " of version " + late.version();
                try {
                    reach(state, what, arrive(state, late), open);
                } catch (BrokenPromise e) {
                    return Optional.of(finding(state, what, e));
                }
            }
            faults(state, open);
        }
        return Optional.empty();
    }

    private void reach(ModelState from, String what, ModelState to, Deque<ModelState> open) {
        if (steps.putIfAbsent(to, new Step(Optional.of(from), what)) == null) {
            open.add(to);
        }
    }

    private static ModelState arrive(ModelState state, ModelLog.Late late) {
        ModelLog log = state.log().copy();
        log.late().remove(late);
        if (log.entries().get(late.version()) == null) {
            log.create(late.version(), late.entry());
        }
        return new ModelState(log, state.actors());
    }

    /** One entry of a version that counts, and is not the newest, is lost or becomes another. */
    private void faults(ModelState state, Deque<ModelState> open) {
        ModelLog log = state.log();
        if (fault == Fault.NONE || log.damaged()) {
            return;
        }
        int first = log.floor(log.markers().size());
        for (int version = first + 1; version < log.newest(); version++) {
            ModelLog.Entry entry = log.entries().get(version);
            if (entry == null || log.entries().get(version - 1) == null) {
                continue; // the first one that is left looks expired
            }
            ModelLog damaged = log.copy(true);
            damaged.entries()
                    .set(version, fault == Fault.LOST ? null : new ModelLog.Entry(90 + version, entry.previous()));
            reach(state, fault + " version " + version, new ModelState(damaged, state.actors()), open);
        }
    }

    private Finding finding(ModelState last, String what, BrokenPromise broken) {
        List<String> history = new ArrayList<>();
        history.add(what);
        Optional<ModelState> state = Optional.of(last);
        while (state.isPresent()) {
            Step step = steps.get(state.get());
            history.add(step.what());
            state = step.before();
        }
        Collections.reverse(history);
        return new Finding(broken.getMessage(), history);
    }
}
