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
package dev.stoa.hive;

import dev.stoa.hive.ModelRow.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Random statements on one table. Of each it also says what it does to rows in memory. */
final class ModelStatements {
    private final Random random;
    private final String table;
    private final ModelSource source;
    private final List<ModelColumn> columns;
    private final List<ModelColumn> partitions;
    private final String partition;
    private long ids;
    private int moves;

    /** Of a table with these columns behind its id, the last ones of which are partition columns. */
    ModelStatements(
            Random random, String table, ModelSource source, List<ModelColumn> columns, List<ModelColumn> partitions) {
        this.random = random;
        this.table = table;
        this.source = source;
        this.columns = new ArrayList<>(columns);
        this.columns.addAll(partitions);
        this.partitions = partitions;
        this.partition = partitions.isEmpty() ? "" : " partition (" + names(partitions) + ")";
    }

    /**
     * A statement that changes rows.
     *
     * @param text of it
     * @param effect on a copy of the rows by id
     * @param isOfAll whether it replaces all rows
     */
    record Change(String text, UnaryOperator<NavigableMap<Long, ModelRow>> effect, boolean isOfAll) {}

    /** A query, and what it should give. */
    record Query(String text, Function<NavigableMap<Long, ModelRow>, List<String>> rows) {}

    private static String names(List<ModelColumn> columns) {
        return columns.stream().map(ModelColumn::name).collect(Collectors.joining(", "));
    }

    private String selected(String of) {
        return columns.stream().map(c -> ", " + of + c.name()).collect(Collectors.joining());
    }

    List<String> shown() {
        return columns.stream().map(ModelColumn::name).toList();
    }

    ModelCondition condition(String of, int depth) {
        return ModelCondition.random(random, columns, of, depth);
    }

    /** Rows that the table has not had yet, and the query that selects them. */
    private record Fresh(String query, List<ModelRow> rows) {}

    private Fresh fresh() {
        long from = ids;
        ids = Math.min(ModelSource.ROWS - 100L, ids + 1 + random.nextInt(random.nextInt(5) == 0 ? 1000 : 300));
        ModelCondition where = ModelCondition.ids("", from, ids - 1);
        if (random.nextInt(3) == 0) {
            where = where.and(condition("", 1));
        }
        for (ModelColumn column : partitions) {
            where = where.and(namesAFolder(column));
        }
        List<ModelRow> rows = source.rows(from, ids - 1).values().stream()
                .filter(where::isTrueOf)
                .toList();
        return new Fresh("select id" + selected("") + " from " + ModelSource.TABLE + " where " + where.text(), rows);
    }

    /**
     * What Hive keeps of partitions, in each format. It reads a null as another text or truth value, takes an empty text for a
     * null, and fails on texts that differ by a blank at the end.
     */
    private static ModelCondition namesAFolder(ModelColumn column) {
        String name = column.name();
        return switch (name) {
            case "b" -> new ModelCondition("b is not null", row -> row.value(name) != null);
            case "word" ->
                new ModelCondition(
                        "coalesce(word, '') not in ('', 'beta ')",
                        row -> row.value(name) != null && !List.of("", "beta ").contains(row.value(name)));
            default -> ModelCondition.TRUE;
        };
    }

    private static NavigableMap<Long, ModelRow> with(NavigableMap<Long, ModelRow> rows, List<ModelRow> more) {
        more.forEach(row -> rows.put(row.id(), row));
        return rows;
    }

    Change insert() {
        Fresh fresh = fresh();
        return new Change(
                "insert into table " + table + partition + " " + fresh.query, rows -> with(rows, fresh.rows), false);
    }

    /** Replaces all rows, or those of the partitions that it inserts into. */
    Change overwrite() {
        Fresh fresh = fresh();
        return new Change(
                "insert overwrite table " + table + partition + " " + fresh.query,
                rows -> {
                    if (partitions.isEmpty()) {
                        rows.clear();
                    }
                    List<List<Object>> replaced =
                            fresh.rows.stream().map(this::partition).toList();
                    rows.values().removeIf(row -> replaced.contains(partition(row)));
                    return with(rows, fresh.rows);
                },
                true);
    }

    private List<Object> partition(ModelRow row) {
        List<Object> values = new ArrayList<>();
        partitions.forEach(column -> values.add(row.value(column.name())));
        return values;
    }

    /**
     * Drops a partition. Of a text with a blank at its end, the metastore would drop the partition without it too. It refuses an
     * empty text.
     */
    Change dropPartition() {
        ModelColumn column = partitions.get(random.nextInt(partitions.size()));
        Map.Entry<String, Cell> literal = literal(column);
        while (literal.getKey().endsWith(" '") || literal.getKey().equals("''")) {
            literal = literal(column);
        }
        return dropPartition(column, literal);
    }

