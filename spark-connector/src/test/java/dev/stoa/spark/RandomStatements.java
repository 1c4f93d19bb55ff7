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

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Statements on one table with some of the columns of {@link RandomRows}, by a seed. Of each it also says what it leaves of rows in
 * memory. No two rows have the same id.
 */
final class RandomStatements {
    /** The view of the rows that the table should have. */
    static final String ROWS = "model_rows";

    /** The view of the rows that statements insert. A table of the catalog has the same ones. */
    static final String SOURCE = "model_source";

    static final int SOURCE_ROWS = 2000;

    private static final Map<String, List<String>> LITERALS = Map.ofEntries(
            Map.entry("b", List.of("true", "false")),
            Map.entry("i1", List.of("cast(5 as tinyint)", "cast(-128 as tinyint)")),
            Map.entry("i2", List.of("cast(7 as smallint)", "cast(-20 as smallint)")),
            Map.entry("i4", List.of("50", "-2147483648", "99")),
            Map.entry("i8", List.of("500L", "-9223372036854775808L", "0L")),
            Map.entry("f4", List.of("float('NaN')", "float('-0.0')", "float('1.5')", "float('-Infinity')")),
            Map.entry(
                    "f8", List.of("double('NaN')", "double('-0.0')", "0.0D", "1.5D", "double('Infinity')", "20.125D")),
            Map.entry("d9", List.of("cast(12.34 as decimal(9,2))", "cast(-99999.99 as decimal(9,2))")),
            Map.entry("d18", List.of("cast(123456789012.5 as decimal(18,6))", "cast(0 as decimal(18,6))")),
            Map.entry("d38", List.of("cast(0.0000000007 as decimal(38,10))", "cast(1e20 as decimal(38,10))")),
            Map.entry("day", List.of("date'1994-10-15'", "date'1582-10-10'", "date'0001-01-01'", "date'1500-02-28'")),
            Map.entry("ts", List.of("timestamp'1998-07-15 12:00:00Z'", "timestamp'1000-01-01 00:00:00Z'")),
            Map.entry("local", List.of("timestamp_ntz'1998-07-15 12:00:00'", "timestamp_ntz'1582-10-09 01:02:03'")),
            Map.entry("word", List.of("'alpha'", "''", "'gamma'", "'zzz'")),
            Map.entry("text", List.of("'alpha5'", "'delta99'", "'beta'")),
            Map.entry("bytes", List.of("X'80'", "X''", "X'00ff'")),
            Map.entry("months", List.of("interval '3-2' year to month", "interval '-10-0' year to month")),
            Map.entry("span", List.of("interval '1 02:03:04.5' day to second", "interval '-3 0:0:0' day to second")),
            Map.entry("pair", List.of("named_struct('x', 3, 'y', 'beta', 'z', named_struct('deep', double('NaN')))")),
            Map.entry("list", List.of("array(1, cast(null as int), 3)", "cast(array() as array<int>)")),
            Map.entry("lists", List.of("array(array('a', null), cast(array() as array<string>), null)")),
            Map.entry("map", List.of("map('key1', 5L)", "map('a', cast(null as bigint))")),
            Map.entry(
                    "structs", List.of("array(named_struct('k', date'1200-02-29', 'v', cast(1.5 as decimal(20,3))))")));

    private static final List<String> NESTED = List.of("pair", "list", "lists", "map", "structs");

    /** What divides a table, and the same as an expression if there is one. */
    private static final Map<String, String> PARTITIONS = Map.of(
            "bucket(4, id)", "",
            "bucket(3, word)", "",
            "word", "word",
            "months(day)", "trunc(day, 'MM')",
            "years(ts)",
                    "year(date_from_unix_date(cast((unix_micros(ts) - pmod(unix_micros(ts), 86400000000L)) div 86400000000L as int)))",
            "b", "b",
            "days(local), bucket(2, id)", "",
            "i2", "i2",
            "b, years(day)", "struct(b, year(day))");

    private final Random random;
    private final String table;
    private final String partition;
    private final List<String> columns;
    private final List<String> plain;
    private long ids;
    private int moves;

    /**
     * A statement.
     *
     * @param text of the statement
     * @param same a query of what it leaves, on the view of what was there
     * @param isDynamic whether only the partitions are overwritten that get rows
     */
    record Change(String text, String same, boolean isDynamic) {
        Change(String text, String same) {
            this(text, same, false);
        }

