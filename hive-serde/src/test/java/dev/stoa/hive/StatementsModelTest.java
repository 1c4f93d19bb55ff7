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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.hive.ModelRow.Cell;
import dev.stoa.hive.ModelStatements.Change;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableProperties.PartitionColumn;
import dev.stoa.table.TableProperties.SortColumn;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.WriterOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random statements on tables of random columns give what they make of rows in memory: NaN, both zeros, days before 1582 and
 * nested values among them. Tables have a log, or Hive's partitions and buckets, or an order and partitions that another program
 * declared.
 *
 * <p>{@code -Dstoa.statements=200} runs so many on each kind of table; {@code -Dstoa.seed} repeats them.
 */
@Tag("soak")
class StatementsModelTest {
    private static final int PER_TABLE = 12;
    private static final Map<String, List<String>> SETTINGS = Map.of(
            "hive.vectorized.execution.enabled", List.of("true", "true", "false"),
            "hive.fetch.task.conversion", List.of("more", "none"),
            "stoa.read.fields", List.of("true", "true", "false"),
            "hive.auto.convert.join", List.of("true", "false"));

    private static final long SEED = Long.getLong("stoa.seed", new Random().nextInt(Integer.MAX_VALUE));

    private static HiveSession hive;
    private static ModelSource source;
    private static long sourceSeed = -1;