    private Change dropPartition(ModelColumn column, Map.Entry<String, Cell> literal) {
        // Hive's grammar has no negative numbers here
        String text =
                literal.getKey().startsWith("-") ? "'" + literal.getValue().value() + "'" : literal.getKey();
        return new Change(
                "alter table " + table + " drop if exists partition (" + column.name() + " = " + text + ")",
                rows -> {
                    rows.values().removeIf(row -> literal.getValue().value().equals(row.value(column.name())));
                    return rows;
                },
                false);
    }

    Change truncate() {
        return new Change(
                "truncate table " + table,
                rows -> {
                    rows.clear();
                    return rows;
                },
                true);
    }

    Change delete(ModelCondition among) {
        ModelCondition where = among.and(condition("", 2));
        return new Change(
                "delete from " + table + " where " + where.text(),
                rows -> {
                    rows.values().removeIf(where::isTrueOf);
                    return rows;
                },
                false);
    }

    private Map.Entry<String, Cell> literal(ModelColumn column) {
        List<Map.Entry<String, Cell>> all = List.copyOf(source.literals(column).entrySet());
        return all.get(random.nextInt(all.size()));
    }

    /** Gives some columns other values, where Hive accepts them: it casts neither nulls nor decimals within nested types. */
    private Map<String, Cell> assignments(Map<String, String> texts) {
        List<ModelColumn> assigned =
                columns.stream().filter(c -> !c.name().equals("structs")).toList();
        Map<String, Cell> cells = new TreeMap<>();
        for (int i = assigned.isEmpty() ? 0 : 1 + random.nextInt(2); i > 0; i--) {
            ModelColumn column = assigned.get(random.nextInt(assigned.size()));
            boolean isNull = random.nextInt(4) == 0 && !column.isNested();
            Map.Entry<String, Cell> literal = literal(column);
            cells.put(column.name(), isNull ? Cell.NULL : literal.getValue());
            texts.put(column.name(), isNull ? "null" : column.cast(literal.getKey()));
        }
        return cells;
    }

    Change update(ModelCondition among) {
        ModelCondition where = among.and(condition("", 1));
        Map<String, String> texts = new TreeMap<>();
        Map<String, Cell> cells = assignments(texts);
        if (cells.isEmpty() || random.nextInt(8) == 0) {
            long by = 10_000L << moves++;
            return new Change(
                    "update " + table + " set id = id + " + by + " where " + where.text(),
                    rows -> {
                        List<ModelRow> moved =
                                rows.values().stream().filter(where::isTrueOf).toList();
                        moved.forEach(row -> rows.remove(row.id()));
                        return with(
                                rows,
                                moved.stream()
                                        .map(row -> row.moved(row.id() + by))
                                        .toList());
                    },
                    false);
        }
        return new Change(
                "update " + table + " set "
                        + texts.entrySet().stream()
                                .map(e -> e.getKey() + " = " + e.getValue())
                                .collect(Collectors.joining(", "))
                        + " where " + where.text(),
                rows -> {
                    rows.replaceAll((id, row) -> where.isTrueOf(row) ? row.with(cells) : row);
                    return rows;
                },
                false);
    }

    /**
     * Rows of the source, moved to other ids, which may be there or not. Hive adds {@code and not (condition of the delete)} to the
     * update: a row for which the condition is null is neither deleted nor updated.
     */
    Change merge() {
        long moved = random.nextInt(50);
        long from = moved + (random.nextBoolean() ? 0 : random.nextInt((int) ids + 1));
        long to = Math.min(ModelSource.ROWS - 1, ids + 40);
        int divisor = 1 + random.nextInt(9);
        ids = Math.min(ModelSource.ROWS - 100L, ids + 41);
        ModelCondition of = ModelCondition.remainder("", 0, divisor).and(ModelCondition.ids("", from, to));
        ModelCondition deleted = random.nextInt(3) == 0 ? ModelCondition.TRUE : condition("t.", 1);
        ModelCondition updated = random.nextBoolean() ? ModelCondition.TRUE : condition("s.", 1);
        ModelCondition inserted = random.nextBoolean() ? ModelCondition.TRUE : condition("s.", 1);
        boolean isDelete = random.nextBoolean();
        boolean isUpdate = !isDelete || deleted.isPlain() && random.nextBoolean();
        boolean isInsert = random.nextInt(4) > 0;
        // in parentheses: Hive reads "matched and a or b" as "(matched and a) or b"
        String text = "merge into " + table + " t using (select id - " + moved + " as id" + selected("") + " from "
                + ModelSource.TABLE + " where " + of.text() + ") s on t.id = s.id"
                + (isDelete ? " when matched and (" + deleted.text() + ") then delete" : "")
                + (isUpdate
                        ? " when matched and (" + updated.text() + ") then update set "
                                + columns.stream()
                                        .map(c -> c.name() + " = s." + c.name())
                                        .collect(Collectors.joining(", "))
                        : "")
                + (isInsert
                        ? " when not matched and (" + inserted.text() + ") then insert values (s.id" + selected("s.")
                                + ")"
                        : "");
        return new Change(
                text,
                rows -> {
                    for (ModelRow row : source.rows(from, to).values()) {
                        if (!of.isTrueOf(row)) {
                            continue;
                        }
                        ModelRow s = row.moved(row.id() - moved);
                        ModelRow t = rows.get(s.id());
                        if (t == null) {
                            if (isInsert && inserted.isTrueOf(s)) {
                                rows.put(s.id(), s);
                            }
                        } else if (isDelete && deleted.isTrueOf(t)) {
                            rows.remove(t.id());
                        } else if (isUpdate && updated.isTrueOf(s) && (!isDelete || deleted.isFalseOf(t))) {
                            rows.put(t.id(), s);
                        }
                    }
                    return rows;
                },
                false);
    }