        Change {
            if (text.contains(ROWS)) {
                throw new IllegalArgumentException(text);
            }
        }
    }

    RandomStatements(long seed, String table) {
        this.random = new Random(seed);
        this.table = table;
        List<String> partitions = Stream.concat(PARTITIONS.keySet().stream().sorted(), Stream.of("", "", "", ""))
                .toList();
        this.partition = partitions.get(random.nextInt(partitions.size()));
        List<String> dividing = Arrays.asList(partition.split("[^a-z0-9]+", -1));
        this.columns = Stream.of(RandomRows.SPARK.fieldNames())
                .skip(1)
                .filter(column -> random.nextInt(3) == 0 || dividing.contains(column))
                .toList();
        this.plain = columns.stream().filter(column -> !NESTED.contains(column)).toList();
    }

    /** Columns that have an order, but the id. */
    List<String> plainColumns() {
        return plain;
    }

    String create(String name) {
        return "create table " + name + " ("
                + each(c -> RandomRows.SPARK.fields()[RandomRows.SPARK.fieldIndex(c)].toDDL()) + ")"
                + (partition.isEmpty() ? "" : " partitioned by (" + partition + ")");
    }

    /** All rows that statements can insert. */
    String source() {
        return "select " + each(c -> c) + " from " + SOURCE;
    }

    private String each(UnaryOperator<String> what) {
        return Stream.concat(Stream.of("id"), columns.stream()).map(what).collect(Collectors.joining(", "));
    }

    private String literal(String column) {
        List<String> literals = LITERALS.get(column);
        return literals.get(random.nextInt(literals.size()));
    }

    private String comparison() {
        return List.of(" = ", " <> ", " < ", " >= ", " <=> ", " > ", " <= ").get(random.nextInt(7));
    }

    private String between(String id) {
        long from = random.nextLong(ids + 1);
        return id + " between " + from + " and " + (from + random.nextInt(300));
    }

    String condition(int depth) {
        return condition("", depth);
    }

