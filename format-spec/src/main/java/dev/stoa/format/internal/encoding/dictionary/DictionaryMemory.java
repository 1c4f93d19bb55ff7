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
package dev.stoa.format.internal.encoding.dictionary;

/** The memory of one dictionary, asked for before it is used. */
public final class DictionaryMemory {
    private final DictionaryBudget budget;
    private long granted;
    private int round;
    private long grantedInRound;

    public DictionaryMemory(DictionaryBudget budget) {
        this.budget = budget;
    }

    /** The bytes granted. */
    public long granted() {
        return granted;
    }

    /** Asks for more memory; false if the budget does not allow it. */
    public boolean grant(long bytes) {
        if (round != budget.round()) {
            round = budget.round();
            grantedInRound = 0;
        }
        if (!budget.grant(bytes, grantedInRound)) {
            return false;
        }
        granted += bytes;
        grantedInRound += bytes;
        return true;
    }

    /** Gives some of it back. */
    public void giveBack(long bytes) {
        budget.giveBack(bytes);
        granted -= bytes;
    }

    /** Gives all of it back. */
    public void free() {
        budget.giveBack(granted);
        granted = 0;
    }
}
