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
package dev.stoa.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;

/** Makes tables of Iceberg with Iceberg's own library, for tests. */
final class IcebergTables {
    private final Table table;
    private int files;

    private IcebergTables(Table table) {
        this.table = table;
    }

    /** Creates a table. */
    static IcebergTables create(Path folder, Schema schema, PartitionSpec spec, SortOrder order, int version) {
        return new IcebergTables(new HadoopTables(new Configuration())
                .create(schema, spec, order, Map.of("format-version", String.valueOf(version)), folder.toString()));
    }

    Table table() {
        return table;
    }

    private OutputFileFactory files(FileFormat format) {
        return OutputFileFactory.builderFor(table, ++files, 1).format(format).build();
    }

    private PartitionKey partition(Object... row) {
        PartitionKey key = new PartitionKey(table.spec(), table.schema());
        key.partition(new InternalRecordWrapper(table.schema().asStruct()).wrap(record(row)));
        return key;
    }

    private Record record(Object... values) {
        return record(table.schema().asStruct(), values);
    }

    /** Returns a record of a struct. */
    static Record record(Types.StructType type, Object... values) {
        Record record = GenericRecord.create(type);
        for (int i = 0; i < values.length; i++) {
            record.set(i, values[i]);
        }
        return record;
    }

    /** Appends rows of one partition as a file. */
    DataFile append(FileFormat format, Object[]... rows) throws IOException {
        DataWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataSchema(table.schema())
                .dataFileFormat(format)
                .build()
                .newDataWriter(
                        files(format).newOutputFile(table.spec(), partition(rows[0])),
                        table.spec(),
                        partition(rows[0]));
        try (writer) {
            for (Object[] row : rows) {
                writer.write(record(row));
            }
        }
        table.newAppend().appendFile(writer.toDataFile()).commit();
        return writer.toDataFile();
    }

    /** Deletes rows of a file by their positions. */
    void delete(DataFile file, long... positions) throws IOException {
        PositionDeleteWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataSchema(table.schema())
                .deleteFileFormat(FileFormat.PARQUET)
                .build()
                .newPositionDeleteWriter(
                        files(FileFormat.PARQUET).newOutputFile(table.spec(), file.partition()),
                        table.spec(),
                        file.partition());
        try (writer) {
            PositionDelete<Record> delete = PositionDelete.create();
            for (long position : positions) {
                writer.write(delete.set(file.location(), position));
            }
        }
        commit(List.of(writer.toDeleteFile()));
    }

    /** Deletes rows of a file by a deletion vector, the first of the file. */
    void vector(DataFile file, long... positions) throws IOException {
        DVFileWriter writer = new BaseDVFileWriter(files(FileFormat.PUFFIN), path -> null);
        try (writer) {
            for (long position : positions) {
                writer.delete(file.location(), position, table.spec(), file.partition());
            }
        }
        commit(writer.result().deleteFiles());
    }

    /** Deletes the rows of a partition that have these values in some columns. */
    void deleteEqual(List<String> columns, Object[] inPartition, Object[]... values) throws IOException {
        Schema keys = table.schema().select(columns);
        EqualityDeleteWriter<Record> writer = new GenericFileWriterFactory.Builder(table)
                .dataSchema(table.schema())
                .deleteFileFormat(FileFormat.PARQUET)
                .equalityFieldIds(columns.stream()
                        .mapToInt(name -> keys.findField(name).fieldId())
                        .toArray())
                .equalityDeleteRowSchema(keys)
                .build()
                .newEqualityDeleteWriter(
                        files(FileFormat.PARQUET).newOutputFile(table.spec(), partition(inPartition)),
                        table.spec(),
                        partition(inPartition));
        try (writer) {
            for (Object[] key : values) {
                writer.write(record(keys.asStruct(), key));
            }
        }
        commit(List.of(writer.toDeleteFile()));
    }

    private void commit(List<DeleteFile> deletes) {
        RowDelta delta = table.newRowDelta();
        new ArrayList<>(deletes).forEach(delta::addDeletes);
        delta.commit();
    }
}
