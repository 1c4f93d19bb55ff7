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
import dev.stoa.table.protocol.ModelActor.Why;
import java.util.ArrayList;
import java.util.List;

/**
 * The protocol of ADR 0066. An entry names the one before it. Expiry creates a floor marker before it deletes anything; markers
 * are numbered without gaps and stay. Who has read entries, or has created one, asks for the next marker then: entries at the floor
 * or above it count, as their names were never free again.
 */
final class ChainWithFloor implements LogProtocol {
    /** Whether a floor is asked for after a put and after a read; tests see the model fail without. */
    private final boolean asksAfterPut;

    private final boolean asksAfterRead;

    ChainWithFloor(boolean asksAfterPut, boolean asksAfterRead) {
        this.asksAfterPut = asksAfterPut;
        this.asksAfterRead = asksAfterRead;
    }

    @Override
    public List<ModelState> step(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        return switch (actor.at()) {
            case BEGIN -> begin(state, actor.begins(log.newest()));
            case NEXT -> List.of(state.with(log, next(log, actor)));
            case LIST -> list(state, actor);
            case NEXT_AGAIN ->
                List.of(state.with(
                        log,
                        log.entries().get(actor.version() + 1) == null ? actor.atFloor(Why.GAP) : actor.at(At.NEXT)));
            case FLOOR -> List.of(floor(state, actor));
            case CHECKPOINT -> List.of(state.with(log, checkpoint(log, actor)));
            case PUT -> put(state, actor);
            case LOOK -> List.of(look(state, actor));
            case WRITE_CHECKPOINT -> List.of(writeCheckpoint(state, actor));
            case MARK -> List.of(mark(state, actor));
            case DELETE -> delete(state, actor);
            case LAST, DONE -> throw new AssertionError(actor);
        };
    }

    /** Opens the log at any checkpoint that a hint or a listing may name, or without one. */
    private static List<ModelState> begin(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        if (actor.version() >= 0) {
            return List.of(
                    state.with(log, actor.knows(actor.version(), actor.id()).at(At.NEXT)));
        }
        List<ModelState> states = new ArrayList<>();
        states.add(state.with(log, actor.atFloor(Why.NO_HINT)));
        for (int version = 0; version < log.checkpoints().size(); version++) {
            if (log.checkpoints().get(version) != null) {
                int id = log.checkpoints().get(version);
                states.add(state.with(log, actor.knows(version, id).at(At.NEXT)));
            }
        }
        return states;
    }

    private static ModelActor next(ModelLog log, ModelActor actor) {
        ModelLog.Entry entry = log.entries().get(actor.version() + 1);
        if (entry == null) {
            return actor.atFloor(Why.END);
        }
        return entry.previous() == actor.id()
                ? actor.read(actor.version() + 1, entry.id())
                : actor.atFloor(Why.OTHER_PREDECESSOR);
    }

    /** A listing may show later entries. One that shows none says nothing, but when all is long done. */
    private static List<ModelState> list(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        List<ModelState> states = new ArrayList<>();
        boolean isLater = log.hasEntryAbove(actor.version() + 1);
        if (isLater) {
            states.add(state.with(log, actor.at(At.NEXT_AGAIN)));
        }
        if (!isLater || !log.damaged()) {
            states.add(end(state, actor));
        }
        return states;
    }

    /** The newest version is known. */
    private static ModelState end(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        Promises.newest(log, actor);
        return switch (actor.role()) {
            case READER -> state.with(log, actor.finished());
            case WRITER -> state.with(log, actor.at(At.PUT));
            case EXPIRER ->
                state.with(
                        log,
                        actor.version() > log.floor(actor.markers())
                                ? actor.withFloor(actor.version()).at(At.WRITE_CHECKPOINT)
                                : actor.finished());
        };
    }

