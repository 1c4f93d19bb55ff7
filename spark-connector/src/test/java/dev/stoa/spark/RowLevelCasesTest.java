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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cases of Spark's own tests of {@code delete}, {@code update} and {@code merge}, by the names that they have there; those tests
 * look into Spark's tables in memory, so that they can't run here. What must come out of a deletion or an update a query of the same
 * rows in a view says.
 */
@Tag("engine")
class RowLevelCasesTest {
    private static final String COLUMNS =
            "pk int not null, id int, salary int, dep string, complex struct<c1: int, c2: string>";
    private static final List<String> NAMES = List.of("pk", "id", "salary", "dep", "complex");
    private static final String ROWS = "values (1, 1, 100, 'hr', named_struct('c1', 1, 'c2', 'a')),"
            + " (2, 2, 200, 'software', named_struct('c1', 4, 'c2', 'b')), (3, 3, 300, 'hr', null),"
            + " (4, null, null, null, named_struct('c1', cast(null as int), 'c2', 'd')),"
            + " (5, 10, 50, 'hardware', named_struct('c1', 12, 'c2', 'e'))";

    @TempDir
    static Path warehouse;

    private static int tables;

    @BeforeAll
    static void makeViewsAndTheFirstTable() {
        Spark.catalog(Spark.session(), "cases", warehouse.toString());
        view("base", ROWS + " as t(pk, id, salary, dep, complex)");
        view("ids", "values (1), (10), (cast(null as int)) as t(v)");
        view("known_ids", "values (1), (3) as t(v)");
        view("no_ids", "values (1) as t(v) where v > 1");
        view("people", "values (1, 'hr'), (2, 'hr'), (cast(null as int), 'software') as t(id, dep)");
        sql("create table cases.first (" + COLUMNS + ")");
        sql("insert into cases.first select * from case_base where pk < 4");
        sql("insert into cases.first select * from case_base where pk >= 4");
    }

    private static void view(String name, String rows) {
        sql("create temporary view case_" + name + " as select * from " + rows);
    }

    @AfterAll
    static void dropViews() {
        for (String view : List.of("base", "ids", "known_ids", "no_ids", "people")) {
            Spark.session().catalog().dropTempView("case_" + view);
        }
    }

    private static List<String> sql(String text) {
        return Rows.of(text);
    }

    /** A table with the rows, in two files. */
    private static String table() {
        String table = "t" + tables++;
        Folders.copy(warehouse.resolve("first"), warehouse.resolve(table));
        return "cases." + table;
    }

    /** The rows of a query, in an order that takes Spark no shuffle. */
    private static List<String> sorted(String query) {
        return sql(query).stream().sorted().toList();
    }

    private static List<String> rows(String table) {
        return sorted("select * from " + table);
    }

    /** Conditions, {@code T} for the table, by the name of the case. */
    private static Map<String, String> conditions(String verb) {
        Map<String, String> cases = new LinkedHashMap<>();
        cases.put(verb + " with literal false condition", "false");
        cases.put(verb + " with literal true condition", "true");
        cases.put(verb + " with NULL condition on non-null column", "pk = null");
        cases.put(verb + " with NULL conditions on data columns", "dep <=> null");
        cases.put(verb + " with basic filters", "id <= 1");
        cases.put(verb + " non-existing records", "salary > 1000");
        cases.put(verb + " with aliases", "t.id <= 1 or t.dep = 'hr'");
        cases.put(verb + " with IN predicates", "id in (1, null)");
        cases.put(verb + " with NOT IN predicates", "id not in (1, 10)");
        cases.put(verb + " with NOT IN predicates, one of them null", "id not in (null, 1)");
        cases.put(verb + " with conditions on nested columns", "complex.c1 = id + 2");
        cases.put(verb + " with conditions on nested columns and others", "t.complex.c1 = id or complex.c2 = 'd'");
        cases.put(verb + " with IN subqueries", "id in (select v from case_ids)");
        cases.put(verb + " with IN subqueries and filters", "dep = 'hr' and id in (select v + 2 from case_ids)");
        cases.put(verb + " with multi-column IN subqueries", "(id, dep) in (select id, dep from case_people)");
        cases.put(verb + " with NOT IN subqueries", "id not in (select v from case_known_ids)");
        cases.put(verb + " with NOT IN subqueries, one of them null", "id not in (select v from case_ids)");
        cases.put(verb + " with NOT IN over empty subquery", "id not in (select v from case_no_ids)");
        cases.put(verb + " with EXISTS subquery", "exists (select 1 from case_ids d where d.v = t.id)");
        cases.put(
                verb + " with EXISTS subquery and filters",
                "dep = 'hr' and exists (select 1 from case_ids d where d.v + 2 = t.id)");
        cases.put(verb + " with NOT EXISTS subquery", "not exists (select 1 from case_ids d where d.v = t.id)");
        cases.put(verb + " with a scalar subquery", "id <= (select min(v) from case_ids)");
        cases.put(verb + " with subquery on source table", "pk in (select pk from T where dep = 'hr')");
        cases.put(verb + " with unsupported predicates", "length(dep) = 2 or hash(pk) % 2 = 0");
        return cases;
    }

