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

/** What a log promises to who reads and commits. */
final class Promises {
    private Promises() {}

    /** An actor is told that a version is the newest. */
    static void newest(ModelLog log, ModelActor actor) {
        if (log.history().get(actor.version()) != actor.id()) {
            throw new BrokenPromise("actor " + actor.number() + " reads entry " + actor.id() + " as version "
                    + actor.version() + ", which is entry " + log.history().get(actor.version()));
        }
        if (actor.version() < actor.begun()) {
            throw new BrokenPromise("actor " + actor.number() + " takes version " + actor.version()
                    + " for the newest; version " + actor.begun() + " was there before it asked");
        }
    }

    /** A writer is told that its entry is committed. */
    static void committed(ModelLog log, int version, int id) {
        if (version > log.newest() || log.history().get(version) != id) {
            throw new BrokenPromise(
                    "the writer of entry " + id + " is told that it is version " + version + ", and it is not");
        }
    }

    /** A writer is told that its entry is not committed, and never will be; it tries again. */
    static void refused(ModelLog log, int id) {
        if (log.history().contains(id) && !log.damaged()) { // of a swapped entry its writer can't know
            throw new BrokenPromise("the writer of entry " + id + " is told to try again, and it counts already");
        }
        log.refused().add(id);
    }

    /** An actor is told that the log is damaged. */
    static void damage(ModelLog log, ModelActor actor) {
        if (!log.damaged()) {
            throw new BrokenPromise("actor " + actor.number() + " is told that the log is damaged at version "
                    + (actor.version() + 1) + ", and it is whole");
        }
    }
}
