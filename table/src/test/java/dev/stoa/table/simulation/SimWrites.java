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
package dev.stoa.table.simulation;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.Expression;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.SchemaEdit;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableException;
import dev.stoa.table.TableOperations;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What a client changes, and what the model says to the outcome. */
final class SimWrites {
    /** So many different values there are of the number, so many keys in a table with a key. */
    static final int VALUES = 3;

    /** How files are written: where there are so few rows the usual way only takes longer. */
    static final WriterOptions FAST = WriterOptions.DEFAULT.withProfile(EncodingProfile.FAST);

    private static final int KEYS = 12;

    private final SimWorld world;
    private final SimModel model;
    private final SimClient client;
    private final TableOperations operations;
    private final boolean keyed;
    private final Random random;

    SimWrites(SimClient client, SimModel model, Table table, boolean keyed) {
        this.client = client;
        this.world = client.world();
        this.model = model;
        this.random = world.random();
        this.keyed = keyed;
        this.operations = TableOperations.of(table)
                .with(OperationOptions.DEFAULT.withWriter(FAST).withAttempts(1 + random.nextInt(3)));
    }

    /** A condition on both sides; the row by field id. */
    private record Condition(Filter filter, Predicate<Map<Integer, Object>> test) {}

    interface Call {
        OperationResult run() throws IOException;
    }

    /** Changes some rows. */
    void rows() {
        int what = random.nextInt(10);
        if (what < 4) {
            insert(keyed && random.nextBoolean());
        } else if (what < 6) {
            delete();
        } else {
            update();
        }
    }

    /** Changes all rows, or the columns. */
    void table() {
        int what = random.nextInt(10);
        if (what < 1) {
            truncate();
        } else if (what < 3) {
            overwrite();
        } else if (what < 6) {
            rollback();
        } else {
            alter();
        }
    }

    /** Does it; what it tells must be what has happened. Whether it was done. */
    boolean run(SimIntent intent, Call call) {
        long since = model.newest();
        client.begin(intent);
        try {
            done(intent, call.run(), since);
            return true;
        } catch (DoubtfulCommitException e) {
            excuse(intent, e);
        } catch (CommitConflictException e) {
            refuse(intent);
            if (model.lives() && !model.isConflict(intent, since, e)) {
                throw new AssertionError("there is no conflict: " + intent, e);
            }
        } catch (IOException e) {
            refuse(intent);
            excuse(intent, e);
        }
        return false;
    }

    private void refuse(SimIntent intent) {
        if (model.lives()) {
            intent.refuse();
        }
    }

    private void excuse(SimIntent intent, IOException e) {
        if (!client.excuses(e) && model.lives()) {
            throw new AssertionError("it has failed without a fault of the store: " + intent, e);
        }
    }

    private void done(SimIntent intent, OperationResult result, long since) {
        long version = result.snapshot().version();
        if (!model.lives()) {
            return;
        }
        if (intent.published().isPresent()) {
            SimVersion made = intent.published().get();
            if (made.number() != version
                    || !made.info().equals(result.snapshot().commit())) {
                throw new AssertionError(
                        "it is told that it is version " + version + ", but it is " + made.number() + ": " + intent);
            }
            SimEffect effect = made.effect();
            if (result.inserted() != effect.inserted().size()
                    || result.updated() != effect.modified().size()) {
                throw new AssertionError("it counts " + result + ": " + intent);
            }
            model.acknowledge(version);
        } else if (version < since || !intent.on(model.version(version)).isEmpty()) {
            throw new AssertionError("it is told to be done, but is not: " + intent);
        }
    }

    private Object number() {
        return random.nextInt(4) == 0 ? null : (Object) random.nextInt(VALUES);
    }

    private Object text() {
        return random.nextInt(4) == 0 ? null : "s" + random.nextInt(VALUES);
    }