    private final Map<String, String> before = new TreeMap<>();
    private final Map<Long, List<String>> versions = new TreeMap<>();
    private final List<String> done = new ArrayList<>();
    private Random random;
    private NavigableMap<Long, ModelRow> rows;
    private int conflicts;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists statements_model");
    }

    @AfterEach
    void leave() throws Exception {
        before.forEach(hive::set);
        hive.run("use default");
    }

    /** Work on a new table. */
    private interface OnTable {
        void run(String table, int statements) throws Exception;
    }

    private void forSeeds(String name, OnTable work) throws Exception {
        int statements = Integer.getInteger("stoa.statements", 1);
        System.out.printf("StatementsModelTest, %s: -Dstoa.seed=%d -Dstoa.statements=%d%n", name, SEED, statements);
        hive.run("use statements_model");
        set("hive.split.update", "true");
        set("hive.exec.max.dynamic.partitions.pernode", "1000");
        for (int ran = 0; ran < statements; ran += PER_TABLE) {
            long one = SEED + ran / PER_TABLE;
            random = new Random(one);
            readSource(one);
            rows = new TreeMap<>();
            versions.clear();
            done.clear();
            String table = name + ran;
            try {
                work.run(table, Math.min(PER_TABLE, statements - ran));
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "repeat with -Dstoa.seed=" + one + " -Dstoa.statements=" + PER_TABLE + ": "
                                + String.join(";\n", done) + ":\n" + LogTables.messages(e),
                        e);
            }
            hive.run("drop table " + table);
        }
        System.out.printf("StatementsModelTest, %s: %,d conflicts%n", name, conflicts);
    }

    private static void readSource(long seed) throws Exception {
        if (sourceSeed != seed) {
            source = ModelSource.create(hive, "source" + seed, seed);
            sourceSeed = seed;
        }
    }

    private void set(String key, String value) {
        before.putIfAbsent(key, hive.set(key, value));
    }

    private void settings() {
        new TreeMap<>(SETTINGS).forEach((key, values) -> set(key, values.get(random.nextInt(values.size()))));
    }

    private List<ModelColumn> someColumns() {
        List<ModelColumn> some = new ArrayList<>(
                ModelColumn.ALL.stream().filter(c -> random.nextInt(3) == 0).toList());
        if (some.isEmpty()) {
            some.add(ModelColumn.ALL.get(random.nextInt(ModelColumn.ALL.size())));
        }
        return some;
    }

    private ModelColumn column(String name) {
        return ModelColumn.ALL.stream()
                .filter(c -> c.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Timeout(value = 35, unit = TimeUnit.MINUTES)
    void tablesWithALog() throws Exception {
        forSeeds("logged", (table, statements) -> {
            List<ModelColumn> columns = someColumns();
            run("create table " + table + " (" + ModelSource.columns(columns) + ") " + LogTables.BY_HANDLER);
            ModelStatements some = new ModelStatements(random, table, source, columns, List.of());
            apply(some.insert());
            for (int i = 0; i < statements; i++) {
                settings();
                switch (random.nextInt(14)) {
                    case 0, 1 -> apply(some.insert());
                    case 2 -> apply(random.nextInt(3) > 0 ? some.overwrite() : some.truncate());
                    case 3, 4, 5 -> apply(some.update(ModelCondition.TRUE));
                    case 6, 7 -> apply(some.delete(ModelCondition.TRUE));
                    case 8, 9, 10 -> apply(some.merge());
                    case 11 -> another(table, columns);
                    default -> late(some);
                }
                compare(some, table);
                version(some, table);
            }
        });
    }

    @Test
    @Timeout(value = 35, unit = TimeUnit.MINUTES)
    void tablesWithPartitions() throws Exception {
        List<List<String>> partitions = List.of(List.of("b"), List.of("word"), List.of("i2"), List.of("b", "word"));
        forSeeds("divided", (table, statements) -> {
            List<String> names = partitions.get(random.nextInt(partitions.size()));
            List<ModelColumn> by = names.stream()
                    .map(this::column)
                    .map(ModelColumn::asPartition)
                    .toList();
            List<ModelColumn> columns = new ArrayList<>(someColumns());
            columns.removeIf(c -> names.contains(c.name()));
            run("create table " + table + " (" + ModelSource.columns(columns) + ") partitioned by ("
                    + ModelSource.columns(by).substring("id bigint, ".length()) + ")"
                    + (random.nextBoolean() ? " clustered by (id) sorted by (id desc) into 2 buckets" : "")
                    + " stored as stoa");
            ModelStatements some = new ModelStatements(random, table, source, columns, by);
            apply(some.insert());
            for (int i = 0; i < statements; i++) {
                settings();
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> apply(some.insert());
                    case 3, 4, 5 -> apply(some.overwrite());
                    case 6 -> apply(some.dropPartition());
                    default -> apply(random.nextInt(3) == 0 ? some.truncate() : some.insert());
                }
                compare(some, table);
            }
        });
    }

    @Test
    @Timeout(value = 35, unit = TimeUnit.MINUTES)
    void tablesThatOthersDeclared() throws Exception {
        forSeeds("declared", (table, statements) -> {
            List<ModelColumn> columns = someColumns();
            hive.run("create table shape (" + ModelSource.columns(columns) + ") " + LogTables.BY_HANDLER);
            Path place = hive.folder("declared").resolve(table + "-" + random.nextInt(Integer.MAX_VALUE));
            TableProperties properties =
                    properties(LogTables.open(hive, "shape").snapshot(), columns);
            Table.create(
                    new LocalFolder(place),
                    LogTables.open(hive, "shape").snapshot().schema(),
                    properties,
                    TableSettings.DEFAULT);
            run("create external table " + table + " (" + ModelSource.columns(columns) + ") " + LogTables.BY_HANDLER
                    + " location '" + place + "'");
            done.add("-- " + properties);
            ModelStatements some = new ModelStatements(random, table, source, columns, List.of());
            ModelStatements into = new ModelStatements(random, "shape", source, columns, List.of());
            boolean isHiveWriting = random.nextBoolean();
            if (isHiveWriting) {
                apply(some.insert());
            } else {
                copy(into.insert(), place);
            }
            for (int i = 0; i < statements; i++) {
                settings();
                if (isHiveWriting) {
                    switch (random.nextInt(8)) {
                        case 0, 1 -> apply(some.insert());
                        case 2 -> apply(random.nextInt(3) > 0 ? some.overwrite() : some.truncate());
                        case 3, 4 -> apply(some.update(ModelCondition.TRUE));
                        case 5 -> another(table, columns);
                        default -> apply(some.merge());
                    }
                } else {
                    switch (random.nextInt(6)) {
                        case 0, 1 -> copy(into.insert(), place);
                        case 2 -> another(table, columns);
                        default -> apply(some.delete(ModelCondition.TRUE));
                    }
                }
                compare(some, table);
                version(some, table);
            }
            hive.run("drop table shape");
        });
    }

    private TableProperties properties(Snapshot shape, List<ModelColumn> columns) {
        List<SortColumn> order = new ArrayList<>();
        List<PartitionColumn> by = new ArrayList<>();
        for (ModelColumn column : columns) {
            int field = shape.schema().fields().stream()
                    .filter(f -> f.name().equals(column.name()))
                    .findFirst()
                    .orElseThrow()
                    .fieldId()
                    .orElseThrow();
            if (!column.isNested() && order.size() < 2 && random.nextInt(3) == 0) {
                order.add(new SortColumn(field, random.nextBoolean(), random.nextBoolean()));
            }
            String transform = switch (column.name()) {
                case "b", "word" -> "value";
                case "day" -> "month";
                case "ts" -> "year";
                case "i4", "text" -> "hash(4)";
                default -> "";
            };
            if (!transform.isEmpty() && by.isEmpty() && random.nextInt(3) > 0) {
                by.add(new PartitionColumn(field, transform));
            }
        }
        return new TableProperties(order, List.of(), by, Map.of());
    }

    /** Inserts, by the table layer, what Hive puts into an empty table of the same columns. */
    private void copy(Change insert, Path place) throws Exception {
        hive.run("truncate table shape");
        run(insert.text());
        try (TableScan scan = LogTables.open(hive, "shape").snapshot().scan().build();
                RowInsert into = TableOperations.of(Table.open(new LocalFolder(place), TableSettings.DEFAULT))
                        .insert()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                into.write(batch);
            }
            into.commit();
        }
        rows = insert.effect().apply(new TreeMap<>(rows));
    }

    private void run(String statement) throws Exception {
        done.add(statement);
        hive.run(statement);
    }

    private void apply(Change change) throws Exception {
        run(change.text());
        rows = change.effect().apply(new TreeMap<>(rows));
    }

    /** Columns by which the rows are sorted or divided: the table refuses to update them in place. */
    private static Set<String> placing(Snapshot snapshot) {
        Set<Integer> ids = new TreeSet<>();
        snapshot.properties().sortedBy().forEach(c -> ids.add(c.fieldId()));
        snapshot.properties().partitionedBy().forEach(c -> ids.add(c.fieldId()));
        return snapshot.schema().fields().stream()
                .filter(f -> f.fieldId().isPresent() && ids.contains(f.fieldId().getAsInt()))
                .map(Field::name)
                .collect(Collectors.toSet());
    }

    /** Another program changes the table. */
    private void another(String name, List<ModelColumn> columns) throws Exception {
        Table table = LogTables.open(hive, name);
        long least = random.nextInt(1000);
        Filter filter = new Filter.Between(ColumnPath.of("id"), least, least + 100);
        Set<String> fixed = placing(table.snapshot());
        Optional<ModelColumn> assigned = columns.stream()
                .filter(c -> c.name().matches("word|f8|i8|day|d18") && !fixed.contains(c.name()))
                .findAny();
        int kind = random.nextInt(3);
        if (kind == 0 && assigned.isPresent()) {
            Map<String, Cell> literals = source.literals(assigned.get());
            Cell cell = List.copyOf(literals.values()).get(random.nextInt(literals.size()));
            done.add("-- another updates " + assigned.get().name() + " to " + cell.shown() + " from " + least);
            TableOperations.of(table)
                    .update(List.of(Assignment.literal(assigned.get().name(), cell.value())), Optional.of(filter));
            rows.subMap(least, true, least + 100, true)
                    .replaceAll((id, row) -> row.with(Map.of(assigned.get().name(), cell)));
        } else if (kind == 1) {
            done.add("-- another deletes from " + least);
            TableOperations.of(table).delete(filter);
            rows.subMap(least, true, least + 100, true).clear();
        } else {
            done.add("-- another compacts");
            Compaction.run(
                    table,
                    Compaction.plan(table.snapshot(), Long.MAX_VALUE, CompactionCosts.DEFAULT),
                    WriterOptions.DEFAULT);
        }
    }

    /** A statement that is compiled before another one runs: it is refused if both change one row, or one replaces all. */
    @SuppressWarnings("ReferenceEquality") // a row that changes is another object, though its values may be equal
    private void late(ModelStatements some) throws Exception {
        boolean isApart = random.nextBoolean();
        Change late = change(some, isApart ? ModelCondition.remainder("", 0, 2) : ModelCondition.TRUE);
        Change early = change(some, isApart ? ModelCondition.remainder("", 1, 2) : ModelCondition.TRUE);
        NavigableMap<Long, ModelRow> base = new TreeMap<>(rows);
        NavigableMap<Long, ModelRow> lateRows = late.effect().apply(new TreeMap<>(base));
        boolean isDone;
        try (IDriver driver = DriverFactory.newDriver(hive.conf())) {
            done.add("-- compiled: " + late.text());
            driver.compileAndRespond(late.text());
            apply(early);
            done.add("-- run: " + late.text());
            driver.run();
            isDone = true;
        } catch (Exception e) {
            if (!LogTables.messages(e).contains("conflict with version")) {
                throw e;
            }
            conflicts++;
            isDone = false;
        }
        NavigableMap<Long, ModelRow> earlyRows = rows;
        boolean hasBoth = base.keySet().stream()
                .anyMatch(id -> base.get(id) != lateRows.get(id) && base.get(id) != earlyRows.get(id));
        boolean isChanged = !base.equals(lateRows) && !base.equals(rows);
        if (isDone && late.isOfAll()) {
            rows.clear();
            rows.putAll(lateRows);
        } else if (isDone) {
            assertEquals(false, hasBoth, "both change a row, and none is told");
            base.keySet().stream().filter(id -> lateRows.get(id) == null).forEach(rows::remove);
            lateRows.forEach((id, row) -> {
                if (base.get(id) != row) {
                    rows.put(id, row);
                }
            });
        } else {
            assertEquals(true, hasBoth || isChanged && (late.isOfAll() || early.isOfAll()), "what is the conflict?");
        }
    }

    private Change change(ModelStatements some, ModelCondition among) {
        return switch (random.nextInt(6)) {
            case 0 -> some.insert();
            case 1 -> random.nextBoolean() ? some.overwrite() : some.insert();
            case 2, 3 -> some.update(among);
            default -> some.delete(among);
        };
    }

    private void compare(ModelStatements some, String table) throws Exception {
        assertRows(all(some), "select * from " + table);
        for (int i = 0; i < 2; i++) {
            settings();
            ModelStatements.Query query = some.query();
            assertRows(query.rows().apply(rows), query.text());
        }
    }

    private List<String> all(ModelStatements some) {
        return rows.values().stream().map(row -> row.shown(some.shown())).toList();
    }

    /** Reads an older version, now and then. */
    private void version(ModelStatements some, String table) throws Exception {
        versions.put(LogTables.open(hive, table).snapshot().version(), all(some));
        if (random.nextInt(3) == 0) {
            List<Long> all = List.copyOf(versions.keySet());
            long version = all.get(random.nextInt(all.size()));
            assertRows(versions.get(version), "select * from " + table + " for system_version as of " + version);
        }
    }

    private static void assertRows(List<String> expected, String query) throws Exception {
        List<String> rows = hive.run(query);
        List<String> less = less(expected, rows);
        List<String> more = less(rows, expected);
        if (!less.isEmpty() || !more.isEmpty()) {
            throw new AssertionError(query + " gives " + rows.size() + " rows, not " + expected.size()
                    + "; of these lack " + less.subList(0, Math.min(3, less.size())) + ", and these are too many: "
                    + more.subList(0, Math.min(3, more.size())));
        }
    }

    /** Those that the others are not. */
    private static List<String> less(List<String> all, List<String> others) {
        Map<String, Integer> counts = new TreeMap<>();
        all.forEach(one -> counts.merge(one, 1, Integer::sum));
        others.forEach(one -> counts.merge(one, -1, Integer::sum));
        return counts.entrySet().stream()
                .filter(e -> e.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
    }
}
