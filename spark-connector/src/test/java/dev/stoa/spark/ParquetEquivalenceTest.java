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

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark makes of rows in Stoa files is what it makes of the same rows in Parquet files. */
@Tag("engine")
class ParquetEquivalenceTest {
    private static final int ROWS = 9000;

    @TempDir
    static Path folder;

    private static long seed;

    @BeforeAll
    static void writeBoth() throws Exception {
        seed = Long.getLong("stoa.seed", new Random().nextLong());
        System.out.println("ParquetEquivalenceTest: -Dstoa.seed=" + seed);
        List<Row> rows = new RandomRows(seed).rows(ROWS);
        RandomRows.write(rows.subList(0, 5000), folder.resolve("stoa/one.stoa"));
        RandomRows.write(rows.subList(5000, ROWS), folder.resolve("stoa/below/two.stoa"));
        Spark.session()
                .createDataFrame(rows, RandomRows.SPARK)
                .coalesce(2)
                .write()
                .parquet(folder.resolve("parquet").toString());
        Spark.session().read().parquet(folder.resolve("parquet").toString()).createOrReplaceTempView("p");
        Spark.session()
                .read()
                .format("stoa")
                .load(folder.resolve("stoa").toString())
                .createOrReplaceTempView("s");
    }

    private static List<String> answer(String query, String table) {
        Dataset<Row> result = Spark.session().sql(query.replace("TABLE", table));
        return Arrays.stream((Row[]) result.collect()).map(Rows::text).sorted().toList();
    }

    private static void check(String query) {
        assertEquals(answer(query, "p"), answer(query, "s"), () -> query + ", seed " + seed);
    }

    @Test
    void allColumns() {
        check("select * from TABLE");
    }

    @Test
    void columnsByThemselves() {
        for (int i = 1; i < RandomRows.SPARK.length(); i += 3) {
            check("select " + RandomRows.SPARK.fields()[i].name() + " from TABLE");
        }
    }

    @Test
    void partsOfNestedColumns() {
        check("select id, pair.y, pair.z.deep, pair.x + 1, pair is null, get(list, 1), size(lists), map['key1'],"
                + " get(structs, 0).k, structs.v, get(map_keys(map), 0) from TABLE");
        check("select id, pair from TABLE where pair.x between 10 and 20");
        check("select id, x from TABLE lateral view explode(list) as x where id < 3000");
    }

    @Test
    void filters() {
        Random random = new Random(seed);
        for (int i = 0; i < 30; i++) {
            String where = condition(random, 2);
            check("select id, word, d38, i4 from TABLE where " + where);
        }
    }

    @Test
    void aggregates() {
        String counted = Arrays.stream(RandomRows.SPARK.fieldNames())
                .map(name -> "count(" + name + ")")
                .collect(Collectors.joining(", "));
        check("select count(*), " + counted + " from TABLE");
        String bounds = List.of(
                        "b", "i1", "i2", "i4", "i8", "f4", "f8", "d9", "d18", "d38", "day", "ts", "local", "word",
                        "text", "pair.x", "pair.y", "months", "span")
                .stream()
                .map(name -> "min(" + name + "), max(" + name + ")")
                .collect(Collectors.joining(", "));
        check("select " + bounds + " from TABLE");
        check("select count(*), min(text), max(d38) from TABLE where i4 between 20 and 60 and word <> 'beta'");
        check("select count(*), min(text) from TABLE where id < 0");
        check("select word, count(*), sum(d9), avg(f8), max(day) from TABLE where f8 < 50 group by word");
        check("select count(distinct word) from TABLE");
    }

    @Test
    void limits() {
        for (int limit : new int[] {0, 1, 4096, 4097, ROWS + 5}) {
            check("select count(*) from (select * from TABLE limit " + limit + ")");
            check("select count(id) from (select id from TABLE where word = 'beta' limit " + limit + ")");
        }
        check("select id from TABLE order by i8 desc, id limit 20");
    }

    @Test
    void joins() {
        check("select a.id, b.text from TABLE a join TABLE b on a.id = b.id + 7 where b.word like 'alph%'");
        check("select count(*) from TABLE a where exists (select 1 from TABLE b where b.i4 = a.i2)");
    }

    private static String condition(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String left = condition(random, depth - 1);
            String right = condition(random, depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> "(" + left + " and " + right + ")";
                case 1 -> "(" + left + " or " + right + ")";
                default -> "not (" + left + ")";
            };
        }
        String operator = List.of("=", "<>", "<", "<=", ">", ">=", "<=>").get(random.nextInt(7));
        return switch (random.nextInt(17)) {
            case 0 -> "i4 " + operator + " " + random.nextInt(100);
            case 1 -> "i8 in (" + random.nextInt(50) + ", " + random.nextInt(1000) + ", -3)";
            case 2 -> "f8 " + operator + " " + (random.nextBoolean() ? "0.0D" : "double('NaN')");
            case 3 -> "f4 " + operator + " float(" + random.nextInt(100) + ".5)";
            case 4 -> "d9 " + operator + " " + random.nextInt(500) + ".25";
            case 5 -> "d38 " + operator + " 0.0000000007";
            case 6 -> "day " + operator + " date'1994-10-" + random.nextInt(10, 30) + "'";
            case 7 -> "ts " + operator + " timestamp'1998-07-1" + random.nextInt(10) + " 12:00:00.5'";
            case 8 -> "local " + operator + " timestamp_ntz'1998-07-1" + random.nextInt(10) + " 12:00:00'";
            case 9 -> "word " + operator + " 'beta'";
            case 10 -> "word in ('alpha', 'beta', '')";
            case 11 -> "text like '" + List.of("alp", "beta1", "x", "").get(random.nextInt(4)) + "%'";
            case 12 -> "bytes " + operator + " X'40'";
            case 13 -> RandomRows.SPARK.fieldNames()[random.nextInt(RandomRows.SPARK.length())] + " is null";
            case 14 -> "pair.x " + operator + " " + random.nextInt(100);
            case 15 -> "months " + operator + " interval '3-2' year to month";
            default -> random.nextBoolean() ? "b" : "span " + operator + " interval '10' day";
        };
    }
}
