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
import dev.stoa.vio.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * An open file. Opening reads the tail of the file; what else is needed is read when it is, and kept: to open 3 of 20,000
 * columns costs what 3 cost.
 *
 * <pre>{@code
 * try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
 *     try (Scan scan = file.scan().select("a", "b.c").filter(Filter.less("d", 5L)).build()) {
 *         while (scan.next()) {
 *             Batch batch = scan.batch();
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Safe for several threads; each {@link Scan} is for one.
 */
public final class StoaFile implements Closeable {

    private StoaFile() {}

    /**
     * Opens a file. The source belongs to the file from now on, also when this call fails.
     *
     * @throws dev.stoa.format.CorruptFileException if it is damaged, cut short or not a Stoa file
     * @throws dev.stoa.format.UnsupportedFileException if it needs an edition or a feature that this reader lacks
     * @throws IOException if it can't be read
     */
    public static StoaFile open(RangeSource source) throws IOException {
        throw new UnsupportedOperationException("under construction: " + source.id());
    }

    /** The name of the file for messages. */
    public String name() {
        throw new UnsupportedOperationException("under construction");
    }

    /** What the file is read from, with its counters. */
    public RangeSource source() {
        throw new UnsupportedOperationException("under construction");
    }

    /** UUID, length and footer CRC; nothing is read for it. */
    public FileIdentity identity() {
        throw new UnsupportedOperationException("under construction");
    }

    /** The file's properties and row sets. */
    public FileInfo info() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /** The number of rows of the table. */
    public long rowCount() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /** The schema of the table. For a file with very many columns this reads much: a scan of some does not need it. */
    public Schema schema() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /** The table: the root row set. */
    public RowSet table() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /**
     * The elements of a list or the entries of a map as a table of their own, in the order of the rows: one column for a
     * list, key and value for a map, with the names that the type's fields have.
     *
     * @param path of the list or map, such as {@code tags} or {@code tags.element.more}
     * @throws IllegalArgumentException if there is no such column, or it is neither list nor map
     */
    public RowSet rowSet(ColumnPath path) throws IOException {
        throw new UnsupportedOperationException("under construction: " + path);
    }

    /** {@link #rowSet(ColumnPath)} of a path as text. */
    public RowSet rowSet(String path) throws IOException {
        return rowSet(ColumnPath.parse(path));
    }

    /** A scan of the table, to be described. */
    public ScanBuilder scan() throws IOException {
        return table().scan();
    }

    /** {@link RowSet#splits} of the table. */
    public List<Split> splits(long targetBytes, List<ColumnPath> columns) throws IOException {
        return table().splits(targetBytes, columns);
    }

    /** Closes the source. Scans must be closed before. */
    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException("under construction");
    }
}
