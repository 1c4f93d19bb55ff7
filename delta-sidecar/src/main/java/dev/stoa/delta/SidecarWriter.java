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
package dev.stoa.delta;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.filter.ValueBounds;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a delta sidecar: changes of the rows of one fragment by position (format-spec, section 13). Parts may come in any
 * order, each in pieces that follow each other. The file becomes visible by {@link #finish}.
 *
 * <p>For one thread.
 */
public final class SidecarWriter implements Closeable {
    private static final int PIECE = 4096;

    private final SidecarTarget target;
    private final Schema schema;
    private final StoaWriter writer;
    private long bytes;
    private final Map<Integer, NewValues> fields = new LinkedHashMap<>();
    private final long[] firsts = new long[PIECE];
    private final long[] counts = new long[PIECE];
    private int gathered;
    /** The run of deleted rows that the next one may touch; none if both are the same. */
    private long runFirst;

    private long runEnd;
    private long deleted;
    private long inserted;
    private boolean isAnchored;

    /** The new values of a field up to now. */
    private static final class NewValues {
        private final Field field;
        private final ValueBounds bounds;
        private long rows;
        private long last = -1;

        NewValues(Field field) {
            this.field = field;
            this.bounds = new ValueBounds(field.type());
        }
    }

    private SidecarWriter(SidecarTarget target, List<Field> fields, Schema schema, StoaWriter writer) {
        this.target = target;
        this.schema = schema;
        this.writer = writer;
        fields.forEach(field -> this.fields.put(field.fieldId().orElseThrow(), new NewValues(field)));
    }

    /**
     * A writer of a new sidecar. It owns the sink from now on, also when this call fails.
     *
     * @param fields the top-level fields that may get new values, each with its id
     * @throws IllegalArgumentException if a field has no id, or two have the same
     */
    public static SidecarWriter create(FileSink sink, SidecarTarget target, List<Field> fields, WriterOptions options)
            throws IOException {
        Schema schema;
        try {
            schema = SidecarLayout.schema(fields);
        } catch (IllegalArgumentException e) {
            sink.close();
            throw e;
        }
        List<KeyValue> properties = new ArrayList<>(options.metadata());
        properties.add(KeyValue.of(SidecarLayout.FRAGMENT, target.fragment()));
        properties.add(KeyValue.of(SidecarLayout.ROWS, Long.toString(target.rows())));
        properties.add(KeyValue.of(SidecarLayout.VERSION, Long.toString(target.version())));
        return new SidecarWriter(
                target, fields, schema, StoaWriter.create(sink, schema, options.withMetadata(properties)));
    }

    /**
     * Deletes rows after those deleted before.
     *
     * @throws IllegalArgumentException if they are not, or not within the fragment
     */
    public void delete(RowRanges rows) throws IOException {
        for (int i = 0; i < rows.rangeCount(); i++) {
            long first = rows.rangeFirst(i);
            if (first < runEnd || rows.rangeEnd(i) > target.rows()) {
                throw new IllegalArgumentException("rows " + first + ".." + (rows.rangeEnd(i) - 1)
                        + " are not behind the " + runEnd + " rows before, or not within the " + target.rows()
                        + " rows of the fragment");
            }
            if (first > runEnd) {
                addRun();
                runFirst = first;
            }
            runEnd = rows.rangeEnd(i);
        }
    }

    private void addRun() throws IOException {
        if (runFirst < runEnd) {
            firsts[gathered] = runFirst;
            counts[gathered++] = runEnd - runFirst;
            deleted += runEnd - runFirst;
        }
        if (gathered == PIECE) {
            flushRuns();
        }
    }

    private void flushRuns() throws IOException {
        append(SidecarLayout.DELETES, SidecarLayout.RUNS, firsts, longs(counts, gathered));
        gathered = 0;
    }

    /**
     * Gives a field new values, in rows after those given before for this field.
     *
     * @param rows the rows, ascending; one per value
     * @param values the new values; null where a row is set to null
     * @throws IllegalArgumentException if no such field exists, the values are of another type, or the rows are not so
     * @throws dev.stoa.writer.RejectedDataException if a value does not fit the field
     */
    public void modify(int fieldId, long[] rows, ColumnVector values) throws IOException {
        NewValues of = fields.get(fieldId);
        if (of == null) {
            throw new IllegalArgumentException(
                    "field " + fieldId + " was not declared: new values are of " + fields.keySet());
        }
        String what = "field " + fieldId + " ('" + of.field.name() + "')";
        if (!values.type().equals(of.field.type()) || rows.length != values.size()) {
            throw new IllegalArgumentException(what + " is " + of.field.type() + ", given are " + values.size()
                    + " values of " + values.type() + " for " + rows.length + " rows");
        }
        long last = of.last;
        for (long row : rows) {
            if (row <= last || row >= target.rows()) {
                throw new IllegalArgumentException(what + ": row " + row + " does not follow row " + last
                        + ", or is not within the " + target.rows() + " rows of the fragment");
            }
            last = row;
        }
        String column = SidecarLayout.FIELD + fieldId;
        Type type = schema.fields().get(schema.indexOf(column).orElseThrow()).type();
        try {
            append(column, type, rows, values);
        } catch (RejectedDataException e) {
            throw ofField(e, of, rows);
        }
        of.bounds.add(values);
        of.rows += rows.length;
        of.last = last;
    }

    /** A problem of a value in the sidecar as one of the field, and the row, that it is for. */
    private static RejectedDataException ofField(RejectedDataException problem, NewValues of, long[] rows) {
        String stored = SidecarLayout.FIELD + of.field.fieldId().getAsInt() + "." + SidecarLayout.VALUE;
        if (!problem.column().startsWith(stored)) {
            return problem;
        }
        long given = problem.row() - of.rows;
        boolean isOfRow = !hasElements(of.field.type()) && given >= 0 && given < rows.length;
        String column = of.field.name() + problem.column().substring(stored.length());
        return problem.at(column, isOfRow ? rows[(int) given] : problem.row());
    }

    private static boolean hasElements(Type type) {
        return type.kind() == TypeKind.LIST
                || type.kind() == TypeKind.MAP
                || type.fields().stream().anyMatch(field -> hasElements(field.type()));
    }

    /**
     * Sets the places of the rows of an insert fragment; once.
     *
     * @throws IllegalArgumentException if a place is after the end of the fragment
     * @throws IllegalStateException if they were set before
     */
    public void anchor(Anchors anchors) throws IOException {
        if (isAnchored) {
            throw new IllegalStateException("anchors were given before");
        }
        isAnchored = true;
        int runs = anchors.size();
        if (runs > 0 && anchors.position(runs - 1) > target.rows()) {
            throw new IllegalArgumentException(
                    "rows stand in front of row " + anchors.position(runs - 1) + ", the fragment has " + target.rows());
        }
        for (int i = 0; i < runs; i += PIECE) {
            int n = Math.min(PIECE, runs - i);
            long[] positions = new long[n];
            long[] rows = new long[n];
            for (int j = 0; j < n; j++) {
                positions[j] = anchors.position(i + j);
                rows[j] = anchors.count(i + j);
            }
            append(SidecarLayout.ANCHORS, SidecarLayout.PLACES, positions, longs(rows, n));
        }
        inserted = anchors.rows();
    }

    private void append(String column, Type map, long[] keys, ColumnVector values) throws IOException {
        if (values.size() > 0) {
            writer.appendElements(
                    column,
                    new StructVector(
                            ListVector.entryType(map),
                            List.of(longs(keys, values.size()), values),
                            ColumnVector.NO_NULLS,
                            values.size()));
        }
    }

    private static LongVector longs(long[] values, int count) {
        return new LongVector(SidecarLayout.LONG, values, ColumnVector.NO_NULLS, count);
    }

    /** Completes the file and makes it visible. */
    public SidecarSummary finish() throws IOException {
        addRun();
        flushRuns();
        writer.rows().append(schema.fields().stream().map(field -> List.of()).toArray());
        bytes = writer.finish().bytes();
        List<SidecarSummary.FieldChange> changes = new ArrayList<>();
        for (NewValues of : fields.values()) {
            if (of.rows > 0) {
                changes.add(new SidecarSummary.FieldChange(
                        of.field.fieldId().orElseThrow(), of.field.type(), of.rows, of.bounds.result(of.field.name())));
            }
        }
        return new SidecarSummary(deleted, changes, inserted);
    }

    /** The length of the file, once it is complete. */
    public long bytes() {
        return bytes;
    }

    /** Releases everything; without {@link #finish} nothing is left of the file. */
    @Override
    public void close() throws IOException {
        writer.close();
    }
}
