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
package dev.stoa.reader.internal.parallel;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Results on their way from the threads that make them to the one that takes them: in the order of inputs and parts, or as
 * they come.
 *
 * <p>A thread waits before it puts one too many. In order, the part whose results are taken now may always put one. So that
 * part continues whatever the number of waiting results of later parts. Since parts are begun in their order, all get their
 * turn.
 *
 * @param <R> the results
 */
public final class ResultQueue<R> {
    private static final int UNKNOWN = -1;

    private final int limit;
    private final boolean isOrdered;
    /** By part; as they come: one for all. */
    private final Map<Long, ArrayDeque<R>> results = new HashMap<>();

    private final Set<Long> ended = new HashSet<>();
    private final int[] parts;
    private int waiting;
    private boolean isFinished;
    private int headInput;
    private int headPart;

    /**
     * An empty queue.
     *
     * @param inputs how many
     * @param limit how many results may wait
     * @param isOrdered whether their order matters
     */
    public ResultQueue(int inputs, int limit, boolean isOrdered) {
        this.limit = limit;
        this.isOrdered = isOrdered;
        this.parts = new int[inputs];
        Arrays.fill(parts, UNKNOWN);
    }

    private long key(int input, int part) {
        return isOrdered ? (long) input << 32 | part : 0;
    }

    /** An input was divided into parts. */
    public synchronized void divided(int input, int count) {
        parts[input] = count;
        notifyAll();
    }

    /** All results of a part are put. */
    public synchronized void ended(int input, int part) {
        if (isOrdered) {
            ended.add(key(input, part));
            notifyAll();
        }
    }

    /** Puts a result of a part, after it has waited for room. */
    public synchronized void put(int input, int part, R result) throws InterruptedException {
        if (result == null) {
            throw new IllegalArgumentException("the function has made nothing of a batch: it returned null");
        }
        long key = key(input, part);
        while (waiting >= limit && !(isOrdered && key == key(headInput, headPart) && !results.containsKey(key))) {
            wait();
        }
        results.computeIfAbsent(key, any -> new ArrayDeque<>()).add(result);
        waiting++;
        notifyAll();
    }

    /** Says that no more results follow. */
    public synchronized void finish() {
        isFinished = true;
        notifyAll();
    }

    /** Waits for the next result; returns nothing after the last one. */
    public synchronized Optional<R> take() throws InterruptedException {
        while (true) {
            skipWhatEnded();
            long key = key(headInput, headPart);
            ArrayDeque<R> next = results.get(key);
            if (next != null) {
                R result = next.remove();
                if (next.isEmpty()) {
                    results.remove(key);
                }
                waiting--;
                notifyAll();
                return Optional.of(result);
            }
            if (isFinished) {
                return Optional.empty();
            }
            wait();
        }
    }

    private void skipWhatEnded() {
        while (isOrdered && headInput < parts.length && parts[headInput] != UNKNOWN) {
            if (headPart == parts[headInput]) {
                headInput++;
                headPart = 0;
            } else {
                long key = key(headInput, headPart);
                if (results.containsKey(key) || !ended.remove(key)) {
                    return;
                }
                headPart++;
            }
            notifyAll();
        }
    }
}
