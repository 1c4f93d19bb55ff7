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

import dev.stoa.format.Schema;
import java.io.IOException;
import java.util.List;

/** A row set of an open file: the table, or the elements of a list or map. */
public final class RowSet {

    RowSet() {}

    /** The number of rows. */
    public long rowCount() {
        throw new UnsupportedOperationException("under construction");
    }

    /** The columns. */
    public Schema schema() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /** A scan, to be described. */
    public ScanBuilder scan() {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * Cuts the row set for parallel tasks: into parts of consecutive rows that start at multiples of 16 vectors (65,536
     * rows). Every row is in exactly one part. Reads the indexes of the columns.
     *
     * @param targetBytes a part is closed when it has so many stored bytes of the columns
     * @param columns what the tasks will read; empty means all columns
     * @throws IllegalArgumentException if there is no such column
     */
    public List<Split> splits(long targetBytes, List<ColumnPath> columns) throws IOException {
        throw new UnsupportedOperationException("under construction: " + targetBytes + columns);
    }
}
