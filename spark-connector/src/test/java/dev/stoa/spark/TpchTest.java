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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The 22 queries of TPC-H give the same rows of tables of Stoa and of Parquet. Those of Parquet are the same each time: {@code
 * tpch-answers.txt} has how many they are and a digest of them. {@code -Dstoa.tpch.update=true} asks Parquet again.
 */
@Tag("engine")
class TpchTest {
    private static final double SCALE = 0.02;
    private static final boolean UPDATE = Boolean.getBoolean("stoa.tpch.update");
    private static final Path ANSWERS =
            Path.of(System.getProperty("basedir"), "src/test/resources/dev/stoa/spark/tpch-answers.txt");

    @TempDir
    static Path folder;

    private static TpchTables tables;

    @BeforeAll
    static void makeTables() throws Exception {
        tables = new TpchTables(Spark.session(), folder);
        tables.generate(SCALE);
        tables.create("stoa");
    }

    @AfterAll
    static void leaveTables() {
        Spark.session().sql("use spark_catalog.default");
    }

    @Test
    void sameRows() throws Exception {
        List<String> queries = TpchTables.queries();
        assertEquals(22, queries.size());
        if (UPDATE) {
            List<String> answers = new ArrayList<>();
            for (List<String> rows : ofParquet(queries)) {
                answers.add(digest(rows));
            }
            Files.write(ANSWERS, answers);
        }
        List<String> expected = Files.readAllLines(ANSWERS);
        assertEquals(queries.size(), expected.size());
        tables.use("stoa");
        for (int i = 0; i < queries.size(); i++) {
            List<String> rows = tables.rows(queries.get(i));
            if (!expected.get(i).equals(digest(rows))) {
                assertEquals(ofParquet(List.of(queries.get(i))).get(0), rows, "query " + (i + 1));
                fail("query " + (i + 1)
                        + ": Parquet gives other rows than before: run this test with -Dstoa.tpch.update=true");
            }
        }
        long found =
                expected.stream().filter(answer -> !answer.startsWith("0 ")).count();
        assertTrue(found >= 18, found + " queries have rows");
    }

    private static List<List<String>> ofParquet(List<String> queries) {
        tables.create("parquet");
        tables.use("parquet");
        try {
            return queries.stream().map(tables::rows).toList();
        } finally {
            tables.use("stoa");
            Spark.session().sql("drop database spark_catalog.tpch_parquet cascade");
        }
    }

    /** How many rows, and what tells them from others. */
    private static String digest(List<String> rows) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(String.join("\n", rows).getBytes(StandardCharsets.UTF_8));
        return rows.size() + " " + HexFormat.of().formatHex(digest);
    }
}
