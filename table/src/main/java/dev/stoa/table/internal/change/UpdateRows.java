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
package dev.stoa.table.internal.change;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Assignment;
import dev.stoa.table.Expression;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Gives columns new values in the rows that make a filter true: one sidecar, with those columns, for each touched fragment. */
public final class UpdateRows implements RunningOperation.Task {
    private final List<Assignment> assignments;
    private final Optional<Filter> where;

    public UpdateRows(List<Assignment> assignments, Optional<Filter> where) {
        if (assignments.isEmpty()) {
            throw new IllegalArgumentException("nothing is set");
        }
        this.assignments = List.copyOf(assignments);
        this.where = where;
    }

    /** A column that gets new values, and what computes them. */
    private record Target(Field field, Expression expression, RowExpression value) {}

    @Override
    public void run(RunningOperation running) throws IOException {
        Snapshot snapshot = running.snapshot();
        List<Target> targets = targets(snapshot);
        Set<ColumnPath> read = new LinkedHashSet<>();
        targets.forEach(target -> target.expression().columns(read));
        TableScanBuilder builder = snapshot.scan().select(new ArrayList<>(read));
        where.ifPresent(builder::filter);
        List<Field> fields = targets.stream().map(Target::field).toList();
        Optional<RunningOperation.NewSidecar> sidecar = Optional.empty();
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                if (sidecar.isPresent() && sidecar.get().fragment() != scan.fragment()) {
                    sidecar.get().finish(Optional.empty());
                    sidecar = Optional.empty();
                }
                if (sidecar.isEmpty()) {
                    sidecar = Optional.of(running.new NewSidecar(scan.fragment(), fields));
                }
                update(scan.batch(), targets, sidecar.get(), running);
                running.cameBy(scan);
            }
            if (sidecar.isPresent()) {
                sidecar.get().finish(Optional.empty());
            }
        } finally {
            if (sidecar.isPresent()) {
                sidecar.get().close();
            }
        }
    }

    private static void update(
            Batch batch, List<Target> targets, RunningOperation.NewSidecar sidecar, RunningOperation running)
            throws IOException {
        RowBuffer selected = new RowBuffer(batch.schema());
        selected.append(batch);
        Batch rows = batch.columns().isEmpty()
                ? new Batch(batch.schema(), List.of(), batch.selectedCount())
                : selected.batch();
        long[] numbers = DeleteRows.numbers(batch);
        for (Target target : targets) {
            ColumnVector values = target.value().of(rows);
            if (!target.field().nullable()) {
                refuseNulls(target.field(), values, numbers);
            }
            sidecar.writer().modify(target.field().fieldId().getAsInt(), numbers, values);
        }
        running.updated += numbers.length;
    }

    private static void refuseNulls(Field field, ColumnVector values, long[] numbers) throws TableException {
        for (int i = 0; i < numbers.length; i++) {
            if (values.isNull(i)) {
                throw new TableException("column '" + field.name() + "' must not be null, but row " + numbers[i]
                        + " would become so; nothing was changed");
            }
        }
    }

    private List<Target> targets(Snapshot snapshot) throws TableException {
        Schema schema = snapshot.schema();
        List<Target> targets = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Assignment assignment : assignments) {
            Field field = FieldNames.get(schema.fields(), assignment.column());
            if (!seen.add(field.name())) {
                throw new IllegalArgumentException("column '" + field.name() + "' is set twice");
            }
            refuseDeclared(snapshot, field);
            Expression value = named(assignment.value(), schema);
            targets.add(new Target(field, value, RowExpression.of(value, field, schema)));
        }
        return targets;
    }

    /** The same with columns as the table names them. */
    private static Expression named(Expression expression, Schema schema) {
        if (expression instanceof Expression.Column column) {
            return TableColumn.resolve(schema, column.path())
                    .<Expression>map(found -> new Expression.Column(found.path()))
                    .orElse(expression);
        } else if (expression instanceof Expression.Arithmetic arithmetic) {
            return new Expression.Arithmetic(
                    named(arithmetic.left(), schema), arithmetic.operator(), named(arithmetic.right(), schema));
        }
        return expression;
    }

    /** Rows stay where they are when they are updated; a row whose place or key changes is another row. */
    private static void refuseDeclared(Snapshot snapshot, Field field) throws TableException {
        int id = field.fieldId().getAsInt();
        TableProperties declared = snapshot.properties();
        String what = "";
        if (declared.key().contains(id)) {
            what = "part of the key";
        } else if (declared.sortedBy().stream().anyMatch(column -> column.fieldId() == id)) {
            what = "one by which the rows are sorted";
        } else if (declared.partitionedBy().stream().anyMatch(column -> column.fieldId() == id)) {
            what = "one by which the rows are divided";
        }
        if (!what.isEmpty()) {
            throw new TableException(snapshot + ": column '" + field.name() + "' is " + what
                    + ", so it can't be updated: delete the rows and insert them again");
        }
    }
}