    @TestFactory
    List<DynamicTest> deletes() {
        List<DynamicTest> tests = new ArrayList<>();
        conditions("delete")
                .forEach((name, condition) -> tests.add(DynamicTest.dynamicTest(name, () -> {
                    String table = table();
                    String of = condition.replace("T ", table + " ");
                    List<String> expected = sorted("select * from case_base t where not coalesce("
                            + condition.replace("T ", "case_base ") + ", false)");
                    sql("delete from " + table + " as t where " + of);
                    assertEquals(expected, rows(table));
                })));
        return tests;
    }

    @TestFactory
    List<DynamicTest> updates() {
        List<DynamicTest> tests = new ArrayList<>();
        conditions("update")
                .forEach((name, condition) -> tests.add(update(name, Map.of("dep", "'invalid'"), condition)));
        Map<String, String> both = new LinkedHashMap<>();
        both.put("salary", "-salary");
        both.put("id", "salary + id");
        tests.add(update("update aligns assignments", both, "pk <=> 1"));
        tests.add(update("update without condition", Map.of("salary", "-1"), ""));
        String struct = "named_struct('c1', -1, 'c2', complex.c2)";
        tests.add(update("update nested struct fields", Map.of("complex.c1", "-1", "complex", struct), "pk < 3"));
        tests.add(update(
                "update fields inside NULL structs", Map.of("complex.c1", "-1", "complex", struct), "complex is null"));
        tests.add(update("update structs to NULL", Map.of("complex", "null"), "pk = 1"));
        tests.add(update("update with expressions of others", Map.of("dep", "concat(dep, salary)"), "salary >= 100"));
        tests.add(update(
                "update with scalar subqueries",
                Map.of("salary", "(select max(v) from case_ids)"),
                "id in (select v from case_ids)"));
        return tests;
    }

    /**
     * A case.
     *
     * @param set what the columns become; of a field of a struct besides, what the struct becomes
     */
    private static DynamicTest update(String name, Map<String, String> set, String condition) {
        return DynamicTest.dynamicTest(name, () -> {
            String table = table();
            String where = condition.isEmpty() ? "true" : condition;
            String expected = NAMES.stream()
                    .map(column -> set.containsKey(column)
                            ? "if(coalesce(" + where.replace("T ", "case_base ") + ", false), " + set.get(column) + ", "
                                    + column + ") as " + column
                            : column)
                    .collect(Collectors.joining(", "));
            List<String> rows = sorted("select " + expected + " from case_base t");
            boolean isField = set.containsKey("complex.c1");
            String assignments = set.entrySet().stream()
                    .filter(one -> !isField || one.getKey().contains("."))
                    .map(one -> one.getKey() + " = " + one.getValue())
                    .collect(Collectors.joining(", "));
            sql("update " + table + " as t set " + assignments
                    + (condition.isEmpty() ? "" : " where " + condition.replace("T ", table + " ")));
            assertEquals(rows, rows(table));
        });
    }

