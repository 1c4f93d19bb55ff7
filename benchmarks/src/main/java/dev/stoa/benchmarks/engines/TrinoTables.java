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
package dev.stoa.benchmarks.engines;

import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.interop.Codec;
import dev.stoa.interop.RowTarget;
import dev.stoa.interop.orc.OrcTarget;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * The tables of a benchmark in Trino. Stoa's are written first, one file each, by Trino's connector of the benchmark. The files
 * of the others have the same rows in the same order.
 */
final class TrinoTables {
    /** In the schemas of TPC-DS a table that describes the generator. */
    private static final String OF_GENERATOR = "dbgen_version";

    private static final String FILES = "files";
    private static final String ONE_WRITER =
            "scale_writers=false,task_scale_writers_enabled=false,task_min_writer_count=1," + "task_max_writer_count=1";
    private static final ParquetTargetOptions PARQUET =
            ParquetTargetOptions.DEFAULT.withCodec(Codec.ZSTD).withSizes(32 << 20, 1 << 20);
    private static final Pattern COLUMN = Pattern.compile("\\[\"([a-z0-9_]+)\",\"([^\"]+)\",.*");

    private final TrinoClient trino;
    private final Path folder;
    private final String source;
    private final List<TrinoFormat> formats;

    /**
     * Tables that do not exist yet.
     *
     * @param folder of their files
     * @param benchmark the catalog of its rows, {@code tpch} or {@code tpcds}
     * @param scale of the benchmark
     * @param formats that take part
     */
    TrinoTables(TrinoClient trino, Path folder, String benchmark, double scale, List<TrinoFormat> formats) {
        this.trino = trino;
        this.folder = folder;
        this.source = benchmark + ".\"sf" + scale + "\"";
        this.formats = formats;
    }

    /** Returns the catalogs of a server that keeps their files in a folder. */
    static Map<String, Map<String, String>> catalogs(Path folder) {
        return Map.of(
                "stoa",
                Map.of(
                        "connector.name",
                        "stoa",
                        "stoa.warehouse",
                        folder.resolve("stoa").toString()),
                "tpch",
                Map.of(
                        "connector.name", "tpch",
                        "tpch.column-naming", "STANDARD",
                        "tpch.double-type-mapping", "DECIMAL",
                        "tpch.splits-per-node", "1"),
                "tpcds",
                Map.of(
                        "connector.name", "tpcds",
                        "tpcds.splits-per-node", "1"),
                "hive",
                Map.of(
                        "connector.name", "hive",
                        "hive.metastore", "file",
                        "hive.metastore.catalog.dir", "local:///hive",
                        "hive.security", "allow-all",
                        "fs.local.enabled", "true",
                        "local.location", folder.toString()),
                "iceberg",
                Map.of(
                        "connector.name", "iceberg",
                        "iceberg.catalog.type", "testing_file_metastore",
                        "iceberg.add-files-procedure.enabled", "true",
                        "iceberg.security", "allow-all",
                        "hive.metastore.catalog.dir", "local:///iceberg",
                        "fs.local.enabled", "true",
                        "local.location", folder.toString()));
    }

    /** Makes the tables of the benchmark, with the statistics that {@code ANALYZE} gives. */
    void create() throws IOException {
        for (String catalog : List.of("stoa", "hive", "iceberg")) {
            Files.createDirectories(folder.resolve(catalog));
        }
        for (TrinoFormat format : formats) {
            run("create schema " + format.schema(), format, "");
        }
        for (String row : trino.run("show tables from " + source, TrinoFormat.STOA.schema(), "")
                .rows()) {
            String table = row.substring(2, row.length() - 2);
            if (!table.equals(OF_GENERATOR)) {
                create(table, table, "");
            }
        }
    }

