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
package dev.stoa.format.internal.encoding;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.stoa.format.StoaException;
import java.lang.management.ManagementFactory;

/** Holds work to a bound of allocated memory, garbage included, as the JVM counts it for this thread. */
public final class Allocation {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Something that reads bytes. */
    @FunctionalInterface
    public interface Work {
        /** Reads. */
        void run() throws StoaException;
    }

    /**
     * Runs work, and fails if it allocated more than so many bytes, however it ended. The first run may load classes, which
     * counts too; so work that takes too much is run again, and the second run is judged.
     */
    public static void atMost(long bytes, Work work) throws StoaException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            work.run();
        } finally {
            if (THREADS.getCurrentThreadAllocatedBytes() - before > bytes) {
                again(bytes, work);
            }
        }
    }

    private static void again(long bytes, Work work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean refused = false;
        try {
            work.run();
        } catch (StoaException e) {
            refused = true;
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(
                allocated <= bytes,
                allocated + " bytes were allocated, " + bytes + " are allowed; refused: " + refused);
    }
}
