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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Takes new rows of a table and makes fragments of them. */
public interface RowSink extends Closeable {
    /** Takes the selected rows of a batch, which has the table's columns. */
    void write(Batch batch) throws IOException;

    /** Completes all files and adds them to the transaction. */
    void finish() throws IOException;

    /** Releases everything. */
    @Override
    void close() throws IOException;
}
