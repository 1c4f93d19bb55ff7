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

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.writer.WriterOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random changes of a table, by Hive and by others, against a map. A failure names its seed. */
@Tag("soak")
class ChangesModelTest {
    private static final int STATEMENTS = 10;

    private static HiveSession hive;
    private static String splitUpdate;

    private final long seed = Long.getLong("stoa.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final Map<Integer, String> model = new TreeMap<>();
    private final Map<Long, List<String>> versions = new HashMap<>();
    private int nextId;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists changes_model");
        hive.run("use changes_model");
        splitUpdate = hive.set("hive.split.update", "true");
    }

    @AfterAll
    static void end() {
        hive.set("hive.split.update", splitUpdate);
    }

    @Test
    void isAsTheModelSays() throws Exception {
        System.out.println("seed " + seed);
        hive.run("create table t (id int, name string) " + LogTables.BY_HANDLER);
        for (int i = 0; i < STATEMENTS; i++) {
            String done = step();
            Table table = LogTables.open(hive, "t");
            List<String> rows = rows();
            versions.put(table.snapshot().version(), rows);
            String about = "seed " + seed + ", statement " + i + ": " + done;
            assertEquals(rows, sorted("select * from t"), about);
            assertEquals(List.of("" + model.size()), hive.run("select count(*) from t"), about);
        }
        for (Map.Entry<Long, List<String>> version : versions.entrySet()) {
            assertEquals(
                    version.getValue(),
                    sorted("select * from t for system_version as of " + version.getKey()),
                    "seed " + seed + ", version " + version.getKey());
        }
    }

    private List<String> rows() {
        List<String> rows = new ArrayList<>();
        model.forEach((id, name) -> rows.add(id + "\t" + name));
        return rows.stream().sorted().toList();
    }

    private static List<String> sorted(String query) throws Exception {
        return hive.run(query).stream().sorted().toList();
    }

    private String step() throws Exception {
        int some = 2 + random.nextInt(4);
        int rest = random.nextInt(some);
        String where = " where id % " + some + " = " + rest;
        return switch (model.isEmpty() ? 0 : random.nextInt(7)) {
            case 0 -> {
                int count = 1 + random.nextInt(2000);
                int from = nextId;
                nextId += count;
                IntStream.range(from, nextId).forEach(id -> model.put(id, "n" + id));
                yield run("insert into t select " + from + " + pos, concat('n', " + from + " + pos) from (select 1) one"
                        + " lateral view posexplode(split(space(" + (count - 1) + "), ' ')) x as pos, val");
            }
            case 1 -> {
                model.keySet().removeIf(id -> id % some == rest);
                yield run("delete from t" + where);
            }
            case 2 -> {
                model.replaceAll((id, name) -> id % some == rest ? name + "u" : name);
                yield run("update t set name = concat(name, 'u')" + where);
            }
            case 3 -> merge();
            case 4 -> {
                int id = nextId == 0 ? 0 : random.nextInt(nextId);
                model.remove(id);
                TableOperations.of(LogTables.open(hive, "t"))
                        .delete(new Filter.Compare(ColumnPath.of("id"), Filter.Operator.EQUAL, id));
                yield "delete of " + id + " by another";
            }
            case 5 -> {
                int least = random.nextInt(nextId);
                model.replaceAll((id, name) -> id > least ? "other" : name);
                TableOperations.of(LogTables.open(hive, "t"))
                        .update(
                                List.of(Assignment.literal("name", "other")),
                                Optional.of(Filter.not(new Filter.Compare(
                                        ColumnPath.of("id"), Filter.Operator.LESS_OR_EQUAL, least))));
                yield "update above " + least + " by another";
            }
            default -> {
                Table table = LogTables.open(hive, "t");
                Compaction.run(
                        table,
                        Compaction.plan(table.snapshot(), Long.MAX_VALUE, CompactionCosts.DEFAULT),
                        WriterOptions.DEFAULT);
                yield "compaction";
            }
        };
    }

    private String merge() throws Exception {
        Set<Integer> ids = new TreeSet<>();
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            ids.add(random.nextInt(nextId + 50));
        }
        List<String> values = new ArrayList<>();
        for (int id : ids) {
            int what = random.nextInt(2);
            values.add("struct(" + id + ", " + what + ")");
            if (!model.containsKey(id)) {
                model.put(id, "merged");
            } else if (what == 0) {
                model.remove(id);
            } else {
                model.put(id, "changed");
            }
            nextId = Math.max(nextId, id + 1);
        }
        return run("merge into t using (select inline(array(" + String.join(", ", values) + ")) as (id, what)) s"
                + " on t.id = s.id when matched and s.what = 0 then delete"
                + " when matched then update set name = 'changed'"
                + " when not matched then insert values (s.id, 'merged')");
    }

    private static String run(String statement) throws Exception {
        hive.run(statement);
        return statement;
    }
}