    /**
     * Makes a table like {@link #create()}.
     *
     * @param original the benchmark's table whose rows it gets
     * @param properties of Stoa's table, as {@code create table} takes them
     */
    void create(String table, String original, String properties) throws IOException {
        Progress.say("making " + table);
        String rows = source + "." + original;
        List<Column> all = columns(rows);
        String columns = all.stream().map(Column::definition).collect(Collectors.joining(", "));
        String values = all.stream().map(Column::value).collect(Collectors.joining(", "));
        run("create table " + table + " (" + columns + ")" + properties, TrinoFormat.STOA, "");
        run("insert into " + table + " select " + values + " from " + rows, TrinoFormat.STOA, ONE_WRITER);
        if (formats.contains(TrinoFormat.PARQUET) || formats.contains(TrinoFormat.ICEBERG)) {
            export(table, TrinoFormat.PARQUET);
        }
        if (formats.contains(TrinoFormat.ORC)) {
            export(table, TrinoFormat.ORC);
        }
        for (TrinoFormat format : formats) {
            switch (format) {
                case STOA -> {}
                case PARQUET, ORC ->
                    run(
                            "create table " + table + " (" + columns + ") with (format = '" + format
                                    + "', external_location = '" + location(table, format) + "')",
                            format,
                            "");
                case ICEBERG -> {
                    // files can be added to tables of version 2 only
                    run("create table " + table + " (" + columns + ") with (format_version = 2)", format, "");
                    run(
                            "alter table " + table + " execute add_files('" + location(table, TrinoFormat.PARQUET)
                                    + "', 'PARQUET')",
                            format,
                            "");
                    run("alter table " + table + " set properties format_version = 3", format, "");
                }
            }
            run("analyze " + table, format, "");
        }
    }

    /**
     * A column of a benchmark's table.
     *
     * @param type in the benchmark
     */
    private record Column(String name, String type) {
        /** Texts have no greatest length, which Iceberg does not know. */
        String definition() {
            return name + " " + type.replaceAll("(var)?char\\(\\d+\\)", "varchar");
        }

        /** A cast to {@code varchar} pads values of {@code char}. */
        String value() {
            return type.startsWith("char") ? "rtrim(cast(" + name + " as varchar))" : name;
        }
    }

    private List<Column> columns(String table) throws IOException {
        List<Column> columns = new ArrayList<>();
        for (String row : trino.run("show columns from " + table, TrinoFormat.STOA.schema(), "")
                .rows()) {
            Matcher column = COLUMN.matcher(row);
            if (!column.matches()) {
                throw new IOException("Trino describes a column of " + table + " by " + row);
            }
            columns.add(new Column(column.group(1), column.group(2)));
        }
        return columns;
    }

    private static String location(String table, TrinoFormat format) {
        return "local:///" + FILES + "/" + format.label() + "/" + table;
    }

    /** Writes the rows of a table of Stoa to a file of another format. */
    private void export(String table, TrinoFormat format) throws IOException {
        Path file = folder.resolve(FILES).resolve(format.label()).resolve(table).resolve("all." + format.label());
        Path stoa = folder.resolve(TrinoFormat.STOA.schema().replace('.', '/')).resolve(table);
        try (TableScan scan = Table.open(new LocalFolder(stoa), TableSettings.DEFAULT)
                .snapshot()
                .scan()
                .build()) {
            FileSink sink = LocalFileSink.create(file, SinkOptions.DEFAULT);
            try (RowTarget target = format == TrinoFormat.ORC
                    ? OrcTarget.create(sink, scan.schema(), List.of(), Codec.ZSTD, new Configuration())
                    : ParquetTarget.create(sink, scan.schema(), List.of(), PARQUET)) {
                while (scan.next()) {
                    target.write(scan.batch());
                }
                target.finish();
            }
        }
    }

    private void run(String sql, TrinoFormat format, String session) throws IOException {
        trino.run(sql, format.schema(), session);
    }

    /** The bytes of all files that the connector of a contender has written. */
    long bytes(TrinoFormat format) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(format.folder()))) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