    private List<Map<Integer, Object>> newRows() {
        Map<Long, Map<Integer, Object>> rows = new TreeMap<>();
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            Map<Integer, Object> row = new HashMap<>();
            long key = keyed ? random.nextInt(KEYS) : random.nextLong() >>> 1;
            row.put(SimModel.KEY, key);
            row.put(SimModel.NUMBER, number());
            row.put(SimModel.TEXT, text());
            rows.put(key, row);
        }
        return new ArrayList<>(rows.values());
    }

    /** Inserts rows, or upserts them; whether it was done. */
    boolean insert(boolean upserts) {
        List<Map<Integer, Object>> rows = newRows();
        long first = random.nextLong();
        List<Integer> given = random.nextInt(3) > 0
                ? List.of(SimModel.KEY, SimModel.NUMBER, SimModel.TEXT)
                : List.of(SimModel.KEY, random.nextBoolean() ? SimModel.NUMBER : SimModel.TEXT);
        rows.forEach(row -> row.keySet().retainAll(given));
        SimIntent intent = new SimIntent((upserts ? "upsert " : "insert ") + rows, false, base -> {
            SimEffect effect = SimEffect.none();
            for (int i = 0; i < rows.size(); i++) {
                Map<Integer, Object> row = rows.get(i);
                long key = (Long) row.get(SimModel.KEY);
                Optional<Long> there = upserts ? base.rowOf(key) : Optional.empty();
                if (there.isPresent()) {
                    Map<Integer, Object> values = new HashMap<>(row);
                    values.remove(SimModel.KEY);
                    effect.modified().put(there.get(), values);
                } else {
                    effect.inserted().put(first + i, row);
                    if (keyed) {
                        effect.keys().add(key);
                    }
                }
            }
            return effect;
        });
        Optional<SimVersion>[] base = none();
        return run(intent, () -> {
            try (RowInsert insert = upserts ? operations.upsert() : operations.insert()) {
                base[0] = Optional.of(model.version(insert.snapshot().version()));
                return write(insert, rows, given);
            } catch (DuplicateKeyException e) {
                boolean twice = rows.stream()
                        .anyMatch(row -> base[0].get()
                                .rowOf((Long) row.get(SimModel.KEY))
                                .isPresent());
                if (model.lives() && (upserts || !keyed || !twice)) {
                    throw new AssertionError("no key was there: " + intent, e);
                }
                client.countFault();
                throw e;
            }
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Optional<SimVersion>[] none() {
        return new Optional[] {Optional.empty()};
    }

    private static OperationResult write(RowInsert insert, List<Map<Integer, Object>> rows, List<Integer> given)
            throws IOException {
        Schema schema = new Schema(
                given.stream().map(id -> Rows.schema().fields().get(id - 1)).toList());
        insert.write(JavaRows.batch(
                schema,
                rows.stream().map(row -> given.stream().map(row::get).toArray()).toList()));
        return insert.commit();
    }

    private Condition condition() {
        int n = random.nextInt(VALUES);
        String s = "s" + random.nextInt(VALUES);
        long k = keyed ? random.nextInt(KEYS) : random.nextLong() >>> 1;
        return switch (random.nextInt(5)) {
            case 0 -> new Condition(Filter.equal("n", n), row -> Objects.equals(row.get(SimModel.NUMBER), n));
            case 1 -> new Condition(Filter.equal("s", s), row -> Objects.equals(row.get(SimModel.TEXT), s));
            case 2 -> new Condition(Filter.less("k", k), row -> (Long) row.get(SimModel.KEY) < k);
            case 3 -> new Condition(Filter.isNull("n"), row -> row.get(SimModel.NUMBER) == null);
            default ->
                new Condition(
                        Filter.or(Filter.equal("s", s), Filter.equal("n", n)),
                        row -> Objects.equals(row.get(SimModel.TEXT), s)
                                || Objects.equals(row.get(SimModel.NUMBER), n));
        };
    }

    private void delete() {
        Condition where = condition();
        SimIntent intent = new SimIntent("delete " + where.filter, false, base -> {
            SimEffect effect = SimEffect.none();
            base.rows().forEach((row, values) -> {
                if (where.test.test(values)) {
                    effect.deleted().add(row);
                }
            });
            return effect;
        });
        run(intent, () -> operations.delete(where.filter));
    }

    private void update() {
        Condition where = condition();
        boolean adds = random.nextBoolean();
        Object text = text();
        Assignment assignment = adds
                ? new Assignment(
                        "n",
                        new Expression.Arithmetic(
                                new Expression.Column(ColumnPath.of("n")),
                                Expression.Operator.PLUS,
                                new Expression.Literal(Optional.of(1L))))
                : Assignment.literal("s", text);
        SimIntent intent = new SimIntent("update " + assignment + " where " + where.filter, false, base -> {
            SimEffect effect = SimEffect.none();
            base.rows().forEach((row, values) -> {
                if (where.test.test(values)) {
                    Map<Integer, Object> now = new HashMap<>();
                    Integer number = (Integer) values.get(SimModel.NUMBER);
                    now.put(adds ? SimModel.NUMBER : SimModel.TEXT, adds ? number == null ? null : number + 1 : text);
                    effect.modified().put(row, now);
                }
            });
            return effect;
        });
        run(intent, () -> operations.update(List.of(assignment), Optional.of(where.filter)));
    }

    private void truncate() {
        run(new SimIntent("truncate", false, base -> SimEffect.none().withOverwrite()), operations::truncate);
    }

    private void overwrite() {
        List<Map<Integer, Object>> rows = newRows();
        long first = random.nextLong();
        SimIntent intent = new SimIntent("overwrite " + rows, false, base -> {
            SimEffect effect = SimEffect.none();
            for (int i = 0; i < rows.size(); i++) {
                effect.inserted().put(first + i, rows.get(i));
                if (keyed) {
                    effect.keys().add((Long) rows.get(i).get(SimModel.KEY));
                }
            }
            return effect.withOverwrite();
        });
        run(intent, () -> {
            try (RowInsert insert = operations.overwrite()) {
                return write(insert, rows, List.of(SimModel.KEY, SimModel.NUMBER, SimModel.TEXT));
            }
        });
    }

    private void rollback() {
        long target = Math.max(0, model.newest() - random.nextInt(4));
        SimIntent intent = new SimIntent("rollback to " + target, false, base -> {
            SimVersion then = model.version(target);
            SimEffect effect = SimEffect.none().withSource((unused, made) -> then);
            return base.schema().equals(then.schema()) ? effect : effect.withSchema(then.schema());
        });
        run(intent, () -> {
            try {
                return operations.rollback(target);
            } catch (TableException e) {
                if (!model.isKept(target, world.now())) {
                    client.countFault(); // it was expired
                }
                throw e;
            }
        });
    }

    private void alter() {
        int what = random.nextInt(5);
        int which = random.nextInt(4);
        String name = "x" + random.nextInt(1000);
        TableOperations.Alteration alteration = snapshot -> {
            SchemaEdit edit = new SchemaEdit(snapshot);
            List<Field> others = snapshot.schema().fields().stream()
                    .filter(field -> field.name().startsWith("x"))
                    .toList();
            String old =
                    others.isEmpty() ? "" : others.get(which % others.size()).name();
            if (what == 0) {
                edit.widen("n", Rows.LONG);
            } else if (what == 1 || others.isEmpty()) {
                edit.add(Field.nullable(name, Rows.INT));
            } else if (what == 2) {
                edit.drop(old);
            } else if (what == 3) {
                edit.rename(old, name + "y");
            } else {
                edit.move(old, 1);
            }
            return edit.schema();
        };
        SimIntent intent = new SimIntent(
                "alter " + what + " " + name,
                false,
                base -> SimEffect.none().withSchema(alteration.of(Snapshot.alone(client.folder(), base.state()))));
        run(intent, () -> operations.alter(alteration));
    }
}
