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
package dev.stoa.arrow;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Scan;
import dev.stoa.table.TableScan;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Reads the rows of a scan as Arrow batches of up to {@value #MAX_ROWS} rows.
 *
 * <pre>{@code
 * try (BufferAllocator allocator = new RootAllocator();
 *         StoaArrowReader reader = StoaArrowReader.of(allocator, file.scan().build())) {
 *     VectorSchemaRoot root = reader.getVectorSchemaRoot();
 *     while (reader.loadNextBatch()) {
 *         ...
 *     }
 * }
 * }</pre>
 *
 * <p>Each batch has new buffers. A consumer that retains or exports them may keep them after the next batch and after {@link
 * #close}. Dictionaries of Stoa are decoded, except those of {@linkplain #dictionaries named columns}.
 *
 * <p>For one thread.
 */
public final class StoaArrowReader extends ArrowReader {
    /** The most rows of a batch. */
    public static final int MAX_ROWS = 65_536;

    /** A batch ends with the rows that reach this many bytes. */
    static final long BATCH_BYTES = 16 << 20;

    /** The most bytes that are taken from a scan at once, except for a single row. */
    private static final long PART_BYTES = 1 << 28;

    private final BatchSource source;
    private final Schema schema;
    private org.apache.arrow.vector.types.pojo.Schema arrowSchema;
    private List<ColumnPath> named = List.of();
    private final BatchMemory memory;
    private final List<ColumnExport> columns = new ArrayList<>();
    private final List<Closeable> closed = new ArrayList<>();
    private final Runs selected = new Runs();
    /** How many selected rows of the batch are delivered, and how many it has. */
    private int delivered;

    private int available;
    private boolean failed;
    private boolean isRead;

    private StoaArrowReader(BufferAllocator allocator, BatchSource source, Schema schema)
            throws UnsupportedFileException {
        super(allocator);
        this.source = source;
        this.schema = schema;
        this.memory = new BatchMemory(allocator);
        this.arrowSchema = ArrowSchemas.toArrow(schema);
        closed.add(source);
    }

    /**
     * Reads a scan of a file. The reader owns the scan from now on, but not the file.
     *
     * @param allocator makes the buffers; the caller closes it after the last of them is released
     * @throws UnsupportedFileException if Arrow has no type for a column; the scan is then still open
     */
    public static StoaArrowReader of(BufferAllocator allocator, Scan scan) throws UnsupportedFileException {
        return new StoaArrowReader(allocator, scan, scan.schema());
    }

    /**
     * Reads a scan of a table's snapshot. The reader owns the scan from now on.
     *
     * @param allocator makes the buffers; the caller closes it after the last of them is released
     * @throws UnsupportedFileException if Arrow has no type for a column; the scan is then still open
     */
    public static StoaArrowReader of(BufferAllocator allocator, TableScan scan) throws UnsupportedFileException {
        return new StoaArrowReader(allocator, scan, scan.schema());
    }

    /**
     * Reads a part of a scan that others read the rest of. The reader owns it from now on.
     *
     * @param allocator makes the buffers; the caller closes it after the last of them is released
     * @param part the batches, such as those of {@link dev.stoa.reader.DividedInput.Part#open}
     * @param schema that of the batches
     * @throws UnsupportedFileException if Arrow has no type for a column; the part is then still open
     */
    public static StoaArrowReader of(BufferAllocator allocator, BatchSource part, Schema schema)
            throws UnsupportedFileException {
        return new StoaArrowReader(allocator, part, schema);
    }

    /**
     * Also closes something at the end, such as the file of the scan.
     *
     * @param more is closed after all that was given before
     * @return this reader
     */
    public StoaArrowReader closing(Closeable more) {
        closed.add(more);
        return this;
    }

    /**
     * Gives the Arrow schema metadata, such as the key-value pairs of a file.
     *
     * @return this reader
     * @throws IllegalStateException if the reader has begun
     */
    public StoaArrowReader metadata(Map<String, String> pairs) {
        checkNotRead();
        arrowSchema = new org.apache.arrow.vector.types.pojo.Schema(arrowSchema.getFields(), pairs);
        return this;
    }

    /**
     * Gives columns of texts or bytes as 32-bit ids into dictionaries, in place of those that were named before. Each batch has
     * the dictionary of its ids. The next batch may have another one: the same with more entries, or a new one after {@value
     * #MAX_ROWS} entries or 16 MiB. A batch without new entries keeps the buffers of the dictionary before.
     *
     * <p>The stream format of IPC replaces dictionaries, and the file format has one for all batches: {@code ArrowFileWriter}
     * writes the first one only.
     *
     * @param paths of the columns, which lead through structs, lists and maps
     * @return this reader
     * @throws IllegalArgumentException if a path leads to no column, or to one of another type; the message names it
     * @throws IllegalStateException if the reader has begun
     */
    public StoaArrowReader dictionaries(List<ColumnPath> paths) {
        checkNotRead();
        DictionaryFields.mark(arrowSchema, schema, paths); // refuses other columns
        named = List.copyOf(paths);
        return this;
    }

    private void checkNotRead() {
        if (isRead) {
            throw new IllegalStateException("the schema is read already: give metadata and dictionaries first");
        }
    }

    /** The Stoa schema of the rows. */
    public Schema stoaSchema() {
        return schema;
    }

    /**
     * Exports all batches through Arrow's C stream interface. The consumer owns the reader from now on, and closes it when it
     * releases the stream.
     *
     * @param address of a {@code struct ArrowArrayStream} of the consumer
     */
    public void exportTo(long address) {
        try (ArrowArrayStream stream = ArrowArrayStream.wrap(address)) {
            Data.exportArrayStream(allocator, this, stream);
        }
    }

    /**
     * Goes to the next batch, and exports it through Arrow's C data interface, as an array of a struct. The consumer owns it from
     * now on.
     *
     * @param address of a {@code struct ArrowArray} of the consumer, which stays as it is at the end
     * @return false at the end
     * @throws StoaException if Arrow can't express a value; the message names the column
     * @throws IOException if the scan fails
     * @throws IllegalStateException if it has failed before
     */
    public boolean exportNext(long address) throws IOException {
        if (!loadNextBatch()) {
            return false;
        }
        try (ArrowArray array = ArrowArray.wrap(address)) {
            Data.exportVectorSchemaRoot(allocator, getVectorSchemaRoot(), this, array);
        }
        return true;
    }

    @Override
    protected org.apache.arrow.vector.types.pojo.Schema readSchema() {
        isRead = true;
        arrowSchema = DictionaryFields.mark(arrowSchema, schema, named);
        for (int i = 0; i < schema.fields().size(); i++) {
            Field field = schema.fields().get(i);
            columns.add(ColumnExport.of(memory, field, arrowSchema.getFields().get(i), field.name()));
        }
        return arrowSchema;
    }

    /**
     * Goes to the next batch, and releases the vectors of the one before.
     *
     * @return false at the end
     * @throws StoaException if Arrow can't express a value; the message names the column
     * @throws IOException if the scan fails
     * @throws IllegalStateException if it has failed before
     */
    @Override
    public boolean loadNextBatch() throws IOException {
        if (failed) {
            throw new IllegalStateException("the reader has failed before");
        }
        failed = true;
        boolean found = load();
        failed = false;
        return found;
    }

    private boolean load() throws IOException {
        VectorSchemaRoot root = getVectorSchemaRoot();
        root.clear();
        root.setRowCount(0);
        int rows = 0;
        while (rows < MAX_ROWS && gathered() < BATCH_BYTES && advance()) {
            int taken = take(MAX_ROWS - rows, rows == 0);
            if (taken == 0) {
                break;
            }
            rows += taken;
        }
        if (rows == 0) {
            return false;
        }
        List<ArrowFieldNode> nodes = new ArrayList<>();
        List<ArrowBuf> buffers = new ArrayList<>();
        columns.forEach(column -> column.giveDictionaries(this::loadDictionary));
        try {
            for (ColumnExport column : columns) {
                column.take(nodes, buffers);
            }
            loadRecordBatch(new ArrowRecordBatch(rows, nodes, buffers));
        } finally {
            buffers.forEach(ArrowBuf::close);
        }
        return true;
    }

    /** Makes sure that the scan has a row to deliver. */
    private boolean advance() throws IOException {
        while (delivered == available) {
            if (!source.next()) {
                return false;
            }
            delivered = 0;
            available = source.batch().selectedCount();
        }
        return true;
    }

    /** Takes rows of the scan's batch: as many as fit, but at least the first one. */
    private int take(int most, boolean isFirst) throws StoaException {
        Batch batch = source.batch();
        int rows = Math.min(most, available - delivered);
        while (true) {
            selected.select(batch, delivered, delivered + rows);
            long bytes = 0;
            for (int i = 0; i < columns.size(); i++) {
                bytes += columns.get(i).bytes(batch.column(i), selected);
            }
            if (rows == 1 && bytes > Integer.MAX_VALUE - PART_BYTES) {
                throw new StoaException("row " + (batch.firstRow() + batch.selected(delivered)) + " has " + bytes
                        + " bytes, an Arrow batch here has at most " + (Integer.MAX_VALUE - PART_BYTES));
            }
            if (bytes <= PART_BYTES || (rows == 1 && isFirst)) {
                break;
            } else if (rows == 1) {
                return 0;
            }
            rows /= 2;
        }
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).append(batch.column(i), selected);
        }
        delivered += rows;
        return rows;
    }

    private long gathered() {
        long bytes = 0;
        for (ColumnExport column : columns) {
            bytes += column.bytes();
        }
        return bytes;
    }

    @Override
    public long bytesRead() {
        return source.stats().bytesRead();
    }

    @Override
    protected void closeReadSource() throws IOException {
        columns.forEach(ColumnExport::close);
        memory.close();
        IOException failure = null;
        for (Closeable each : closed) {
            try {
                each.close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
