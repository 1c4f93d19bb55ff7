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
package dev.stoa.writer;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.vio.FileSink;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes an index file for one column of a data file: it has the vectors of each value (format-spec, section 12). With the
 * index, a reader reads for {@code column = value} only the vectors that hold the value, whatever the order of the rows.
 *
 * <p>A Bloom filter answers "perhaps" for one part of a file, so a look-up must read the filters of all parts. An index is
 * sorted by value: a look-up reads one granule of it.
 */
public final class EqualityIndexWriter implements Closeable {
    private static final int BATCH = Layout.VECTOR_ROWS;

    /** 64 MiB. */
    private static final int HELD = 8 << 20;

    private final Type type;
    private final int bits;
    private final int vectorBits;
    private final ValueHash hash = new ValueHash();
    private final SortedLongs pairs;
    private final StoaWriter writer;
    private final long[] hashes = new long[BATCH];
    private final int[] vectors = new int[BATCH];
    private int filled;

    /**
     * The file that is indexed.
     *
     * @param uuid its UUID
     * @param length its length in bytes
     * @param hash of all that describes its data
     * @param rows its rows
     */
    public record IndexedFile(UUID uuid, long length, ContentHash hash, long rows) {}

    /**
     * Starts an index.
     *
     * @param sink of the index file
     * @param file the file that is indexed
     * @param column the path of the column as text
     * @param type the type of the column
     * @param spillFolder where to put aside what does not fit in 64 MiB
     * @param createdBy who writes it
     * @throws IllegalArgumentException if columns of this type can't be indexed
     */
    public static EqualityIndexWriter create(
            FileSink sink, IndexedFile file, String column, Type type, Path spillFolder, String createdBy)
            throws IOException {
        return new EqualityIndexWriter(
                sink, file, column, type, spillFolder, new SortedLongs(spillFolder, HELD), createdBy);
    }

    EqualityIndexWriter(
            FileSink sink,
            IndexedFile file,
            String column,
            Type type,
            Path spillFolder,
            SortedLongs pairs,
            String createdBy)
            throws IOException {
        if (!EqualityIndexFormat.canIndex(type)) {
            throw new IllegalArgumentException("column '" + column + "' is a " + type
                    + ", which can't have an index: name a column of integers, dates, times, decimals of up to 18 digits, text or"
                    + " bytes");
        }
        this.type = type;
        this.bits = EqualityIndexFormat.hashBits(file.rows());
        this.vectorBits = EqualityIndexFormat.vectorBits(file.rows());
        this.pairs = pairs;
        List<KeyValue> properties = List.of(
                KeyValue.of(
                        EqualityIndexFormat.FILE,
                        EqualityIndexFormat.identity(file.uuid(), file.length(), file.hash())),
                KeyValue.of(EqualityIndexFormat.COLUMN, column),
                KeyValue.of(EqualityIndexFormat.BITS, Integer.toString(bits)));
        this.writer = StoaWriter.create(
                sink,
                EqualityIndexFormat.SCHEMA,
                WriterOptions.DEFAULT
                        .withMetadata(properties)
                        .withSpillFolder(Optional.of(spillFolder))
                        .withCreatedBy(createdBy)
                        .withSortColumns(List.of(
                                SortColumn.ascending(EqualityIndexFormat.HASH),
                                SortColumn.ascending(EqualityIndexFormat.VECTOR))));
    }

    /**
     * Adds rows of the column, in any order of calls.
     *
     * @param values the rows
     * @param rows their number
     * @param firstRow the number of the first in the file
     */
    public void add(ColumnVector values, int rows, long firstRow) throws IOException {
        if (!values.type().equals(type)) {
            throw new IllegalArgumentException("these are values of " + values.type() + ", not of " + type);
        }
        long before = -1;
        for (int row = 0; row < rows; row++) {
            if (!values.isNull(row)) {
                long vector = (firstRow + row) / Layout.VECTOR_ROWS;
                hash.read(values, row);
                long pair = EqualityIndexFormat.cut(hash.hash(0), bits) << vectorBits | vector;
                if (pair != before) {
                    pairs.add(pair);
                    before = pair;
                }
            }
        }
    }

    /** Writes the index and makes it visible. */
    public WriteResult finish() throws IOException {
        pairs.drain(pair -> {
            hashes[filled] = pair >>> vectorBits;
            vectors[filled++] = (int) (pair & ((1L << vectorBits) - 1));
            if (filled == BATCH) {
                flush();
            }
        });
        flush();
        return writer.finish();
    }

    private void flush() throws IOException {
        if (filled == 0) {
            return;
        }
        List<ColumnVector> columns = new ArrayList<>();
        columns.add(new LongVector(
                EqualityIndexFormat.SCHEMA.fields().get(0).type(), hashes, ColumnVector.NO_NULLS, filled));
        columns.add(new IntVector(
                EqualityIndexFormat.SCHEMA.fields().get(1).type(), vectors, ColumnVector.NO_NULLS, filled));
        writer.write(new Batch(EqualityIndexFormat.SCHEMA, columns, filled));
        filled = 0;
    }

    /** Closes the index; if it was not finished, nothing of it is left. */
    @Override
    public void close() throws IOException {
        try {
            pairs.close();
        } finally {
            writer.close();
        }
    }
}
