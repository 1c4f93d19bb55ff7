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
package dev.stoa.table.simulation;

import java.util.Optional;

/** What a client is about to do, and what has become of it. */
final class SimIntent {
    private final String what;
    private final Plan plan;
    private final boolean several;
    private Optional<SimVersion> published = Optional.empty();
    private boolean refused;

    /** What it does to the rows. */
    interface Plan {
        SimEffect on(SimVersion base);
    }

    /**
     * An intent.
     *
     * @param several whether it may take several commits
     */
    SimIntent(String what, boolean several, Plan plan) {
        this.what = what;
        this.several = several;
        this.plan = plan;
    }

    /** One that changes no row. */
    static SimIntent none(String what) {
        return new SimIntent(what, true, base -> SimEffect.none());
    }

    SimEffect on(SimVersion base) {
        return plan.on(base);
    }

    /** The version that came of it last. */
    Optional<SimVersion> published() {
        return published;
    }

    /** A version came of it. */
    void publish(SimVersion version) {
        if (refused) {
            throw new AssertionError("version " + version.number() + " is of a transaction that has failed: " + what);
        }
        if (published.isPresent() && !several) {
            throw new AssertionError("versions " + published.get().number() + " and " + version.number()
                    + " are both of one transaction: " + what);
        }
        published = Optional.of(version);
    }

    /** The client was told that nothing has become of it. */
    void refuse() {
        refused = true;
        if (published.isPresent() && !several) {
            throw new AssertionError("it was said to have failed, but is version "
                    + published.get().number() + ": " + what);
        }
    }

    @Override
    public String toString() {
        return what;
    }
}
