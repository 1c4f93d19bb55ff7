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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums that scans compute are those of Spark. */
@Tag("engine")
class SumsTest {
    private static final String RUNTIME_FILTERS = "spark.sql.optimizer.dynamicPartitionPruning.enabled";
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());

    private static final String ROWS =
            "select id, cast(hash(id, 1) % 100 as tinyint) as b, cast(hash(id, 2) % 10000 as smallint) as s,"
                    + " if(id % 5 = 0, null, hash(id, 3)) as i, xxhash64(id, 4) div 1000000 as l,"
                    + " cast(hash(id, 5) % 1000 / 100 as decimal(7,2)) as small,"
                    + " if(id % 7 = 0, null, cast(hash(id, 6) / 100 as decimal(15,2))) as price,"
                    + " cast(hash(id, 7) % 11 / 100 as decimal(15,2)) as discount,"
                    + " cast(xxhash64(id, 8) as decimal(20,0)) % 1000000000000000000 as wide,"
                    + " cast(xxhash64(id, 9) % 1000000000000000000 as decimal(18,0)) as full,"
                    + " if(id % 3 = 0, null, hash(id, 10) / 7.0D) as d, cast(hash(id, 11) / 3.0D as float) as f"
                    + " from range(0, 30000, 1, 1)";

    private static final List<String> SUMMED = List.of(
            "sum(b)",
            "sum(s)",
            "sum(i)",
            "sum(l)",
            "avg(i)",
            "avg(price)",
            "avg(d)",
            "sum(small)",
            "sum(price)",
            "sum(full)",
            "sum(d)",
            "sum(f)",
            "sum(price * discount)",
            "sum(price * (1 - discount))",
            "sum(price * (1 - discount) * (1 + discount))",
            "sum(full * small)",
            "sum(price + full)",
            "sum(double(price) * (1 - double(discount)))",
            "sum(double(full) - double(l) + d)",
            "count(*)",
            "count(price)",
            "min(i)",
            "max(price)");

    @TempDir
    static Path warehouse;

    @BeforeAll
    static void makeTables() {
        Spark.catalog(Spark.session(), "sums", warehouse.toString());
        Spark.session().conf().set(RUNTIME_FILTERS, "false"); // or filters of small tables are Spark's, too
        Rows.of("create table sums.t as " + ROWS);
        Rows.of("delete from sums.t where id % 11 = 3");
        Rows.of("create temporary view sums_expected as select * from (" + ROWS + ") where id % 11 <> 3");
    }

    @AfterAll
    static void leave() {
        Spark.session().conf().unset(RUNTIME_FILTERS);
        Rows.of("drop view sums_expected");
    }

    private static boolean isComputed(String query) {
        return Spark.session()
                .sql(query)
                .queryExecution()
                .executedPlan()
                .toString()
                .contains(", computed [");
    }

    private static void assertSame(String select, String where) {
        String query = "select " + select + " from sums.t" + where;
        assertTrue(isComputed(query), query);
        assertEquals(
                Rows.of("select " + select + " from sums_expected" + where), Rows.of(query), query + ", seed " + SEED);
    }

    @Test
    void allAtOnce() {
        assertSame(String.join(", ", SUMMED), "");
    }

    @Test
    void anyOfThemTogetherUnderAnyFilter() {
        Random random = new Random(SEED);
        for (int round = 0; round < 8; round++) {
            List<String> some = new ArrayList<>(List.of(SUMMED.get(random.nextInt(SUMMED.size()))));
            SUMMED.stream().filter(sum -> random.nextInt(8) == 0).forEach(some::add);
            String where = switch (random.nextInt(4)) {
                case 0 -> " where id < 0";
                case 1 -> " where i > " + random.nextInt();
                case 2 -> " where discount = 0.0" + random.nextInt(9);
                default -> " where id between " + random.nextInt(30000) + " and " + random.nextInt(60000);
            };
            assertSame(String.join(", ", some), where);
        }
    }

    @Test
    void sumsThatTheTypeOfTheirValuesCanNotHold() {
        Rows.of("create table sums.large as select 9223372036854775807 as l, cast(99999.99 as decimal(7,2)) as small,"
                + " cast(999999999999999999 as decimal(18,0)) as full from range(0, 1000, 1, 1)");
        String query = "select sum(small), sum(full), try_sum(l), count(*) from sums.large";
        assertTrue(isComputed(query));
        assertEquals(List.of("[99999990.00, 999999999999999999000, null, 1000]"), Rows.of(query));
        assertTrue(Rows.refused("select sum(l) from sums.large").contains("ARITHMETIC_OVERFLOW"));
        assertEquals(List.of("[9.223372036854776E18]"), Rows.of("select avg(l) from sums.large"));
    }

    @Test
    void productsOfTooManyDigits() {
        Rows.of(
                "create table sums.digits as select id, cast(if(id < 5, 1, -99999999999999999) as decimal(17,0)) as full"
                        + " from range(0, 10, 1, 1)");
        String product = "select sum(full * full * full) from sums.digits where id < ";
        assertTrue(isComputed(product + 5));
        assertEquals(List.of("[5]"), Rows.of(product + 5));
        assertTrue(isComputed(product + 6));
        assertTrue(Rows.refused(product + 6).contains("NUMERIC_VALUE_OUT_OF_RANGE"), Rows.refused(product + 6));
        Spark.session().conf().set("spark.sql.ansi.enabled", "false");
        try {
            assertFalse(isComputed(product + 6), "the product is null");
            assertEquals(List.of("[5]"), Rows.of(product + 6));
        } finally {
            Spark.session().conf().unset("spark.sql.ansi.enabled");
        }
    }

    @Test
    void whatIsNotComputedIsLeftToSpark() {
        for (String left : List.of(
                "sum(wide)",
                "sum(distinct price)",
                "sum(i + 1)",
                "sum(price * small * small * price)",
                "sum(price / 2)",
                "avg(l)")) {
            String query = "select " + left + " from sums.t";
            assertFalse(isComputed(query), query);
            assertEquals(Rows.of("select " + left + " from sums_expected"), Rows.of(query), query);
        }
    }
}
