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
package dev.stoa.reader;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Rows that a {@link ParallelScan} reads in parts, several at the same time. A {@link ScanInput} is a scan of one file;
 * this one may put batches together from several scans. A thread opens it when its turn comes. The parallel scan closes
 * it after its last part.
 */
public interface DividedInput extends Closeable {

    /**
     * How an input is divided.
     *
     * @param parts about how many parts to make; 1 for one with all rows. An input without rows has none
     * @param stepBytes the most stored bytes that a scan of a part should hold at once in one step
     */
    record Division(int parts, long stepBytes) {
        /** All in one. */
        public static final Division WHOLE = new Division(1, Long.MAX_VALUE);
    }

    /** A part: some consecutive rows. */
    interface Part {
        /** Begins to read it; on the thread that will go on with it. */
        BatchSource open() throws IOException;
    }

    /**
     * An open input.
     *
     * @param parts in the order of their rows
     * @param planned counts of opening and pruning, without those of the parts
     */
    record Divided(List<? extends Part> parts, ScanStats planned) {}

    /** Opens and divides it; on a thread of the parallel scan, once. If it fails, {@link #close} is not called. */
    Divided open(Division how) throws IOException;

    /** Closes what {@link #open} has opened: after the last part, or when all is over. */
    @Override
    void close() throws IOException;
}
