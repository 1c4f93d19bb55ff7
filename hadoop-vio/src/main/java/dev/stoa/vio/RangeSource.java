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
package dev.stoa.vio;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Reads ranges of one open, immutable file of known length. State all ranges of a step at once, and get all of them or
 * a named failure.
 *
 * <p>A source plans ({@link ReadPlanner}), and waits for room in the process's {@link BufferBudget}. It runs the
 * requests of a plan in parallel on threads of its own. The calling thread runs small ones of a near store. A source
 * retries a failed request alone, and counts. It never seeks. Safe for several threads.
 *
 * <p>{@link RangeSources} and {@code dev.stoa.vio.hadoop.HadoopRangeSource} make sources.
 */
public interface RangeSource extends Closeable {

    /** Returns the file's name for messages, such as its URI. */
    String id();

    /** Returns the file's length in bytes, as known when it was opened. */
    long length();

    /** Returns the properties of the store that plans for this source are made with. */
    StoreProfile profile();

    /** Returns counts of ranges, requests and bytes so far. */
    ReadStats stats();

    /**
     * Starts the requests of a plan and returns at once; a small plan of a near store is read before it returns
     * ({@link RequestLimits#inlineBytes()}). The caller owns the result, and must close or await it.
     *
     * @param plan made for a file of this length
     * @throws IllegalArgumentException if the plan was made for a file of another length
     * @throws IOException if this source is closed, or no memory is left for the plan's bytes
     */
    PendingRead start(ReadPlan plan) throws IOException;

    /**
     * Starts the requests of a plan and hands over each span by itself, as soon as it is whole, to a receiver that brings
     * the memory. Spans do not depend on each other: one may fail while the others are delivered. Returns when all
     * requests are sent or wait for their turn; a small plan of a near store is read before ({@link
     * RequestLimits#inlineBytes()}).
     *
     * @param plan made for a file of this length
     * @param receiver of the plan's spans
     * @throws IllegalArgumentException if the plan was made for a file of another length
     * @throws IOException if this source is closed; the receiver then hears nothing
     */
    void deliver(ReadPlan plan, SpanReceiver receiver) throws IOException;

    /**
     * Cancels all reads in flight, those that are awaited and those whose spans are not delivered yet: they fail at once.
     * The source stays open.
     */
    void cancel();

    /**
     * Cancels what is in flight and closes the file. Buffers which were delivered stay valid; reads not yet awaited fail.
     * Closing again does nothing.
     */
    @Override
    void close() throws IOException;

    /**
     * Plans a read of the given ranges, which may come in any order, touch, overlap, repeat or be empty. Reads nothing.
     *
     * @throws RangeReadException if a range is not within the file
     * @throws IllegalArgumentException if ranges overlap in a chain of more than {@link Integer#MAX_VALUE} bytes
     */
    default ReadPlan plan(List<Range> ranges) throws IOException {
        for (Range range : ranges) {
            if (range.end() > length()) {
                throw new RangeReadException(
                        id(),
                        range,
                        "the file has only " + length() + " bytes; it is truncated, or the range is wrong");
            }
        }
        return ReadPlanner.plan(ranges, length(), profile());
    }

    /**
     * Reads ranges and waits for them: {@link #plan}, {@link #start} and {@link PendingRead#await} in one.
     *
     * @return one buffer for each range, in the order asked; the caller must close it
     * @throws RangeReadException if a range is not within the file or could not be read
     * @throws java.io.InterruptedIOException if the thread is interrupted; the read is cancelled
     */
    default RangeBuffers read(List<Range> ranges) throws IOException {
        try (PendingRead pending = start(plan(ranges))) {
            return pending.await();
        }
    }

    /**
     * Reads one range again, because its bytes did not pass a check of the caller's: from the store, into fresh memory.
     * Once is enough: what is wrong twice is wrong in the store.
     *
     * @return one buffer; the caller must close it
     * @throws RangeReadException if the range is not within the file or could not be read
     */
    RangeBuffers refetch(Range range) throws IOException;

    /** Returns the range of this file's end that should be fetched first: {@link RequestLimits#tailBytes()} or all. */
    default Range tail() {
        int bytes = (int) Math.min(length(), profile().limits().tailBytes());
        return new Range(length() - bytes, bytes);
    }
}