    Query query() {
        ModelCondition where = condition("", 2);
        String among = " from " + table + " where " + where.text();
        return switch (random.nextInt(6)) {
            case 0 -> {
                List<String> some = columns.stream()
                        .filter(c -> random.nextInt(4) == 0)
                        .map(ModelColumn::name)
                        .toList();
                yield new Query(
                        "select id" + some.stream().map(c -> ", " + c).collect(Collectors.joining()) + among,
                        rows -> shown(rows, where, row -> row.shown(some)));
            }
            case 1 -> parts(where, among);
            case 2 -> counts(where, among);
            case 3 ->
                new Query(
                        "select id" + among + " order by id desc limit 7",
                        rows -> new TreeMap<>(rows)
                                .descendingMap().values().stream()
                                        .filter(where::isTrueOf)
                                        .limit(7)
                                        .map(row -> "" + row.id())
                                        .toList());
            case 4 -> {
                ModelCondition of = condition("", 0);
                yield new Query(
                        "select t.id from (select id" + among + ") t join (select id from " + ModelSource.TABLE
                                + " where " + of.text() + ") s on t.id = s.id",
                        rows -> shown(
                                rows,
                                row -> where.isTrueOf(row)
                                        && row.id() < ModelSource.ROWS
                                        && of.isTrueOf(
                                                source.rows(row.id(), row.id()).get(row.id())),
                                row -> "" + row.id()));
            }
            default -> new Query("select id" + among, rows -> shown(rows, where, row -> "" + row.id()));
        };
    }

    private interface Chosen {
        boolean is(ModelRow row);
    }

    private static List<String> shown(
            NavigableMap<Long, ModelRow> rows, ModelCondition where, Function<ModelRow, String> text) {
        return shown(rows, where::isTrueOf, text);
    }

    private static List<String> shown(
            NavigableMap<Long, ModelRow> rows, Chosen where, Function<ModelRow, String> text) {
        return rows.values().stream().filter(where::is).map(text).toList();
    }

    /** Fields of a struct and values of a map. */
    private Query parts(ModelCondition where, String among) {
        boolean hasPair = columns.stream().anyMatch(c -> c.name().equals("pair"));
        boolean hasMarks = columns.stream().anyMatch(c -> c.name().equals("marks"));
        return new Query(
                "select id" + (hasPair ? ", pair.y, pair.x" : "") + (hasMarks ? ", marks['key2']" : "") + among,
                rows -> shown(rows, where, row -> {
                    List<?> pair = hasPair ? (List<?>) row.value("pair") : null;
                    Map<?, ?> map = hasMarks ? (Map<?, ?>) row.value("marks") : null;
                    return row.id()
                            + (hasPair ? "\t" + shown(pair == null ? null : pair.get(1)) : "")
                            + (hasPair ? "\t" + shown(pair == null ? null : pair.get(0)) : "")
                            + (hasMarks ? "\t" + shown(map == null ? null : map.get("key2")) : "");
                }));
    }

    private static String shown(Object value) {
        return value == null ? "NULL" : value.toString();
    }

    /** Counts, least and greatest values of those columns in which one is the least. */
    private Query counts(ModelCondition where, String among) {
        List<ModelColumn> ordered = columns.stream()
                .filter(c -> !c.isNested() && !c.name().matches("f4|f8|b|bytes|fixed"))
                .toList();
        return new Query(
                "select count(*)"
                        + ordered.stream()
                                .map(c -> ", count(" + c.name() + "), min(" + c.name() + "), max(" + c.name() + ")")
                                .collect(Collectors.joining())
                        + among,
                rows -> {
                    List<ModelRow> chosen =
                            rows.values().stream().filter(where::isTrueOf).toList();
                    StringBuilder text = new StringBuilder("" + chosen.size());
                    for (ModelColumn column : ordered) {
                        List<Cell> cells = chosen.stream()
                                .map(row -> row.cells().get(column.name()))
                                .filter(cell -> cell.value() != null)
                                .sorted(ModelStatements::compare)
                                .toList();
                        text.append('\t').append(cells.size());
                        text.append('\t')
                                .append(cells.isEmpty() ? "NULL" : cells.get(0).shown());
                        text.append('\t')
                                .append(
                                        cells.isEmpty()
                                                ? "NULL"
                                                : cells.get(cells.size() - 1).shown());
                    }
                    return List.of(text.toString());
                });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Cell one, Cell other) {
        return ((Comparable) one.value()).compareTo(other.value());
    }
}
