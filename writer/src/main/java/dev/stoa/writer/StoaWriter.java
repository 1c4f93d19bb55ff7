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
import dev.stoa.format.FieldNames;
import dev.stoa.format.ListVector;
import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.vio.FileSink;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one table to one new file, within a bounded amount of memory.
 *
 * <pre>{@code
 * try (StoaWriter writer = StoaWriter.create(sink, schema, WriterOptions.DEFAULT)) {
 *     writer.write(batch);
 *     WriteResult result = writer.finish();
 * }
 * }</pre>
 *
 * <p>{@link #finish} makes the file visible. A close without it leaves no file, neither in the file's folder nor in the
 * spill folder. After any exception the writer is unusable: close it.
 *
 * <p>The writer checks values that a column could not store as they are: ranges of small and unsigned integers,
 * precision of decimals, lengths of char, varchar, fixed and uuid. It refuses nulls in required columns, and text
 * (string, char, varchar, json, enum) that is not valid UTF-8. A {@link RejectedDataException} names column and row.
 * Char values lose their trailing blanks.
 *
 * <p>For one thread at a time.
 */
public final class StoaWriter implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(StoaWriter.class);

    private final FileSink sink;
    private final Schema schema;
    private final WriterContext context;
    private final NodeTree tree;
    private final RowSetWriter table;
    private final SortCheck order;
    private final RowAppender rows;
    private State state = State.OPEN;

    /** States of the writer. */
    private enum State {
        OPEN,
        FAILED,
        FINISHED,
        CLOSED
    }

    private StoaWriter(FileSink sink, Schema schema, WriterOptions options, WriterContext context) {
        this.sink = sink;
        this.schema = schema;
        this.context = context;
        NameCheck.check(schema, options);
        this.order = new SortCheck(schema, options.sortColumns());
        this.tree = new NodeTree(context, schema);
        this.table = tree.rowSets()[0];
        this.rows = new RowAppender(schema, this);
    }

    /**
     * Begins a new file. The writer owns the sink from now on, also when this call fails.
     *
     * @throws IllegalArgumentException if the schema lacks a sort column, or its type has no order. Also if the schema
     *     has more than 2^24 fields, or a name, a type's parameter or a metadata text is too long or has no UTF-8 form
     * @throws IOException if the sink fails
     */
    public static StoaWriter create(FileSink sink, Schema schema, WriterOptions options) throws IOException {
        WriterContext context = new WriterContext(sink, options);
        try {
            StoaWriter writer = new StoaWriter(sink, schema, options, context);
            writer.context.output().write(Layout.header());
            return writer;
        } catch (IOException | RuntimeException e) {
            abortAfter(e, sink, context);
            throw e;
        }
    }

    /**
     * Appends the selected rows of a batch, any number of them. The writer keeps no reference to the batch.
     *
     * @throws IllegalArgumentException if the batch has another schema
     * @throws RejectedDataException if a value does not fit its column
     * @throws IOException if the file or the spill folder fails
     */
    public void write(Batch batch) throws IOException {
        rows.flush();
        writeBatch(batch);
    }

    /**
     * Appends elements to the list, or entries to the map, of the <em>next</em> row, before that row's own elements. So
     * a list of millions of elements need not fit into memory: make any number of such calls, then write the row with
     * an empty list.
     *
     * @param column the name of a top-level list or map column
     * @param elements of the type {@code ListVector.elementType(type of the column)}
     * @throws IllegalArgumentException if no such column exists, it is not a list or map, or the type is another one
     * @throws RejectedDataException if a value does not fit its column, or the list has more than 2^31-1 elements
     * @throws IOException if the file or the spill folder fails
     */
    public void appendElements(String column, ColumnVector elements) throws IOException {
        rows.flush();
        begin();
        int ordinal = schema.fields().indexOf(FieldNames.get(schema.fields(), column));
        if (!(table.columns().get(ordinal) instanceof ListWriter list)) {
            throw new IllegalArgumentException("column '" + column + "' is "
                    + schema.fields().get(ordinal).type() + ", only lists and maps have elements");
        }
        if (!elements.type()
                .equals(ListVector.elementType(schema.fields().get(ordinal).type()))) {
            throw new IllegalArgumentException("column '" + column + "' is "
                    + schema.fields().get(ordinal).type() + ", the elements are " + elements.type());
        }
        context.append(1, i -> list.appendAhead(elements));
        end();
    }

    /** Takes rows one at a time; always the same object. */
    public RowAppender rows() {
        return rows;
    }

    /** The encoded bytes of the columns so far: about the length of the file without the last rows. */
    public long encodedBytes() {
        return context.nodes().stream()
                .mapToLong(node -> node.store().storedBytes())
                .sum();
    }

    /**
     * Writes what is left, and makes the file visible. The writer can then only be closed.
     *
     * @throws IllegalStateException if elements were appended for a row that did not come
     * @throws IOException if the file can't be completed; it is not visible then
     */
    public WriteResult finish() throws IOException {
        rows.flush();
        begin();
        for (NodeWriter column : table.columns()) {
            if (column instanceof ListWriter list && list.ahead() > 0) {
                throw new IllegalStateException(list.ahead() + " elements were appended to column '"
                        + list.node().path() + "' for a row that did not come");
            }
        }
        UUID uuid = context.options().uuid().orElseGet(UUID::randomUUID);
        new FooterWriter(context, tree).write(uuid);
        List<WriteResult.ColumnBytes> columns = new ArrayList<>();
        for (NodeWriter node : context.nodes()) {
            columns.add(
                    new WriteResult.ColumnBytes(node.node().path(), node.store().storedBytes()));
        }
        WriteResult result = new WriteResult(
                uuid, table.rows(), context.output().position(), context.spill().written(), columns);
        sink.commit();
        state = State.FINISHED;
        try {
            context.close();
        } catch (IOException e) {
            LOG.warn("{} is written, but a spill file could not be removed", sink.id(), e);
        }
        return result;
    }

    /** Releases everything; without {@link #finish} the file is aborted. */
    @Override
    public void close() throws IOException {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        try (sink) {
            context.close();
        }
    }

    /** Writes a batch after all rows that were appended before. */
    void writeBatch(Batch batch) throws IOException {
        begin();
        if (!batch.schema().equals(schema)) {
            throw new IllegalArgumentException("the batch has the schema " + batch.schema() + ", the file " + schema);
        }
        long firstRow = table.rows();
        table.begin(batch.columns());
        if (batch.isAllSelected()) {
            table.add(0, batch.rowCount());
        } else {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int row = batch.selected(i);
                table.add(row, row + 1);
            }
        }
        table.end();
        order.check(batch, firstRow);
        end();
    }

    /** Number of rows written, without those that {@link RowAppender} still gathers. */
    long rowCount() {
        return table.rows();
    }

    /** The writer stays unusable unless what begins here ends well. */
    void begin() {
        if (state != State.OPEN) {
            throw new IllegalStateException(
                    switch (state) {
                        case FAILED -> sink.id() + ": writing has failed before, the file can't be completed";
                        case FINISHED -> sink.id() + " is finished";
                        default -> sink.id() + ": the writer is closed";
                    });
        }
        state = State.FAILED;
    }

    /** Ends what {@link #begin} began. */
    void end() {
        state = State.OPEN;
    }

    private static void abortAfter(Exception failure, FileSink sink, WriterContext context) {
        try (sink) {
            context.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