    /** A condition on columns that {@code of} names, such as {@code t.}. */
    private String condition(String of, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            return (random.nextInt(3) == 0 ? "not " : "") + "(" + condition(of, depth - 1)
                    + (random.nextBoolean() ? " and " : " or ") + condition(of, depth - 1) + ")";
        }
        if (columns.isEmpty() || random.nextInt(5) == 0) {
            return between(of + "id");
        }
        String name = columns.get(random.nextInt(columns.size()));
        String column = of + name;
        int kind = random.nextInt(7);
        if (kind == 0) {
            return column + " is " + (random.nextBoolean() ? "" : "not ") + "null";
        }
        return switch (name) {
            case "pair" ->
                List.of(
                                column + ".x < 40",
                                column + ".z.deep = double('NaN')",
                                column + ".z is null",
                                column + ".y in ('beta', '')",
                                "not (" + column + ".z.deep <=> double('-0.0'))")
                        .get(random.nextInt(5));
            case "list" -> random.nextBoolean() ? "size(" + column + ") > 1" : "array_contains(" + column + ", 500)";
            case "lists" -> "size(get(" + column + ", 0)) = 2";
            case "map" -> column + "['key1'] > 300";
            case "structs" -> "get(" + column + ", 0).k < date'1994-09-01'";
            default -> plain(kind, name, column);
        };
    }

    private String plain(int kind, String name, String column) {
        boolean isText = name.equals("word") || name.equals("text");
        if (kind == 1) {
            return column + (random.nextBoolean() ? " in (" : " not in (") + literal(name) + ", " + literal(name)
                    + (random.nextInt(3) == 0 ? ", null)" : ")");
        } else if (kind == 2 && isText) {
            return column + " like 'alpha%'";
        } else if (kind == 2 && name.equals("day")) {
            return "year(" + column + ") = 1994";
        }
        return random.nextInt(6) == 0 ? literal(name) + comparison() + column : column + comparison() + literal(name);
    }

    /** The source's rows, as a statement or a model reads them. */
    private static String from(boolean isTable) {
        return isTable ? "model.source" : SOURCE;
    }

    Change insert() {
        String rows = fresh();
        return new Change(
                "insert into " + table + " " + rows.replace(SOURCE, from(random.nextBoolean())),
                "select * from " + ROWS + " union all " + rows);
    }

    private String fresh() {
        long from = ids;
        ids = Math.min(SOURCE_ROWS - 100, ids + 1 + random.nextInt(random.nextInt(5) == 0 ? 1000 : 300));
        return "select " + each(c -> c) + " from " + SOURCE + " where id >= " + from + " and id < " + ids;
    }

    private Change overwrite() {
        String rows = fresh();
        String part = PARTITIONS.getOrDefault(partition, "");
        boolean isDynamic = !part.isEmpty() && random.nextInt(4) > 0;
        return new Change(
                "insert overwrite " + table + " " + rows,
                isDynamic
                        ? "select * from " + ROWS + " where not array_contains((select collect_list(struct(" + part
                                + ")) from (" + rows + ")), struct(" + part + ")) union all " + rows
                        : rows,
                isDynamic);
    }

    private Change replaceWhere() {
        if (plain.isEmpty()) {
            return overwrite();
        }
        String column = plain.get(random.nextInt(plain.size()));
        String where = random.nextInt(4) == 0 ? column + " is null" : column + comparison() + literal(column);
        String rows = fresh() + " and " + where;
        return new Change(
                "insert into " + table + " replace where " + where + " " + rows,
                "select * from " + ROWS + " where not coalesce(" + where + ", false) union all " + rows);
    }

    Change next() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> insert();
            case 2 -> random.nextBoolean() ? overwrite() : replaceWhere();
            case 3, 4, 5 -> update("true");
            case 6, 7 -> delete("true");
            case 8, 9, 10 -> merge();
            default -> compact();
        };
    }

    /** Two statements of which none changes rows of the other. */
    List<Change> pair() {
        boolean isInsert = random.nextInt(3) == 0;
        String even = isInsert ? "id < " + ids : "id % 2 = 0";
        Change first = random.nextBoolean() ? update(even) : delete(even);
        if (isInsert) {
            return List.of(first, insert());
        }
        return List.of(
                first,
                switch (random.nextInt(5)) {
                    case 0 -> compact();
                    case 1, 2 -> update("id % 2 = 1");
                    default -> delete("id % 2 = 1");
                });
    }

    private Change compact() {
        return new Change(
                "call model.system.compact('" + table.substring("model.".length()) + "')", "select * from " + ROWS);
    }

    private Change update(String among) {
        String where = "(" + condition(1) + ") and " + among;
        int kind = random.nextInt(8);
        if (columns.isEmpty() || kind == 0) {
            return set(where, Map.of("id", "id + " + (10_000L << moves++)));
        }
        if (kind == 1 && columns.contains("pair")) {
            String field = "named_struct('x', 7, 'y', pair.y, 'z', pair.z)";
            return new Change(
                    "update " + table + " set pair.x = 7 where " + where, set(where, Map.of("pair", field)).same);
        }
        if (kind == 2 && columns.containsAll(List.of("word", "text"))) {
            return set(where, Map.of("word", "text", "text", "word"));
        }
        Map<String, String> values = random.ints(1 + random.nextInt(2), 0, columns.size())
                .distinct()
                .mapToObj(columns::get)
                .collect(Collectors.toMap(c -> c, c -> random.nextInt(4) == 0 ? "null" : literal(c)));
        return set(where, values);
    }

    private Change set(String where, Map<String, String> values) {
        return new Change(
                "update " + table + " set "
                        + values.entrySet().stream()
                                .map(one -> one.getKey() + " = " + one.getValue())
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + " where " + where,
                "select "
                        + each(c -> values.containsKey(c)
                                ? "if(" + where + ", " + values.get(c) + ", " + c + ") as " + c
                                : c)
                        + " from " + ROWS);
    }

    private Change delete(String among) {
        String where = "(" + condition(2) + ") and " + among;
        return new Change(
                "delete from " + table + " where " + where,
                "select * from " + ROWS + " where not coalesce(" + where + ", false)");
    }

    private String also(String condition) {
        return random.nextBoolean() ? "true" : condition;
    }

    /** Rows of the source, some of them moved to other ids, which may be there or not. */
    private Change merge() {
        int moved = random.nextInt(50);
        long until = Math.min(SOURCE_ROWS, ids + 40);
        String source = "(select id - " + moved + " as id"
                + columns.stream().map(c -> ", " + c).collect(Collectors.joining())
                + " from " + SOURCE + " where id % " + (1 + random.nextInt(9)) + " = 0 and id between "
                + (moved + (random.nextBoolean() ? 0 : random.nextLong(ids + 1))) + " and " + until + ")";
        ids = Math.min(SOURCE_ROWS - 100, ids + 41);
        String matched = also(condition("t.", 1));
        String deleted = random.nextInt(3) == 0 ? also(condition("s.", 1)) : "false";
        String inserted = random.nextInt(4) == 0 ? "false" : also(condition("s.", 1));
        String left = random.nextBoolean() ? "false" : between("t.id");
        String fixed = random.nextBoolean() || columns.isEmpty() ? "" : columns.get(random.nextInt(columns.size()));
        String value = fixed.isEmpty() ? "" : literal(fixed);
        boolean isDeleted = random.nextBoolean();
        String one = isDeleted ? "delete" : "update set *";
        String other = isDeleted ? "update set *" : "delete";
        String statement = "merge into " + table + " t using " + source.replace(SOURCE, from(random.nextBoolean()))
                + " s on t.id = s.id when matched and " + matched + " then " + one
                + (deleted.equals("false") ? "" : " when matched and " + deleted + " then " + other)
                + (inserted.equals("false") ? "" : " when not matched and " + inserted + " then insert *")
                + (left.equals("false")
                        ? ""
                        : " when not matched by source and " + left + " then "
                                + (fixed.isEmpty() ? "delete" : "update set " + fixed + " = " + value));
        String did = "case when t.id is not null and s.id is not null then case when " + matched + " then '" + one
                + "' when " + deleted + " then '" + other + "' else 'keep' end when t.id is null then if(" + inserted
                + ", 'update set *', 'delete') else if(" + left + ", '" + (fixed.isEmpty() ? "delete" : "fix")
                + "', 'keep') end as did, ";
        String same = "select "
                + each(c -> "case did when 'keep' then t_" + c + " when 'fix' then "
                        + (c.equals(fixed) ? value : "t_" + c) + " else s_" + c + " end as " + c)
                + " from (select " + did + each(c -> "t." + c + " as t_" + c + ", s." + c + " as s_" + c) + " from "
                + ROWS + " t full outer join " + source + " s on t.id = s.id) where did <> 'delete'";
        return new Change(statement, same);
    }

    /** A query of the rows in <code>{}</code>; the source is <code>{s}</code>. */
    String query() {
        int kind = random.nextInt(plain.isEmpty() ? 2 : 6);
        String column = plain.isEmpty() ? "" : plain.get(random.nextInt(plain.size()));
        String where = random.nextBoolean() ? "" : " where " + condition(1);
        return switch (kind) {
            case 0 ->
                Stream.of(0, 1, 2, 3)
                        .map(q -> "select " + q + " as q, id from {} where " + condition(2))
                        .collect(Collectors.joining(" union all "));
            case 1 ->
                "select id"
                        + (columns.contains("pair") ? ", pair.y, pair.z.deep" : "")
                        + (columns.contains("structs") ? ", structs.v" : "")
                        + (columns.contains("map") ? ", map_values(map)" : "")
                        + " from {}" + where;
            case 2 -> "select " + column + ", count(*), min(id) from {}" + where + " group by " + column;
            case 3 ->
                "select " + zeros(column) + " from {}" + where + " order by " + column
                        + List.of("", " desc", " desc nulls first", " nulls last")
                                .get(random.nextInt(4)) + " limit 7";
            case 4 ->
                "select id from {} where " + column + " in (select " + column
                        + " from {s} where id < 15 and id % 4 = 1)";
            default ->
                "select count(*)"
                        + plain.stream()
                                .map(c -> ", " + zeros("min(" + c + ")") + ", " + zeros("max(" + c + ")") + ", count("
                                        + c + ")")
                                .collect(Collectors.joining())
                        + " from {}" + where;
        };
    }

    /** Both zeros as one: which is less nothing tells. */
    private static String zeros(String value) {
        return value.contains("f8") ? value + " + 0.0D" : value.contains("f4") ? value + " + float(0)" : value;
    }

    int random(int below) {
        return random.nextInt(below);
    }
}