    @Test
    void emptyTables() {
        String table = "cases.empty";
        sql("create table " + table + " (" + COLUMNS + ")");
        sql("delete from " + table + " where id <= 1");
        sql("update " + table + " set dep = 'invalid' where salary <= 1");
        assertEquals(List.of(), rows(table));
        sql("merge into " + table + " t using case_base s on t.pk = s.pk when not matched and s.pk > 3 then insert *");
        assertEquals(2, rows(table).size());
    }

    @Test
    void explainOnly() {
        String table = table();
        List<String> before = rows(table);
        sql("explain delete from " + table + " where id <= 10");
        sql("explain update " + table + " set dep = 'invalid' where pk = 1");
        assertEquals(before, rows(table));
    }

    @Test
    void recursiveCte() {
        String table = table();
        sql("delete from " + table + " where pk in (with recursive n(v) as (values (1) union all select v + 2 from n"
                + " where v < 4) select v from n)");
        assertEquals(List.of("[2]", "[4]"), sorted("select pk from " + table));
    }

    @Test
    void changesRefreshTheRelationCache() {
        String table = table();
        Dataset<Row> cached = Spark.session().sql("select * from " + table + " where dep = 'hr'");
        cached.createOrReplaceTempView("case_cached");
        sql("cache table case_cached");
        try {
            assertEquals(List.of("[2]"), sql("select count(*) from case_cached"));
            sql("delete from " + table + " where id <= 1");
            assertEquals(List.of("[1]"), sql("select count(*) from case_cached"));
            sql("update " + table + " set dep = 'hr' where pk = 5");
            assertEquals(List.of("[2]"), sql("select count(*) from case_cached"));
            sql("merge into " + table
                    + " t using case_people s on t.pk = s.id when matched then update set dep = s.dep");
            assertEquals(List.of("[3]"), sql("select count(*) from case_cached"));
        } finally {
            sql("uncache table case_cached");
            Spark.session().catalog().dropTempView("case_cached");
        }
    }

    @Test
    void nondeterministicAssignments() {
        String table = table();
        sql("update " + table + " set salary = cast(rand() * 10 as int) - 20 where id <= 2");
        assertEquals(
                List.of("[1, true]", "[2, true]", "[3, false]", "[4, null]", "[5, false]"),
                sorted("select pk, salary < 0 from " + table));
    }

    @Test
    void notNullChecksAndChars() {
        String table = table();
        List<String> before = rows(table);
        assertTrue(Rows.refused("update " + table + " set pk = null where dep = 'hr'")
                .contains("NULL"));
        assertTrue(Rows.refused("update " + table + " set pk = id where pk = 4").contains("NULL"));
        assertEquals(before, rows(table));
        sql("create table cases.chars (pk int, c char(3), v varchar(3))");
        sql("insert into cases.chars values (1, 'a', 'abc')");
        sql("update cases.chars set c = 'xy', v = 'x'");
        assertEquals(List.of("[1, xy , x]"), sql("select pk, c, v from cases.chars"));
        assertTrue(Rows.refused("update cases.chars set v = 'long'").contains("EXCEED_LIMIT_LENGTH"));
        assertTrue(Rows.refused("merge into cases.chars t using (select 1 as pk, 'long' as v) s on t.pk = s.pk"
                        + " when matched then update set v = s.v")
                .contains("EXCEED_LIMIT_LENGTH"));
    }

