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
package dev.stoa.table.internal.log;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.CommitInfo;
import dev.stoa.table.DataFile;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.logfile.Cells;
import dev.stoa.table.internal.logfile.LogBounds;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.table.internal.logfile.PackedBounds;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** Writes the rows of an entry or a checkpoint (format-spec, section 14). */
final class LogWriter implements Closeable {
    static final String EDITION = "1";
    static final String EDITION_KEY = "stoa.log.edition";
    static final String KIND_KEY = "stoa.log";
    static final String TABLE_KEY = "stoa.table";

    static final String COMMIT = "commit";
    static final String SCHEMA = "schema";
    static final String FIELD = "field";
    static final String PROPERTIES = "properties";
    static final String PROPERTY = "property";
    static final String FEATURES = "features";
    static final String FEATURE = "feature";
    static final String READER = "reader";
    static final String WRITER = "writer";
    static final String FRAGMENT = "fragment";
    static final String REMOVE = "remove";
    static final String FILE = "file";
    static final String SIDECAR = "sidecar";
    static final String DROP = "drop";
    static final String KEY = "key";
    static final String PART = "part";

    private static final int BATCH_ROWS = 4096;

    private final StoaWriter writer;
    private final Schema schema;
    private final Set<LogColumn> used;
    private final Map<Integer, Type> bounded;
    private final long version;
    private final List<Map<LogColumn, Object>> rows = new ArrayList<>();
    private final List<Map<Integer, ColumnBounds>> bounds = new ArrayList<>();

    /**
     * Begins a file.
     *
     * @param columns those that may not be null in some row
     * @param bounded the fields with bounds in the file, by id
     */
    LogWriter(
            FileSink sink,
            LogKind kind,
            UUID table,
            CommitInfo info,
            Set<LogColumn> columns,
            Map<Integer, Type> bounded)
            throws IOException {
        this(
                sink,
                kind,
                table,
                // the same commit, tried again, is the same file, whichever release tries
                UUID.nameUUIDFromBytes((table + " " + kind.text() + " " + info.version() + " " + info.transaction())
                        .getBytes(StandardCharsets.US_ASCII)),
                info.version(),
                columns,
                bounded);
    }

    /**
     * Begins a part of checkpoints. Its rows are copies of rows of other files of the log.
     *
     * @param id the UUID of the file
     * @param version the greatest of its rows
     * @param bounded the fields with bounds in the file, by id
     */
    static LogWriter ofPart(FileSink sink, UUID table, UUID id, long version, Map<Integer, Type> bounded)
            throws IOException {
        Set<LogColumn> columns =
                EnumSet.of(LogColumn.ACTION, LogColumn.VERSION, LogColumn.ROWS, LogColumn.PARTITION, LogColumn.OTHER);
        columns.addAll(LogColumn.OF_FILE);
        return new LogWriter(sink, LogKind.PART, table, id, version, columns, bounded);
    }

    private LogWriter(
            FileSink sink,
            LogKind kind,
            UUID table,
            UUID own,
            long version,
            Set<LogColumn> columns,
            Map<Integer, Type> bounded)
            throws IOException {
        this.version = version;
        this.used = EnumSet.copyOf(columns);
        this.bounded = bounded;
        List<Field> fields = LogColumn.fields(used);
        bounded.forEach((id, type) -> fields.add(Field.nullable(LogBounds.columnName(id), LogBounds.columnType(type))));
        this.schema = new Schema(fields);
        WriterOptions options = WriterOptions.DEFAULT
                .withCreatedBy("stoa")
                .withUuid(own)
                .withSpillFolder(Optional.empty())
                .withProfile(kind.profile())
                .withMetadata(List.of(
                        KeyValue.of(EDITION_KEY, EDITION),
                        KeyValue.of(KIND_KEY, kind.text()),
                        KeyValue.of(TABLE_KEY, table.toString())));
        this.writer = StoaWriter.create(sink, schema, options);
    }

    /**
     * The commit of an entry.
     *
     * @param previous the hash of the entry of the version below, if it has one
     */
    void commit(CommitInfo info, Optional<ContentHash> previous) throws IOException {
        Map<LogColumn, Object> row = commitRow(info);
        previous.ifPresent(hash -> row.put(LogColumn.PREVIOUS, hash.toBytes()));
        add(row);
    }

