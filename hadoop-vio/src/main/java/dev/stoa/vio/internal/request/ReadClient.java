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
package dev.stoa.vio.internal.request;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.internal.memory.Memory;
import java.io.IOException;
import java.util.List;

/** Whose read it is: lends the memory of its spans, and hears once how it ended. Called without locks, by any thread. */
interface ReadClient {

    /** Lends memory for a span; again, if the first must be left to a store that does not answer. */
    BufferAllocator.Lease lend(int span);

    /** All bytes have arrived, for {@link RunningRead#take}. */
    void complete();

    /**
     * The read has failed, or was cancelled before it was complete.
     *
     * @param why the failure for the caller
     * @param memory of the read, to be let go
     */
    void failed(IOException why, List<Memory> memory);
}
