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

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the dictionaries of a file under way may hold, hash tables included. When it is used up, dictionaries stop
 * growing and other encodings are chosen.
 *
 * <p>What a dictionary gets must not depend on which thread asks first. So time is cut into rounds: within a round every
 * dictionary may grow by an even share of what was left when the round began, whatever the others do.
 *
 * <p>Dictionaries may ask from several threads; a round begins while none of them does.
 */
public final class DictionaryBudget {
    private final long limit;
    private final AtomicLong granted = new AtomicLong();
    private int round;
    private long share;

    /** A budget of so many bytes; in its first round one dictionary may have all of them. */
    public DictionaryBudget(long limit) {
        this.limit = limit;
        this.share = limit;
    }

    /** Begins a round in which so many columns may ask. */
    public void beginRound(int columns) {
        round++;
        share = (limit - granted.get()) / Math.max(1, columns);
    }

    /** The number of rounds so far. */
    int round() {
        return round;
    }

    /** The bytes that dictionaries hold now. */
    public long granted() {
        return granted.get();
    }

    /** Grants bytes to a dictionary that was granted so many in this round; false if that is too much. */
    boolean grant(long bytes, long grantedInRound) {
        if (bytes > share - grantedInRound) {
            return false;
        }
        granted.addAndGet(bytes);
        return true;
    }

    /** Takes back what was granted. */
    void giveBack(long bytes) {
        granted.addAndGet(-bytes);
    }
}
