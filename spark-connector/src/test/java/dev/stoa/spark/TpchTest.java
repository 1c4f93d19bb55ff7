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

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The 22 queries of TPC-H on tables of Stoa and of Parquet: the same rows. */
@Tag("engine")
class TpchTest {
    private static final double SCALE = 0.02;

    @TempDir
    static Path folder;

    private static TpchTables tables;

    @BeforeAll
    static void makeTables() throws Exception {
        tables = new TpchTables(Spark.session(), folder);
        tables.generate(SCALE);
        tables.create("parquet");
        tables.create("stoa");
    }

    @AfterAll
    static void dropTables() {
        Spark.session().sql("use spark_catalog.default");
        Spark.session().sql("drop database spark_catalog.tpch_parquet cascade");
    }

    @Test
    void sameRows() throws Exception {
        List<String> queries = TpchTables.queries();
        assertEquals(22, queries.size());
        int found = 0;
        for (int i = 0; i < queries.size(); i++) {
            tables.use("parquet");
            List<String> expected = tables.rows(queries.get(i));
            tables.use("stoa");
            assertEquals(expected, tables.rows(queries.get(i)), "query " + (i + 1));
            found += expected.isEmpty() ? 0 : 1;
        }
        assertTrue(found >= 18, found + " queries have rows");
    }
}