    /** The last commit of a checkpoint, and its position in the log. */
    void commit(CommitInfo info, LogPosition position) throws IOException {
        Map<LogColumn, Object> row = commitRow(info);
        row.put(LogColumn.PREVIOUS, position.entry().toBytes());
        row.put(LogColumn.MARKER, position.floor().marker());
        row.put(LogColumn.FLOOR, position.floor().version());
        add(row);
    }

    private Map<LogColumn, Object> commitRow(CommitInfo info) {
        Map<LogColumn, Object> row = row(COMMIT);
        row.put(LogColumn.TIME, ChronoUnit.MICROS.between(java.time.Instant.EPOCH, info.time()));
        row.put(LogColumn.TRANSACTION, info.transaction());
        row.put(LogColumn.OPERATION, info.operation());
        row.put(LogColumn.BASE, info.base());
        row.put(LogColumn.OVERWRITE, info.overwrite());
        row.put(LogColumn.ROWS, info.keys());
        return row;
    }

    void schema(TableSchema table) throws IOException {
        Map<LogColumn, Object> row = row(SCHEMA);
        row.put(LogColumn.FIELD, table.lastFieldId());
        add(row);
        for (Map<LogColumn, Object> field : SchemaRows.write(table)) {
            add(field);
        }
    }

    void properties(Map<String, String> properties) throws IOException {
        add(row(PROPERTIES));
        for (Map.Entry<String, String> property : properties.entrySet()) {
            Map<LogColumn, Object> row = row(PROPERTY);
            row.put(LogColumn.NAME, property.getKey());
            row.put(LogColumn.VALUE, property.getValue());
            add(row);
        }
    }

    /** All features of the table. */
    void features(TableFeatures features) throws IOException {
        add(row(FEATURES));
        for (String name : features.reader()) {
            feature(name, READER);
        }
        for (String name : features.writer()) {
            feature(name, WRITER);
        }
    }

    private void feature(String name, String who) throws IOException {
        Map<LogColumn, Object> row = row(FEATURE);
        row.put(LogColumn.NAME, name);
        row.put(LogColumn.VALUE, who);
        add(row);
    }

    void fragment(UUID id, long count, Optional<String> partition) throws IOException {
        Map<LogColumn, Object> row = row(FRAGMENT, id);
        row.put(LogColumn.ROWS, count);
        row.put(LogColumn.PARTITION, partition.orElse(null));
        add(row);
    }

    void remove(Action.RemoveFragment removed) throws IOException {
        Map<LogColumn, Object> row = row(REMOVE, removed.fragment());
        row.put(LogColumn.OTHER, removed.successor().orElse(null));
        row.put(LogColumn.ROWS, removed.first());
        add(row);
    }

    void file(UUID fragment, DataFile.Added file) throws IOException {
        Map<LogColumn, Object> row = row(FILE, fragment);
        put(row, file.path(), file.identity());
        row.put(LogColumn.FIELDS, file.fields().orElse(null));
        row.put(LogColumn.FOLDED, file.folded());
        add(row, file.bounds());
    }

    void sidecar(UUID fragment, SidecarFile.Added sidecar) throws IOException {
        Map<LogColumn, Object> row = row(SIDECAR, fragment);
        put(row, sidecar.place().path(), sidecar.identity());
        if (sidecar.place().isInLog()) {
            row.remove(LogColumn.PATH);
            row.put(LogColumn.CONTENTS, sidecar.place().contents());
        }
        row.put(LogColumn.ROWS, sidecar.deletedRows());
        row.put(LogColumn.FIELDS, sidecar.fields());
        row.put(LogColumn.OTHER, sidecar.inserted().orElse(null));
        sidecar.folded().ifPresent(folded -> row.put(LogColumn.VERSION, folded));
        add(row, sidecar.bounds());
    }

    private static void put(Map<LogColumn, Object> row, String path, dev.stoa.reader.FileIdentity identity) {
        row.put(LogColumn.PATH, path);
        row.put(LogColumn.FILE, identity.uuid());
        row.put(LogColumn.LENGTH, identity.length());
        row.put(LogColumn.DIGEST, identity.hash().toBytes());
    }

    /** A new part of a checkpoint, and what is known of all its fragments. */
    void part(PartFile part, Map<Integer, ColumnBounds> known) throws IOException {
        Map<LogColumn, Object> row = row(PART);
        put(row, part.path(), part.identity());
        row.put(LogColumn.ROWS, part.fragments());
        row.put(LogColumn.VERSION, part.version());
        add(row, known);
    }

