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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.table.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of a table: many clients, each of which runs the real code against a simulated store, one step at a time.
 * The build runs the same ones each time; {@code -Dstoa.histories=N} runs so many new ones on each store, {@code -Dstoa.history=SEED}
 * repeats one.
 */
@Tag("soak")
class SimulationTest {
    private static final int HISTORIES = 100;
    private static final int LOSSES = 20;
    private static final long SEED = 20261122;

    @ParameterizedTest
    @EnumSource
    void everyHistoryIsTheModels(SimStore.Kind kind) {
        run(kind, HISTORIES, false);
    }

    /** An entry of the log disappears: nobody reads an older version, or takes its number. */
    @ParameterizedTest
    @EnumSource
    void aLostEntryIsTold(SimStore.Kind kind) {
        run(kind, LOSSES, true);
    }

    private static void run(SimStore.Kind kind, int usual, boolean loses) {
        Long one = Long.getLong("stoa.history");
        if (one != null) {
            run(kind, one, loses);
            return;
        }
        boolean isSoak = System.getProperty("stoa.histories") != null;
        Random seeds = new Random(isSoak ? Seeds.next(SimulationTest.class) : SEED);
        int histories = Integer.getInteger("stoa.histories", usual);
        long[] counts = new long[3];
        for (int i = 0; i < histories; i++) {
            SimHistory history = run(kind, seeds.nextLong(), loses);
            counts[0] += history.versions();
            counts[1] += history.branchVersions();
            counts[2] += history.published();
        }
        System.out.println(kind + ": " + histories + " histories wrote " + counts[0] + " versions, " + counts[1]
                + " of them on branches, and published " + counts[2] + " times");
    }

    @ParameterizedTest
    @EnumSource
    void aSeedIsAHistory(SimStore.Kind kind) throws Throwable {
        for (long seed = 0; seed < 3; seed++) {
            SimHistory one = new SimHistory(kind, seed, false);
            one.run();
            SimHistory other = new SimHistory(kind, seed, false);
            other.run();
            assertEquals(one.digest(), other.digest());
        }
    }

    private static SimHistory run(SimStore.Kind kind, long seed, boolean loses) {
        SimHistory history = new SimHistory(kind, seed, loses);
        try {
            history.run();
        } catch (Throwable e) {
            throw new AssertionError(
                    kind + (loses ? ", loses an entry" : "") + ": -Dstoa.history=" + seed + System.lineSeparator()
                            + history,
                    e);
        }
        return history;
    }
}