    private ModelState floor(ModelState state, ModelActor actor) {
        ModelLog log = state.log();
        Why why = actor.why();
        if (log.markers().size() > actor.markers()) {
            ModelActor further = actor.withMarkers(actor.markers() + 1);
            return state.with(log, why == Why.NO_CHECKPOINT ? further.atFloor(Why.NO_HINT) : further);
        }
        int floor = log.floor(actor.markers());
        int created = actor.version() + 1;
        if (why == Why.AFTER_PUT || why == Why.ENTRY_OF_ANOTHER) {
            if (floor > created && asksAfterPut) {
                return state.with(
                        log, actor.stopped()); // whether it counted is not known any more: the caller is told so
            }
            if (why == Why.AFTER_PUT) {
                return committed(state, actor);
            }
            ModelLog told = log.copy();
            Promises.refused(told, actor.newId());
            return state.with(told, actor.nextAttempt());
        }
        if (why == Why.NO_HINT || (floor > actor.base() + 1 && asksAfterRead)) {
            return state.with(log, actor.withFloor(floor).at(At.CHECKPOINT));
        }
        if (why == Why.END) {
            return state.with(log, actor.at(At.LIST));
        }
        Promises.damage(log, actor);
        return state.with(log, actor.stopped());
    }

    private static ModelActor checkpoint(ModelLog log, ModelActor actor) {
        Integer id = log.checkpoints().get(actor.floor());
        return id == null
                ? actor.atFloor(Why.NO_CHECKPOINT)
                : actor.knows(actor.floor(), id).at(At.NEXT);
    }

    private static ModelState committed(ModelState state, ModelActor actor) {
        int version = actor.version() + 1;
        if (!state.log().damaged()) {
            Promises.committed(state.log(), version, actor.newId());
        }
        return state.with(state.log(), actor.read(version, actor.newId()).finished());
    }

    /** A put is done, refused, or given up while it is under way. */
    private static List<ModelState> put(ModelState state, ModelActor actor) {
        int version = actor.version() + 1;
        ModelLog.Entry entry = new ModelLog.Entry(actor.newId(), actor.id());
        List<ModelState> states = new ArrayList<>();
        ModelLog log = state.log().copy();
        if (log.entries().get(version) == null) {
            log.create(version, entry);
            states.add(state.with(log, actor.atFloor(Why.AFTER_PUT)));
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

    /** After a put of unknown outcome. */
    private static ModelState look(ModelState state, ModelActor actor) {
        ModelLog.Entry entry = state.log().entries().get(actor.version() + 1);
        if (entry == null) {
            return state.with(state.log(), actor.stopped()); // in doubt
        }
        return state.with(
                state.log(), actor.atFloor(entry.id() == actor.newId() ? Why.AFTER_PUT : Why.ENTRY_OF_ANOTHER));
    }

    private static ModelState writeCheckpoint(ModelState state, ModelActor actor) {
        ModelLog log = state.log().copy();
        if (log.checkpoints().get(actor.floor()) == null) {
            log.checkpoints().set(actor.floor(), actor.id());
        }
        return state.with(log, actor.at(At.MARK));
    }

    private static ModelState mark(ModelState state, ModelActor actor) {
        ModelLog log = state.log().copy();
        if (log.markers().size() == actor.markers()) {
            log.markers().add(actor.floor());
        }
        ModelActor further = actor.withMarkers(actor.markers() + 1);
        return state.with(log, log.floor(further.markers()) >= actor.floor() ? further.at(At.DELETE) : further);
    }

    /** Below its floor, in any order. */
    private static List<ModelState> delete(ModelState state, ModelActor actor) {
        List<ModelState> states = new ArrayList<>();
        for (int version = 0; version < actor.floor(); version++) {
            if (state.log().entries().get(version) != null) {
                ModelLog log = state.log().copy();
                log.entries().set(version, null);
                states.add(state.with(log, actor));
            }
            if (state.log().checkpoints().get(version) != null) {
                ModelLog log = state.log().copy();
                log.checkpoints().set(version, null);
                states.add(state.with(log, actor));
            }
        }
        return states.isEmpty() ? List.of(state.with(state.log(), actor.finished())) : states;
    }
}
