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

import dev.stoa.format.Schema;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.interop.StoredCalendar;
import dev.stoa.interop.avro.AvroCalendar;
import dev.stoa.interop.parquet.ParquetCalendar;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.TableProperties;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.avro.Avro;
import org.apache.iceberg.data.GenericDeleteFilter;
import org.apache.iceberg.data.IdentityPartitionConverters;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.PlannedDataReader;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.PartitionUtil;

/**
 * The current snapshot of a table of Iceberg. Iceberg's own library reads it: the files of the manifests, columns by their field ids,
 * without the rows of position deletes, equality deletes and deletion vectors.
 */
final class IcebergTable implements ForeignTable {
    private final Configuration conf;
    private final String location;
    private final Table table;
    private final Schema schema;

    private IcebergTable(Configuration conf, String location, Table table) throws IOException {
        this.conf = conf;
        this.location = location;
        this.table = table;
        this.schema = SchemaEdit.numbered(IcebergTypes.schema(table.schema()));
    }

    /**
     * Opens a table.
     *
     * @param metadata the file that describes its newest state, see {@link IcebergMetadata}
     * @throws UnsupportedFileException if it uses features that Iceberg's library does not read, or types, formats of files or keys
     *     that Stoa does not import
     */
    static IcebergTable open(Configuration conf, Path metadata) throws IOException {
        String location = metadata.toString();
        try {
            Table table =
                    new BaseTable(new StaticTableOperations(location, new HadoopFileIO(conf)), metadata.getName());
            return new IcebergTable(conf, location, table);
        } catch (RuntimeException e) {
            throw explained(location, e);
        } catch (UnsupportedFileException e) {
            throw new UnsupportedFileException(location + ": " + e.getMessage());
        }
    }

    private static IOException explained(String location, RuntimeException e) {
        boolean isUnsupported = e instanceof UnsupportedOperationException || e instanceof IllegalArgumentException;
        return ForeignTable.unreadable(location, "Iceberg", isUnsupported, e);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String state() {
        Snapshot snapshot = table.currentSnapshot();
        return snapshot == null ? "no snapshot" : "snapshot " + snapshot.snapshotId();
    }

    @Override
    public TableProperties properties(Consumer<String> notes) {
        return new IcebergDeclared(table, schema, notes).properties();
    }

    @Override
    public void read(Target target) throws IOException {
        try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
            List<FileScanTask> all = new ArrayList<>();
            for (FileScanTask file : files) {
                check(file.file());
                file.deletes().forEach(IcebergTable::check);
                all.add(file);
            }
            for (FileScanTask file : all) {
                read(file, target);
            }
        } catch (RuntimeException e) {
            throw explained(location, e);
        }
    }

    /** Refuses what the rows can't be read from, by the name of the file. */
    private static void check(ContentFile<?> file) {
        boolean isVector = file.format() == FileFormat.PUFFIN && file.content() == FileContent.POSITION_DELETES;
        if (file.keyMetadata() != null) {
            throw new UnsupportedOperationException(file.location() + " is encrypted: copy the table by Spark");
        } else if (file.format() != FileFormat.PARQUET && file.format() != FileFormat.AVRO && !isVector) {
            throw new UnsupportedOperationException(file.location() + " is a file of " + file.format()
                    + ": only files of Parquet and Avro are imported,"
                    + " so have Iceberg rewrite the table's files, or copy the table by Spark");
        }
    }

    private void read(FileScanTask task, Target target) throws IOException {
        GenericDeleteFilter deletes = new GenericDeleteFilter(table.io(), task, table.schema(), table.schema());
        Map<Integer, ?> constants = PartitionUtil.constantsMap(task, IdentityPartitionConverters::convertConstant);
        IcebergValues values = new IcebergValues(calendar(task), constants.keySet());
        List<Object[]> rows = new ArrayList<>();
        try (CloseableIterable<Record> kept = deletes.filter(records(task, deletes.requiredSchema(), constants))) {
            for (Record row : kept) {
                rows.add(values.values(row, schema.fields().size()));
                if (rows.size() == BATCH_ROWS) {
                    target.write(JavaRows.batch(schema, rows));
                    rows.clear();
                }
            }
        }
        if (!rows.isEmpty()) {
            target.write(JavaRows.batch(schema, rows));
        }
    }

    /** Returns the calendar of a file, which matters to rows with dates or instants. Engines add files as others wrote them. */
    private Optional<StoredCalendar> calendar(FileScanTask task) throws IOException {
        if (TypeUtil.find(table.schema(), IcebergTable::isTime) == null) {
            return Optional.empty();
        }
        Path file = new Path(task.file().location());
        return Optional.of(
                task.file().format() == FileFormat.AVRO ? AvroCalendar.of(conf, file) : ParquetCalendar.of(conf, file));
    }

    private static boolean isTime(Type type) {
        return type.typeId() == Type.TypeID.DATE
                || (type instanceof Types.TimestampType micros && micros.shouldAdjustToUTC())
                || (type instanceof Types.TimestampNanoType nanos && nanos.shouldAdjustToUTC());
    }

    /**
     * Returns the records of a file with its deleted rows. Its fields are found by their ids, or in a file without any by the names
     * that the table maps to ids. Fields that divide the rows by value have the value of the partition.
     */
    private CloseableIterable<Record> records(
            FileScanTask task, org.apache.iceberg.Schema columns, Map<Integer, ?> constants) {
        InputFile file = table.io().newInputFile(task.file());
        NameMapping names = Optional.ofNullable(
                        table.properties().get(org.apache.iceberg.TableProperties.DEFAULT_NAME_MAPPING))
                .map(NameMappingParser::fromJson)
                .orElse(null);
        if (task.file().format() == FileFormat.AVRO) {
            return Avro.read(file)
                    .project(columns)
                    .withNameMapping(names)
                    .createResolvingReader(stored -> PlannedDataReader.create(stored, constants))
                    .split(task.start(), task.length())
                    .build();
        }
        return Parquet.read(file)
                .project(columns)
                .withNameMapping(names)
                .createReaderFunc(stored -> GenericParquetReaders.buildReader(columns, stored, constants))
                .split(task.start(), task.length())
                .build();
    }
}