    /** Merges: the name, what follows {@code merge into}, and the rows as {@code pk:salary:dep}. */
    private static final String[][] MERGES = {
        {
            "merge into with conditional WHEN MATCHED clause (update)",
            "using case_people s on t.id = s.id when matched and t.dep = 'software' then update set salary = -1",
            "1:100:hr 2:-1:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge into with conditional WHEN MATCHED clause (delete)",
            "using case_people s on t.id = s.id when matched and t.salary = 100 then delete",
            "2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge with literal false ON condition",
            "using (select 9 as pk) s on false when matched then delete when not matched then insert (pk, dep) values (s.pk, 'new')",
            "1:100:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware 9:null:new"
        },
        {
            "merge with literal true ON condition",
            "using (select 9 as pk) s on true when matched and t.pk > 2 then delete",
            "1:100:hr 2:200:software"
        },
        {
            "merge with statically empty source and only MATCHED clauses",
            "using case_no_ids s on t.id = s.v when matched then delete",
            "1:100:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge into with assignments to primary key in NOT MATCHED BY SOURCE",
            "using case_known_ids s on t.pk = s.v when matched then update set salary = 0"
                    + " when not matched by source then update set pk = t.pk + 10",
            "1:0:hr 3:0:hr 12:200:software 14:null:null 15:50:hardware"
        },
        {
            "merge into with assignments to primary key in MATCHED",
            "using case_known_ids s on t.pk = s.v when matched then update set pk = t.pk * 10",
            "2:200:software 4:null:null 5:50:hardware 10:100:hr 30:300:hr"
        },
        {
            "merge with all types of clauses",
            "using (values (1, 7), (8, 8) as s(pk, salary)) s on t.pk = s.pk"
                    + " when matched then update set salary = s.salary"
                    + " when not matched then insert (pk, salary, dep) values (s.pk, s.salary, 'new')"
                    + " when not matched by source then delete",
            "1:7:hr 8:8:new"
        },
        {
            "merge with all types of clauses (update and insert star)",
            "using (select pk + 3 as pk, id, 1 as salary, 'star' as dep, complex from case_base where pk < 4) s on t.pk = s.pk"
                    + " when matched then update set * when not matched then insert *"
                    + " when not matched by source then update set dep = 'left'",
            "1:100:left 2:200:left 3:300:left 4:1:star 5:1:star 6:1:star"
        },
        {
            "merge with all types of conditional clauses",
            "using (values (1, 7), (2, 9), (8, 8), (9, 9) as s(pk, salary)) s on t.pk = s.pk"
                    + " when matched and t.dep = 'hr' then update set salary = s.salary"
                    + " when not matched and s.salary = 8 then insert (pk, salary, dep) values (s.pk, s.salary, 'new')"
                    + " when not matched by source and t.id = 10 then delete",
            "1:7:hr 2:200:software 3:300:hr 4:null:null 8:8:new"
        },
        {
            "merge with multiple NOT MATCHED BY SOURCE clauses",
            "using case_known_ids s on t.pk = s.v when not matched by source and t.salary = 200 then update set salary = 201"
                    + " when not matched by source then delete",
            "1:100:hr 2:201:software 3:300:hr"
        },
        {
            "merge with MATCHED BY SOURCE clause and NULL values",
            "using case_ids s on t.id = s.v when matched then update set salary = -1"
                    + " when not matched by source and t.id is null then update set dep = 'lost'",
            "1:-1:hr 2:200:software 3:300:hr 4:null:lost 5:-1:hardware"
        },
        {
            "merge with <=>",
            "using case_ids s on t.id <=> s.v when matched then update set salary = -1",
            "1:-1:hr 2:200:software 3:300:hr 4:-1:null 5:-1:hardware"
        },
        {
            "merge with NULL ON condition",
            "using case_ids s on t.id = s.v and null when matched then update set salary = -1",
            "1:100:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge with NULL clause conditions",
            "using case_known_ids s on t.id = s.v when matched and null then delete"
                    + " when not matched by source and null then delete",
            "1:100:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge with multiple matching clauses",
            "using case_known_ids s on t.id = s.v when matched and t.pk = 1 then update set salary = t.salary + 5"
                    + " when matched and t.salary = 100 then update set salary = t.salary + 2 when matched then delete",
            "1:105:hr 2:200:software 4:null:null 5:50:hardware"
        },
        {
            "merge with subquery as source",
            "using (select v from case_ids where v is not null union all select 77) s on t.id = s.v"
                    + " when matched then update set dep = 'found' when not matched then insert (pk, dep) values (s.v, 'new')",
            "1:100:found 2:200:software 3:300:hr 4:null:null 5:50:found 77:null:new"
        },
        {
            "self merge",
            "using T s on t.pk = s.pk when matched and t.salary = 100 then update set salary = t.salary + s.salary"
                    + " when not matched then insert *",
            "1:200:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge with self subquery",
            "using (select v from case_ids where v in (select pk from T)) s on t.pk = s.v when matched then delete",
            "2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "merge with extra columns in source",
            "using (select v, 'extra' as other from case_known_ids) s on t.pk = s.v when matched then update set dep = 'x'"
                    + " when not matched then insert (pk) values (s.v)",
            "1:100:x 2:200:software 3:300:x 4:null:null 5:50:hardware"
        },
        {
            "merge resolves and aligns columns by name",
            "using (select 'hr' as dep, 9 as salary, 6 as pk, 6 as id, cast(null as struct<c1: int, c2: string>) as complex) s"
                    + " on t.pk = s.pk when not matched then insert *",
            "1:100:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware 6:9:hr"
        },
        {
            "SPARK-45974: merge into non filter attributes table",
            "using (select 1 as one) s on t.complex.c1 = s.one when matched then update set salary = 0",
            "1:0:hr 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
        {
            "SPARK-55074: merge with type coercion from INT to STRING",
            "using (select 1 as pk, 5 as dep) s on t.pk = s.pk when matched then update set dep = s.dep",
            "1:100:5 2:200:software 3:300:hr 4:null:null 5:50:hardware"
        },
    };

    @TestFactory
    List<DynamicTest> merges() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String[] merge : MERGES) {
            tests.add(DynamicTest.dynamicTest(merge[0], () -> {
                String table = table();
                sql("merge into " + table + " t "
                        + merge[1].replace(" T ", " " + table + " ").replace(" T)", " " + table + ")"));
                String rows = sql(
                                "select concat_ws(':', pk, coalesce(string(salary), 'null'), coalesce(dep, 'null')) from "
                                        + table)
                        .stream()
                        .map(row -> row.substring(1, row.length() - 1))
                        .sorted(Comparator.comparingInt(row -> Integer.parseInt(row.substring(0, row.indexOf(':')))))
                        .collect(Collectors.joining(" "));
                assertEquals(merge[2], rows);
            }));
        }
        return tests;
    }

    /** Several rows of the source for one of the target. */
    @TestFactory
    List<DynamicTest> cardinality() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String clause : List.of("update set salary = s.n", "delete")) {
            tests.add(DynamicTest.dynamicTest(
                    "merge cardinality check with conditional MATCHED clause (" + clause + ")", () -> {
                        String table = table();
                        List<String> before = rows(table);
                        String twice =
                                " t using (values (1, 1), (1, 2), (2, 3) as s(pk, n)) s on t.pk = s.pk when matched and t.salary < ";
                        assertTrue(Rows.refused("merge into " + table + twice + "150 then " + clause)
                                .contains("MERGE_CARDINALITY_VIOLATION"));
                        assertEquals(before, rows(table));
                    }));
        }
        tests.add(DynamicTest.dynamicTest("merge cardinality check with only NOT MATCHED clauses", () -> {
            String table = table();
            sql("merge into " + table + " t using (values (1), (1), (8) as s(pk)) s on t.pk = s.pk"
                    + " when not matched then insert (pk) values (s.pk)");
            assertEquals(6, rows(table).size());
        }));
        tests.add(DynamicTest.dynamicTest("merge cardinality check without equality condition", () -> {
            String table = table();
            assertTrue(Rows.refused("merge into " + table + " t using (values (1), (2) as s(pk)) s on t.pk > s.pk"
                            + " when matched then update set salary = 0")
                    .contains("MERGE_CARDINALITY_VIOLATION"));
        }));
        return tests;
    }
}
