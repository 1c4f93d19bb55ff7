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
package dev.stoa.spark;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The tables and the queries of TPC-H in Spark: of Stoa, of Spark's own formats, and kept in its memory. */
public final class TpchTables {
    private static final String STOA = "stoa";
    private static final String CACHED = "cached";

    private final SparkSession spark;
    private final Path folder;

    /** Tables in a folder; those of Stoa in a catalog of their own. */
    public TpchTables(SparkSession spark, Path folder) {
        this.spark = spark;
        this.folder = folder;
        Spark.catalog(spark, "lake", folder.resolve(STOA).toString());
    }

    /** A session for no other tables. */
    public static SparkSession.Builder builder(Path folder) {
        return SparkSession.builder()
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString());
    }

    /** Makes the tables that {@link #create} copies from: of text, rows by their keys. */
    public void generate(double scale) throws IOException {
        for (TpchTable<?> table : TpchTable.getTables()) {
            Path rows = folder.resolve("text").resolve(table.getTableName());
            Files.createDirectories(rows.getParent());
            write(table, scale, rows);
            spark.read()
                    .schema(columns(table))
                    .option("sep", "|")
                    .option("quote", "")
                    .csv(rows.toString())
                    .createOrReplaceTempView("text_" + table.getTableName());
        }
    }

    private static <E extends TpchEntity> void write(TpchTable<E> table, double scale, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            for (E row : table.createGenerator(scale, 1, 1)) {
                out.write(row.toLine());
                out.write('\n');
            }
        }
    }

    private static <E extends TpchEntity> String columns(TpchTable<E> table) {
        return table.getColumns().stream()
                .map(column -> column.getColumnName() + " " + type(column))
                .collect(Collectors.joining(", "));
    }

    private static String type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> "bigint";
            case INTEGER -> "int";
            case DATE -> "date";
            case DOUBLE -> "decimal(15,2)";
            case VARCHAR -> "string";
        };
    }

    private static String database(String set) {
        return (isOfStoa(set) ? "lake" : "spark_catalog") + ".tpch_" + set;
    }

    private static String format(String set) {
        String format = set.replaceAll("_.*", "");
        return format.equals(CACHED) ? "parquet" : format;
    }

    private static String codec(String set) {
        return set.endsWith("_snappy") ? "snappy" : "zstd";
    }

    private static boolean isOfStoa(String set) {
        return format(set).equals(STOA);
    }

    /** The names of the tables. */
    public static List<String> names() {
        return TpchTable.getTables().stream().map(TpchTable::getTableName).toList();
    }

    /** Where a table is, for any statement. */
    public static String name(String set, String table) {
        return database(set) + "." + table;
    }

    /** The folder of a set of tables. */
    public Path files(String set) {
        return isOfStoa(set) ? folder.resolve(STOA).resolve("tpch_" + set) : folder.resolve(set);
    }

    /**
     * Makes all tables, as they were generated.
     *
     * @param set a format: stoa, another one of Spark, or "cached", which are tables of Parquet; what follows an underscore
     *     tells several sets of a format apart, and "parquet_snappy" has that codec
     */
    public void create(String set) {
        names().forEach(table -> create(set, table, "select * from text_" + table));
    }

    /** Makes one table, of the rows of a query. */
    public void create(String set, String table, String query) {
        spark.sql("create database if not exists " + database(set)
                + (isOfStoa(set) ? "" : " location '" + files(set) + "'"));
        String format = format(set);
        spark.sql("create table " + name(set, table) + (isOfStoa(set) ? "" : " using " + format)
                + (format.equals("parquet") ? " options (compression '" + codec(set) + "')" : "") + " as " + query);
    }

    /** From now on queries are of the tables of a set. */
    public void use(String set) {
        spark.sql("use " + database(set));
    }

    /** The rows of a query as text, in an order that equal rows do not change. */
    public List<String> rows(String query) {
        return Arrays.stream((Row[]) spark.sql(query).collect())
                .map(Rows::text)
                .sorted()
                .toList();
    }

    /** The 22 queries, in their order. */
    public static List<String> queries() throws IOException {
        try (InputStream in = TpchTables.class.getResourceAsStream("/tpch/queries.sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
            return Arrays.stream(text.split(";\\s*\\n", -1))
                    .map(String::strip)
                    .filter(query -> !query.isEmpty())
                    .toList();
        }
    }
}
