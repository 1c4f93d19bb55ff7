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
 * The memory budget of the dictionaries of a file that is being written, hash tables included. When it is used up, dictionaries
 * stop growing, and the encoder chooses other encodings.
 *
 * <p>The grants must not depend on the order of the threads. So they come in rounds. Within a round, each dictionary may grow
 * by an equal share of the bytes left at the start of the round, whatever the others do.
 *
 * <p>Dictionaries may ask from several threads; a round begins while none of them does.
 */
public final class DictionaryBudget {
    private final long limit;
    private final AtomicLong granted = new AtomicLong();
    private int round;
    private long share;

    /** A budget of {@code limit} bytes; in its first round one dictionary may have all of them. */
    public DictionaryBudget(long limit) {
        this.limit = limit;
        this.share = limit;
    }

    /** Begins a round of {@code columns} columns. */
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

    /** Grants bytes to a dictionary that already got {@code grantedInRound} in this round; false if that is too much. */
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
