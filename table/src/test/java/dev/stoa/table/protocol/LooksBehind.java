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

import dev.stoa.table.protocol.ModelActor.At;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol of ADR 0029: entries name no other, expiry deletes them from the first one on, and who finds no next entry looks
 * whether the last one that it knows is still there.
 */
final class LooksBehind implements LogProtocol {
    @Override
    public List<ModelState> step(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        return switch (actor.at()) {
            case BEGIN -> List.of(state.with(log, begin(log, actor.begins(log.newest()))));
            case NEXT -> List.of(state.with(log, next(log, actor)));
            case LIST -> list(state, actor);
            case NEXT_AGAIN ->
                List.of(state.with(log, actor.at(log.entries().get(actor.version() + 1) == null ? At.LAST : At.NEXT)));
            case LAST -> List.of(last(state, actor));
            case PUT -> put(state, actor);
            case LOOK -> List.of(look(state, actor));
            case WRITE_CHECKPOINT -> List.of(writeCheckpoint(state, actor));
            case DELETE -> List.of(delete(state, actor));
            case FLOOR, CHECKPOINT, MARK, DONE -> throw new AssertionError(actor);
        };
    }

    /** Opens the log at its newest checkpoint. */
    private static ModelActor begin(ModelLog log, ModelActor actor) {
        if (actor.version() >= 0) {
            return actor.at(At.NEXT);
        }
        int newest = log.checkpoints().size() - 1;
        while (log.checkpoints().get(newest) == null) {
            newest--;
        }
        return actor.knows(newest, log.checkpoints().get(newest)).at(At.NEXT);
    }

    private static ModelActor next(ModelLog log, ModelActor actor) {
        ModelLog.Entry entry = log.entries().get(actor.version() + 1);
        if (entry == null) {
            return actor.at(At.LIST);
        }
        int version = actor.version() + 1;
        boolean isTrue =
                actor.id() > 0 && version <= log.newest() && log.history().get(version) == entry.id();
        return actor.read(version, isTrue ? entry.id() : -entry.id()); // rows stay wrong, whatever entries follow
    }

    /** The listing shows the last entry, or it is looked for. */
    private static List<ModelState> list(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        List<ModelState> states = new ArrayList<>();
        boolean isLater = log.hasEntryAbove(actor.version() + 1);
        if (isLater) {
            states.add(state.with(log, actor.at(At.NEXT_AGAIN)));
        }
        if (!isLater || !log.damaged()) {
            states.add(
                    log.entries().get(actor.version()) == null
                            ? state.with(log, actor.knows(-1, 0).at(At.BEGIN))
                            : end(state, actor));
        }
        return states;
    }

    private static ModelState last(ModelState state, ModelActor actor) {
        if (state.log().entries().get(actor.version()) == null) {
            return state.with(state.log(), actor.knows(-1, 0).at(At.BEGIN));
        }
        Promises.damage(state.log(), actor);
        return state.with(state.log(), actor.stopped());
    }

    private static ModelState end(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        Promises.newest(log, actor);
        return switch (actor.role()) {
            case READER -> state.with(log, actor.finished());
            case WRITER -> state.with(log, actor.at(At.PUT));
            case EXPIRER -> state.with(log, actor.withFloor(actor.version()).at(At.WRITE_CHECKPOINT));
        };
    }

    private static List<ModelState> put(ModelState state, ModelActor actor) {
        int version = actor.version() + 1;
        ModelLog.Entry entry = new ModelLog.Entry(actor.newId(), actor.id());
        List<ModelState> states = new ArrayList<>();
        ModelLog log = state.log().copy();
        if (log.entries().get(version) == null) {
            log.create(version, entry);
            states.add(committed(state.with(log, actor), actor));
        } else {
            Promises.refused(log, entry.id());
            states.add(state.with(log, actor.nextAttempt()));
        }
        if (actor.number() == 1 && actor.attempt() == 0) {
            ModelLog underWay = state.log().copy();
            underWay.late().add(new ModelLog.Late(version, entry));
            states.add(state.with(underWay, actor.at(At.LOOK)));
        }
        return states;
    }

    private static ModelState committed(ModelState state, ModelActor actor) {
        int version = actor.version() + 1;
        if (!state.log().damaged()) {
            Promises.committed(state.log(), version, actor.newId());
        }
        return state.with(state.log(), actor.read(version, actor.newId()).finished());
    }

    private static ModelState look(ModelState state, ModelActor actor) {
        ModelLog.Entry entry = state.log().entries().get(actor.version() + 1);
        if (entry == null) {
            return state.with(state.log(), actor.stopped()); // in doubt
        }
        if (entry.id() == actor.newId()) {
            return committed(state, actor);
        }
        ModelLog told = state.log().copy();
        Promises.refused(told, actor.newId());
        return state.with(told, actor.nextAttempt());
    }

    private static ModelState writeCheckpoint(ModelState state, ModelActor actor) {
        ModelLog log = state.log().copy();
        log.checkpoints().set(actor.floor(), actor.id());
        return state.with(log, actor.at(At.DELETE));
    }

    /** Checkpoints, then entries from the first one on. */
    private static ModelState delete(ModelState state, ModelActor actor) {
        ModelLog log = state.log().copy();
        for (int version = 0; version < actor.floor(); version++) {
            if (log.checkpoints().set(version, null) != null) {
                return state.with(log, actor);
            }
        }
        for (int version = 0; version < actor.floor(); version++) {
            if (log.entries().set(version, null) != null) {
                return state.with(log, actor);
            }
        }
        return state.with(log, actor.finished());
    }
}
