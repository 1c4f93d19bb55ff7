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

import static dev.stoa.cli.CommandRun.ok;
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.avro.AvroTarget;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Old releases of Spark count in the hybrid Julian calendar, and their files, which engines add to tables of Iceberg, say so. */
class IcebergCalendarTest {
    private static final Schema STORED = Schema.of(
            Field.nullable("day", Type.of(TypeKind.DATE)),
            Field.nullable("at", Type.timestamp(6, true)),
            Field.nullable("l", Type.list(Field.nullable("element", Type.of(TypeKind.DATE)))));
    private static final org.apache.iceberg.Schema TIMES = new org.apache.iceberg.Schema(
            optional(1, "day", Types.DateType.get()),
            optional(2, "at", Types.TimestampType.withZone()),
            optional(3, "l", Types.ListType.ofOptional(4, Types.DateType.get())),
            optional(5, "part", Types.DateType.get()));

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = FileFormat.class,
            names = {"PARQUET", "AVRO"})
    void datesKeepTheirYearMonthAndDay(FileFormat format) throws IOException {
        Path source = folder.resolve("iceberg");
        Table iceberg = IcebergTables.create(
                        source,
                        TIMES,
                        PartitionSpec.builderFor(TIMES).identity("part").build(),
                        SortOrder.unsorted(),
                        2)
                .table();
        iceberg.updateProperties()
                .set("schema.name-mapping.default", NameMappingParser.toJson(MappingUtil.create(TIMES)))
                .commit();
        add(iceberg, format, "silent", List.of());
        add(
                iceberg,
                format,
                "legacy",
                List.of(
                        KeyValue.of("org.apache.spark.version", "2.4.8"),
                        KeyValue.of("org.apache.spark.timeZone", "UTC")));
        Path table = folder.resolve("table");
        ok("table", "import", source, table);
        String now = "{\"day\":\"1582-10-15\",\"at\":\"2024-01-31T10:00:00.000001Z\",\"l\":[],\"part\":\"0000-12-30\"}";
        assertEquals(
                List.of(
                        "{\"day\":\"0000-12-30\",\"at\":\"0000-12-30T01:00:00.500001Z\",\"l\":[\"0000-12-30\"],\"part\":\"0000-12-30\"}",
                        "{\"day\":\"0001-01-01\",\"at\":\"0001-01-01T01:00:00.500001Z\",\"l\":[\"0001-01-01\"],\"part\":\"0000-12-30\"}",
                        now,
                        now),
                ok("scan", table, "--json").lines().sorted().toList());
    }

    private void add(Table iceberg, FileFormat format, String name, List<KeyValue> keys) throws IOException {
        LocalDate julian = LocalDate.of(1, 1, 1).minusDays(2);
        Object[] old = {julian, julian.atTime(1, 0).toInstant(ZoneOffset.UTC).plusNanos(500_001_000), List.of(julian)};
        Object[] now = {LocalDate.of(1582, 10, 15), Instant.parse("2024-01-31T10:00:00.000001Z"), List.of()};
        FileSink sink = new LocalFolder(folder).create(name, SinkOptions.DEFAULT);
        try (RowTarget target = format == FileFormat.AVRO
                ? AvroTarget.create(sink, STORED, keys, Codec.NONE)
                : ParquetTarget.create(sink, STORED, keys, ParquetTargetOptions.DEFAULT)) {
            target.write(JavaRows.batch(STORED, List.of(old, now)));
            target.finish();
        }
        Path file = folder.resolve(name);
        iceberg.newAppend()
                .appendFile(DataFiles.builder(iceberg.spec())
                        .withPath(file.toString())
                        .withFormat(format)
                        .withFileSizeInBytes(Files.size(file))
                        .withRecordCount(2)
                        .withPartitionValues(List.of("0000-12-30"))
                        .build())
                .commit();
    }
}
