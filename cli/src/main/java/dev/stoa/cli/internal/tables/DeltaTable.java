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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.StoredCalendar;
import dev.stoa.interop.parquet.ParquetCalendar;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.TableProperties;
import dev.stoa.writer.JavaRows;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * The newest version of a table of Delta Lake. Delta Kernel reads it: the files that count, without the rows of deletion vectors. Names
 * of columns and values of partitions are those of the log.
 */
final class DeltaTable implements ForeignTable {
    private final Configuration conf;
    private final String path;
    private final Engine engine;
    private final Snapshot snapshot;
    private final Schema schema;

    private DeltaTable(Configuration conf, String path, Engine engine, Snapshot snapshot) throws IOException {
        this.conf = conf;
        this.path = path;
        this.engine = engine;
        this.snapshot = snapshot;
        this.schema = SchemaEdit.numbered(DeltaTypes.schema(snapshot.getSchema()));
    }

    /**
     * Opens a table.
     *
     * @throws UnsupportedFileException if it uses features that Delta Kernel does not read, or types that Stoa does not import
     */
    static DeltaTable open(Configuration conf, String path) throws IOException {
        try {
            Engine engine = DefaultEngine.create(conf);
            return new DeltaTable(
                    conf, path, engine, TableManager.loadSnapshot(path).build(engine));
        } catch (RuntimeException e) {
            throw explained(path, e);
        } catch (UnsupportedFileException e) {
            throw new UnsupportedFileException(path + ": " + e.getMessage());
        }
    }

    private static IOException explained(String path, RuntimeException e) {
        boolean isUnsupported = e instanceof KernelException || e instanceof UnsupportedOperationException;
        return ForeignTable.unreadable(path, "Delta Lake", isUnsupported, e);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String state() {
        return "version " + snapshot.getVersion();
    }

    @Override
    public TableProperties properties(Consumer<String> notes) {
        return new DeltaDeclared(snapshot, schema, notes).properties();
    }

    @Override
    public void read(Target target) throws IOException {
        try {
            Scan scan = snapshot.getScanBuilder().build();
            Row state = scan.getScanState(engine);
            try (CloseableIterator<FilteredColumnarBatch> lists = scan.getScanFiles(engine)) {
                while (lists.hasNext()) {
                    try (CloseableIterator<Row> files = lists.next().getRows()) {
                        while (files.hasNext()) {
                            read(state, files.next(), target);
                        }
                    }
                }
            }
        } catch (RuntimeException e) {
            throw explained(path, e);
        }
    }

    private void read(Row state, Row file, Target target) throws IOException {
        String name = InternalScanFileUtils.getAddFileStatus(file).getPath();
        Optional<StoredCalendar> calendar =
                schema.fields().stream().anyMatch(field -> !isPartition(field) && hasTimes(field.type()))
                        ? Optional.of(ParquetCalendar.of(conf, new Path(name)))
                        : Optional.empty();
        CloseableIterator<ColumnarBatch> stored = engine.getParquetHandler()
                .readParquetFiles(
                        Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                        ScanStateRow.getPhysicalDataReadSchema(state),
                        Optional.empty())
                .map(FileReadResult::getData);
        try (CloseableIterator<FilteredColumnarBatch> batches =
                Scan.transformPhysicalData(engine, state, file, stored)) {
            while (batches.hasNext()) {
                write(batches.next(), new DeltaValues(calendar), target);
            }
        } catch (ParquetDecodingException e) { // the kernel's readers say no more than which of their classes failed
            throw new CorruptFileException(
                    path + ": the data file " + name + " is damaged, or has other types than the table's columns", e);
        }
    }

    private boolean isPartition(Field field) {
        return snapshot.getPartitionColumnNames().stream().anyMatch(field.name()::equalsIgnoreCase);
    }

    private static boolean hasTimes(Type type) {
        return type.kind() == TypeKind.DATE
                || (type.kind() == TypeKind.TIMESTAMP && type.utc())
                || type.fields().stream().anyMatch(field -> hasTimes(field.type()));
    }

    private void write(FilteredColumnarBatch batch, DeltaValues stored, Target target) throws IOException {
        ColumnarBatch data = batch.getData();
        Optional<ColumnVector> selected = batch.getSelectionVector();
        List<Object[]> rows = new ArrayList<>();
        DeltaValues ofPartitions = new DeltaValues(Optional.empty());
        boolean[] isPartition = new boolean[schema.fields().size()];
        for (int column = 0; column < isPartition.length; column++) {
            isPartition[column] = isPartition(schema.fields().get(column));
        }
        for (int row = 0; row < data.getSize(); row++) {
            if (selected.isPresent()
                    && (selected.get().isNullAt(row) || !selected.get().getBoolean(row))) {
                continue;
            }
            Object[] values = new Object[schema.fields().size()];
            for (int column = 0; column < values.length; column++) {
                DeltaValues of = isPartition[column] ? ofPartitions : stored;
                values[column] = of.value(data.getColumnVector(column), row);
            }
            rows.add(values);
            if (rows.size() == BATCH_ROWS) {
                target.write(JavaRows.batch(schema, rows));
                rows.clear();
            }
        }
        if (!rows.isEmpty()) {
            target.write(JavaRows.batch(schema, rows));
        }
    }
}
