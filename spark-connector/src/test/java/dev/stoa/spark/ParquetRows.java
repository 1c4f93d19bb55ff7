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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The rows that Spark gave of tables of Parquet, in {@code src/test/resources/cases}. Parquet takes as long as what is tested, and
 * gives the same each time; {@code -Dstoa.parquet.update=true} asks it again.
 */
final class ParquetRows {
    /** Whether Parquet is asked again. */
    static final boolean UPDATE = Boolean.getBoolean("stoa.parquet.update");

    private static final String STATEMENT = "> ";
    private static final String ROW = "| ";

    private final Path file;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    /** Reads what Parquet gave. */
    ParquetRows(String name) throws IOException {
        file = Path.of(System.getProperty("basedir"), "src/test/resources/cases", name + ".rows");
        if (UPDATE) {
            return;
        }
        List<String> some = List.of();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.startsWith(STATEMENT)) {
                some = new ArrayList<>();
                rows.put(line.substring(STATEMENT.length()), some);
            } else {
                some.add(line.substring(ROW.length()));
            }
        }
    }

    /**
     * What Parquet gave.
     *
     * @param statement tells it from others
     * @param parquet gives it, where Parquet is asked again
     */
    List<String> of(String statement, Supplier<List<String>> parquet) {
        if (UPDATE) {
            rows.put(statement, parquet.get());
        }
        List<String> known = rows.get(statement);
        if (known == null) {
            throw new AssertionError(
                    "no rows of '" + statement + "' in " + file + ": run this test with -Dstoa.parquet.update=true");
        }
        return known;
    }

    /** Keeps what Parquet gave, where it was asked. */
    void keep() throws IOException {
        if (UPDATE) {
            List<String> lines = new ArrayList<>();
            rows.forEach((statement, some) -> {
                lines.add(STATEMENT + statement);
                some.forEach(row -> lines.add(ROW + row));
            });
            Files.write(Files.createDirectories(file.getParent()).resolve(file.getFileName()), lines);
        }
    }
}
