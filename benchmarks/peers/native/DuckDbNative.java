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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.interop.tpch.LineItems;
import dev.stoa.format.Field;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * DuckDB's own files. It hands out nothing in between, so as arrays it is asked for sums, of texts of their lengths, within
 * one connection that keeps what it read: its buffers are warm. One value after the other comes through JDBC, which is only
 * for the check.
 */
final class DuckDbNative implements PeerFormat {
    private static final Map<Path, Connection> OPEN = new LinkedHashMap<>();

    DuckDbNative() {}

    @Override
    public void write(Path parquet, String variant, Path file) throws IOException {
        copy(parquet, "*", file);
    }

    private static void copy(Path parquet, String columns, Path file) throws IOException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("SET threads=1");
            statement.execute("ATTACH '" + file + "' AS d");
            statement.execute("CREATE TABLE d.t AS SELECT " + columns + " FROM read_parquet('" + parquet + "')");
            statement.execute("CHECKPOINT d");
            statement.execute("DETACH d");
        } catch (SQLException e) {
            throw new IOException("DuckDB could not write " + file, e);
        }
    }

    /** The sizes of files with one column each: within a file columns share blocks. */
    @Override
    public Map<String, Long> columnBytes(Path file) throws IOException {
        Path parquet = new DataSet(file.getParent().getFileName().toString()).parquet();
        Map<String, Long> bytes = new LinkedHashMap<>();
        Path one = file.resolveSibling(file.getFileName() + ".column");
        for (Field field : LineItems.schema().fields()) {
            Files.deleteIfExists(one);
            copy(parquet, field.name(), one);
            bytes.put(field.name(), Files.size(one));
        }
        Files.delete(one);
        return bytes;
    }

    private static Connection open(Path file) throws SQLException {
        Connection duck = OPEN.get(file);
        if (duck == null) {
            Properties readOnly = new Properties();
            readOnly.setProperty("duckdb.read_only", "true");
            duck = DriverManager.getConnection("jdbc:duckdb:" + file, readOnly);
            try (Statement statement = duck.createStatement()) {
                statement.execute("SET threads=1");
            }
            OPEN.put(file, duck);
        }
        return duck;
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        try (Statement statement = open(file).createStatement()) {
            return Touch.DELIVERY == Delivery.ARRAYS ? sums(statement, columns) : values(statement, columns);
        } catch (SQLException e) {
            throw new IOException("DuckDB could not read " + file, e);
        }
    }

    private static ReadResult sums(Statement statement, List<String> columns) throws SQLException {
        String sums = columns.stream().map(DuckDbNative::sum).collect(Collectors.joining(", "));
        try (ResultSet row = statement.executeQuery("SELECT count(*), " + sums + " FROM t")) {
            row.next();
            long checksum = 0;
            for (int c = 0; c < columns.size(); c++) {
                checksum += row.getBigDecimal(c + 2).unscaledValue().longValue();
            }
            return new ReadResult(row.getLong(1) * columns.size(), checksum, IoCounts.NONE);
        }
    }

    private static String sum(String column) {
        return switch (type(column)) {
            case "date" -> "sum(" + column + " - DATE '1970-01-01')::DECIMAL(38,0)";
            case "string" -> "sum(strlen(" + column + "))::DECIMAL(38,0)";
            case "int32", "int64" -> "sum(" + column + ")::DECIMAL(38,0)";
            default -> "sum(" + column + ")";
        };
    }

    private static String type(String column) {
        return LineItems.schema().fields().stream()
                .filter(field -> field.name().equals(column))
                .findFirst()
                .orElseThrow()
                .type()
                .toString();
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        try (Statement statement = open(file.local()).createStatement()) {
            return DuckDbFig1.answer(statement, "t", query);
        } catch (SQLException e) {
            throw new IOException("DuckDB could not read " + file.local(), e);
        }
    }

    private static ReadResult values(Statement statement, List<String> columns) throws SQLException {
        long values = 0;
        long checksum = 0;
        try (ResultSet rows = statement.executeQuery("SELECT " + String.join(", ", columns) + " FROM t")) {
            while (rows.next()) {
                for (int c = 1; c <= columns.size(); c++) {
                    checksum += value(rows.getObject(c));
                }
                values += columns.size();
            }
        }
        return new ReadResult(values, checksum, IoCounts.NONE);
    }

    private static long value(Object value) {
        if (value instanceof BigDecimal decimal) {
            return Touch.number(decimal.unscaledValue().longValue());
        }
        if (value instanceof Date date) {
            return Touch.number(date.toLocalDate().toEpochDay());
        }
        if (value instanceof LocalDate date) {
            return Touch.number(date.toEpochDay());
        }
        if (value instanceof Number number) {
            return Touch.number(number.longValue());
        }
        byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
        return Touch.text(text, 0, text.length);
    }
}
