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

/**
 * A process that works on a log, between two requests to the store.
 *
 * @param number tells actors apart
 * @param role what it does
 * @param at its next request
 * @param why what it wants to know of the floor
 * @param version the version that it knows; -1 before it opens the log
 * @param id the id of the entry of that version
 * @param base the version from which it reads on
 * @param markers how many floor markers it knows
 * @param attempt the attempt to commit
 * @param left how many operations are left
 * @param begun the newest version when its operation began
 * @param floor the floor that it wants to set
 */
record ModelActor(
        int number,
        Role role,
        At at,
        Why why,
        int version,
        int id,
        int base,
        int markers,
        int attempt,
        int left,
        int begun,
        int floor) {
    /** What an actor does. */
    enum Role {
        WRITER,
        READER,
        EXPIRER
    }

    /** The next request of an actor. */
    enum At {
        BEGIN,
        NEXT,
        LIST,
        NEXT_AGAIN,
        LAST,
        FLOOR,
        CHECKPOINT,
        PUT,
        LOOK,
        WRITE_CHECKPOINT,
        MARK,
        DELETE,
        DONE
    }

    /** Why an actor asks for the floor. */
    enum Why {
        NONE,
        NO_HINT,
        END,
        OTHER_PREDECESSOR,
        GAP,
        NO_CHECKPOINT,
        AFTER_PUT,
        ENTRY_OF_ANOTHER
    }

    static ModelActor of(int number, Role role, int operations) {
        return new ModelActor(number, role, At.BEGIN, Why.NONE, -1, 0, 0, 0, 0, operations, 0, 0);
    }

    ModelActor at(At next) {
        return new ModelActor(number, role, next, Why.NONE, version, id, base, markers, attempt, left, begun, floor);
    }

    ModelActor atFloor(Why reason) {
        return new ModelActor(number, role, At.FLOOR, reason, version, id, base, markers, attempt, left, begun, floor);
    }

    /** It has read an entry. */
    ModelActor read(int newVersion, int newId) {
        return new ModelActor(number, role, at, why, newVersion, newId, base, markers, attempt, left, begun, floor);
    }

    /** It knows a version for certain. */
    ModelActor knows(int newVersion, int newId) {
        return new ModelActor(
                number, role, at, why, newVersion, newId, newVersion, markers, attempt, left, begun, floor);
    }

    ModelActor withMarkers(int count) {
        return new ModelActor(number, role, at, why, version, id, base, count, attempt, left, begun, floor);
    }

    ModelActor withFloor(int newFloor) {
        return new ModelActor(number, role, at, why, version, id, base, markers, attempt, left, begun, newFloor);
    }

    /** An operation begins; only readers are held to the newest version then, as writers find out by their puts. */
    ModelActor begins(int newest) {
        int then = role == Role.READER ? newest : 0;
        return new ModelActor(number, role, at, why, version, id, base, markers, attempt, left, then, floor);
    }

    ModelActor nextAttempt() {
        return new ModelActor(
                number, role, At.BEGIN, Why.NONE, version, id, base, markers, attempt + 1, left, begun, floor);
    }

    /** Its operation is done. */
    ModelActor finished() {
        return left > 1
                ? new ModelActor(
                        number, role, At.BEGIN, Why.NONE, version, id, version, markers, attempt + 1, left - 1, 0, 0)
                : stopped();
    }

    /** It does no more. */
    ModelActor stopped() {
        return new ModelActor(number, role, At.DONE, Why.NONE, -1, 0, 0, 0, 0, 0, 0, 0);
    }

    /** The entry that it creates next; its transaction and the attempt make the id. */
    int newId() {
        return number * 10 + attempt;
    }
}
