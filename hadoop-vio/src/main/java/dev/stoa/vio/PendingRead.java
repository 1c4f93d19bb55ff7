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

import java.io.IOException;

/**
 * A read in flight. Its buffers belong to it until {@link #await} hands them to the caller; closed before that, it
 * cancels itself. Start one, prepare the next step, then await it.
 */
public interface PendingRead extends AutoCloseable {

    /** Returns whether {@link #await} would return, or throw, without waiting. */
    boolean isDone();

    /**
     * Waits until every range has arrived and hands over the buffers. The result is the caller's to close; this object
     * needs no close any more, though closing it does no harm.
     *
     * @return one buffer for each asked range
     * @throws RangeReadException if a range could not be read after all attempts; all buffers are released
     * @throws java.io.InterruptedIOException if the thread is interrupted: the read is cancelled, the flag stays set
     * @throws IOException if this read or its source was closed
     * @throws IllegalStateException if the buffers were handed over before
     */
    RangeBuffers await() throws IOException;

    /**
     * Cancels the read unless its buffers were handed over: requests that have not begun are dropped, and each buffer is
     * released once no request writes to it any more. Does not wait for that. Closing again does nothing.
     */
    @Override
    void close();
}
