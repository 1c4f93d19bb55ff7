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

import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** DuckDB on Parquet files, in one connection that keeps nothing of them from query to query. */
final class DuckDbParquet implements PeerFormat {
    private static final Connection DUCK = connect();

    DuckDbParquet() {}

    private static Connection connect() {
        try {
            Connection duck = DriverManager.getConnection("jdbc:duckdb:");
            try (Statement statement = duck.createStatement()) {
                statement.execute("SET threads=1");
                statement.execute("SET enable_external_file_cache=false");
            }
            return duck;
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB could not be started", e);
        }
    }

    @Override
    public void write(Path parquet, String variant, Path file) {
        throw new UnsupportedOperationException("the files are parquet-java's");
    }

    @Override
    public Map<String, Long> columnBytes(Path file) {
        throw new UnsupportedOperationException("the files are parquet-java's");
    }

    @Override
    public ReadResult read(Path file, List<String> columns) {
        throw new UnsupportedOperationException("only the query of Figure 1 is asked");
    }

    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        try (Statement statement = DUCK.createStatement()) {
            return DuckDbFig1.answer(statement, "read_parquet('" + file.local() + "')", query);
        } catch (SQLException e) {
            throw new IOException("DuckDB could not read " + file.local(), e);
        }
    }
}
