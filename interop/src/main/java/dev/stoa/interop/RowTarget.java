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
package dev.stoa.interop;

import dev.stoa.format.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Writes a file of another format. Closed before it is finished, it leaves nothing. */
public interface RowTarget extends Closeable {
    /**
     * Appends the selected rows of a batch. Nothing of the batch is kept.
     *
     * @throws IllegalArgumentException if the batch has another schema
     * @throws dev.stoa.format.StoaException if the format can't express a value; it names the column
     * @throws IOException if the store fails
     */
    void write(Batch batch) throws IOException;

    /**
     * Writes what is left, and makes the file visible. The target can then only be closed.
     *
     * @throws IOException if the file can't be completed; it is not visible then
     */
    void finish() throws IOException;
}
