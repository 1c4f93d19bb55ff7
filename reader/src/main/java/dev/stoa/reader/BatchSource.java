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

import dev.stoa.format.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Batches, one after the other, as a {@link Scan} gives them. For one thread. */
public interface BatchSource extends Closeable {

    /**
     * Goes to the next batch with a selected row.
     *
     * @return false at the end
     */
    boolean next() throws IOException;

    /**
     * The current batch, that of the last call of {@link #next}. Its arrays are read-only, and valid until the next
     * call.
     */
    Batch batch();

    /** Counts of what was pruned, planned and read so far. */
    ScanStats stats();
}