    void drop(Action.DropSidecar dropped) throws IOException {
        Map<LogColumn, Object> row = row(DROP, dropped.fragment());
        row.put(LogColumn.FILE, dropped.sidecar());
        add(row);
    }

    /** Hashes of keys, ascending. */
    void keys(long[] hashes) throws IOException {
        for (long hash : hashes) {
            Map<LogColumn, Object> row = row(KEY);
            row.put(LogColumn.HASH, hash);
            add(row);
        }
    }

    private static Map<LogColumn, Object> row(String action) {
        Map<LogColumn, Object> row = new EnumMap<>(LogColumn.class);
        row.put(LogColumn.ACTION, action);
        return row;
    }

    private static Map<LogColumn, Object> row(String action, UUID fragment) {
        Map<LogColumn, Object> row = row(action);
        row.put(LogColumn.FRAGMENT, fragment);
        return row;
    }

    private void add(Map<LogColumn, Object> row) throws IOException {
        add(row, Map.of());
    }

    private void add(Map<LogColumn, Object> row, Map<Integer, ColumnBounds> known) throws IOException {
        row.putIfAbsent(LogColumn.VERSION, version);
        if (used.contains(LogColumn.BOUNDS) && !known.isEmpty()) {
            row.put(LogColumn.BOUNDS, PackedBounds.bytes(known));
        }
        rows.add(row);
        bounds.add(known);
        if (rows.size() == BATCH_ROWS) {
            flush();
        }
    }

    /** Copies rows of another file of the log, which has the same columns and perhaps bounds of other fields. */
    void copy(Batch batch) throws IOException {
        flush();
        List<Map<Integer, ColumnBounds>> cells = bounded.isEmpty() ? List.of() : packed(batch);
        List<ColumnVector> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            if (LogBounds.isColumnName(field.name()) && !cells.isEmpty()) {
                int id = LogBounds.fieldId(field.name());
                columns.add(vector(id, bounded.get(id), cells));
                continue;
            }
            // after a roll back bounds may be of a wider type than their field: then they are not told
            Optional<ColumnVector> same = batch.schema().indexOf(field.name()).stream()
                    .mapToObj(batch::column)
                    .filter(column -> Widening.isPossible(column.type(), field.type()))
                    .findFirst();
            columns.add(
                    same.isPresent()
                            ? Widening.widen(same.get(), field.type())
                            : Widening.nulls(field.type(), batch.rowCount()));
        }
        int[] selection = batch.isAllSelected() ? new int[0] : batch.selection();
        writer.write(new Batch(schema, columns, batch.rowCount(), 0, selection, batch.selectedCount()));
    }

    /** The bounds in the cells of an entry's rows; empty if it has columns for them, or none. */
    private List<Map<Integer, ColumnBounds>> packed(Batch batch) throws IOException {
        OptionalInt at = batch.schema().indexOf(LogColumn.BOUNDS.columnName());
        List<Map<Integer, ColumnBounds>> cells = new ArrayList<>();
        if (at.isPresent()) {
            BytesVector column = (BytesVector) batch.column(at.getAsInt());
            for (int i = 0; i < batch.rowCount(); i++) {
                cells.add(
                        column.isNull(i)
                                ? Map.of()
                                : PackedBounds.read(column.get(i), "row " + (batch.firstRow() + i)));
            }
        }
        return cells;
    }

    private static ColumnVector vector(int id, Type type, List<Map<Integer, ColumnBounds>> rows) {
        return LogBounds.vector(
                type,
                rows.stream()
                        .map(row -> Optional.ofNullable(row.get(id)).flatMap(known -> Widening.widened(known, type)))
                        .toList());
    }

    private void flush() throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        List<ColumnVector> columns = new ArrayList<>();
        for (LogColumn column : used) {
            List<Object> cells = new ArrayList<>();
            rows.forEach(row -> cells.add(row.get(column)));
            columns.add(Cells.vector(column.type(), cells));
        }
        bounded.forEach((id, type) -> columns.add(vector(id, type, bounds)));
        writer.write(new Batch(schema, columns, rows.size()));
        rows.clear();
        bounds.clear();
    }

    /** Completes the file and makes it visible. */
    void finish() throws IOException {
        flush();
        writer.finish();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
