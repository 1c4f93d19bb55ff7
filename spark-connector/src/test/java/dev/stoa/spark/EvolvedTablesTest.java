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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose columns change between changes of their rows give what Spark makes of rows that it has in memory, by a seed. */
@Tag("engine")
class EvolvedTablesTest {
    private static final List<String> TYPES = List.of("int", "bigint", "decimal(20,2)", "string", "date");

    @TempDir
    static Path warehouse;

    private final long seed = Long.getLong("stoa.seed", new Random().nextLong());
    private final Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    private final List<Column> columns = new ArrayList<>();
    private int named;
    private long ids;

    private record Column(String name, String type) {}

    private String one(String type) {
        int n = random.nextInt(20);
        return switch (type) {
            case "string" -> "'s" + n + "'";
            case "date" -> "date'2024-01-" + (10 + n) + "'";
            default -> "cast(" + n + " as " + type + ")";
        };
    }

    /** Of a row by its id. */
    private static String ofId(String type) {
        String n = "(id * 7 % 23)";
        String value = switch (type) {
            case "string" -> "concat('s', " + n + ")";
            case "date" -> "date_add(date'2024-01-01', cast(" + n + " as int))";
            default -> "cast(" + n + " as " + type + ")";
        };
        return "if(id % 5 = 0, null, " + value + ")";
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String left = condition(depth - 1);
            String operator = random.nextInt(3) > 0 ? " and " : " or ";
            return (random.nextInt(3) == 0 ? "not " : "") + "(" + left + operator + condition(depth - 1) + ")";
        }
        Column column = columns.get(random.nextInt(columns.size()));
        String operator = List.of(" = ", " <> ", " < ", " >= ", " <=> ").get(random.nextInt(5));
        return switch (random.nextInt(4)) {
            case 0 -> column.name + " is null";
            case 1 -> column.name + " in (" + one(column.type) + ", " + one(column.type) + ")";
            default -> column.name + operator + one(column.type);
        };
    }

    private String each(java.util.function.Function<Column, String> what) {
        return columns.stream().map(what).collect(Collectors.joining(", "));
    }

    private static void remember(String query) {
        Dataset<Row> rows = Spark.session().sql(query);
        Spark.session()
                .createDataFrame(Arrays.asList((Row[]) rows.collect()), rows.schema())
                .createOrReplaceTempView("remembered");
    }

    /** Changes the table in one of eight ways, and what is remembered of it; returns what was done. */
    private String step(int kind) {
        Column column = columns.get(1 + random.nextInt(columns.size() - 1));
        String statement;
        String same;
        switch (kind) {
            case 0 -> {
                String value = random.nextBoolean() ? one(column.type) : "null";
                String where = condition(1);
                statement = "update evolved.t set " + column.name + " = " + value + " where " + where;
                same = "select "
                        + each(c -> !c.equals(column)
                                ? c.name
                                : "if(" + where + ", " + value + ", " + c.name + ") as " + c.name)
                        + " from remembered";
            }
            case 1 -> {
                String where = condition(1);
                statement = "delete from evolved.t where " + where;
                same = "select * from remembered where not coalesce(" + where + ", false)";
            }
            case 2, 3 -> {
                Column added = new Column("c" + named++, TYPES.get(random.nextInt(TYPES.size())));
                String value = random.nextInt(3) == 0 ? one(added.type) : "cast(null as " + added.type + ")";
                statement = "alter table evolved.t add column " + added.name + " " + added.type
                        + (value.contains("null") ? "" : " default " + value);
                same = "select *, " + value + " as " + added.name + " from remembered";
                columns.add(added);
            }
            case 4 -> {
                Column renamed = new Column("c" + named++, column.type.equals("int") ? "bigint" : column.type);
                if (column.type.equals("int")) {
                    Rows.of("alter table evolved.t alter column " + column.name + " type bigint");
                }
                statement = "alter table evolved.t rename column " + column.name + " to " + renamed.name;
                same = "select "
                        + each(c -> !c.equals(column)
                                ? c.name
                                : "cast(" + c.name + " as " + renamed.type + ") as " + renamed.name)
                        + " from remembered";
                columns.set(columns.indexOf(column), renamed);
            }
            case 5 -> {
                boolean indexable = !column.type.equals("decimal(20,2)");
                statement = !indexable || random.nextBoolean()
                        ? "call evolved.system.compact('t')"
                        : "call evolved.system.index('t', '" + column.name + "')";
                same = "select * from remembered";
            }
            default -> {
                String rows = "select " + each(c -> c.name.equals("id") ? c.name : ofId(c.type) + " as " + c.name)
                        + " from range(" + ids + ", " + (ids += 50 + random.nextInt(3000)) + ", 1, 1)";
                statement = "insert into evolved.t " + rows;
                same = "select * from remembered union all " + rows;
            }
        }
        Rows.of(statement);
        remember(same);
        return statement;
    }

    private static List<String> sorted(String query, String table) {
        return Rows.of(query.replace("{}", table)).stream().sorted().toList();
    }

    @Test
    void changedTablesGiveWhatIsRemembered() {
        System.out.println("EvolvedTablesTest: -Dstoa.seed=" + seed);
        Spark.catalog(Spark.session(), "evolved", warehouse.toString());
        columns.addAll(List.of(new Column("id", "bigint"), new Column("a", "int"), new Column("s", "string")));
        Rows.of("create table evolved.t (id bigint, a int, s string)");
        remember("select * from evolved.t");
        List<String> steps = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            steps.add(step(i < 2 ? 7 - 5 * i : random.nextInt(8)));
            String query = "select * from {}";
            assertEquals(sorted(query, "remembered"), sorted(query, "evolved.t"), () -> steps + ", seed " + seed);
            String filters = IntStream.range(0, 6)
                    .mapToObj(q -> "select " + q + " as q, id from {} where " + condition(2))
                    .collect(Collectors.joining(" union all "));
            String bounds = "select count(*), " + each(c -> "min(" + c.name + "), max(" + c.name + ")") + " from {}";
            for (String asked : List.of(filters, bounds)) {
                assertEquals(
                        sorted(asked, "remembered"),
                        sorted(asked, "evolved.t"),
                        () -> asked + " after " + steps + ", seed " + seed);
            }
        }
    }
}
