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
package dev.stoa.table.internal.commit;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.ValueText;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ParallelResults;
import dev.stoa.reader.ParallelScan;
import dev.stoa.table.BrokenConstraintException;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableException;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.log.Action;
import dev.stoa.table.internal.log.Changes;
import dev.stoa.table.internal.schema.Check;
import dev.stoa.table.internal.schema.LiteralValues;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Checks the rows that a commit brings against the CHECK constraints of the table (docs/adr/0086). It scans for rows that break one.
 * So the bounds of files answer for most of them, and several threads read columns where these can't tell.
 */
public final class CheckedRows {
    private final Snapshot after;
    private final Changes changes;

    private CheckedRows(Snapshot after, Changes changes) {
        this.after = after;
        this.changes = changes;
    }

    /**
     * Reads the rows that the bounds leave open. For an existing constraint these are the new rows and those with new
     * values, for a new one all rows.
     *
     * @param after the table with the changes
     * @param changes those of the commit
     * @param before what was declared in the version below
     * @throws BrokenConstraintException if a row breaks a constraint
     * @throws TableException if one names a column that is not there any more
     */
    public static void check(Snapshot after, Changes changes, TableProperties before) throws IOException {
        CheckedRows rows = new CheckedRows(after, changes);
        try {
            for (Check check : Check.of(after.properties())) {
                check.check(after.schema());
                boolean isOld = check.text().equals(before.checks().get(check.name()));
                Optional<String> row = broken(after, check, isOld ? rows.touched(check) : rows.all());
                if (row.isPresent()) {
                    throw new BrokenConstraintException(after.folder().id() + ": " + row.get()
                            + ": change the row, or drop the constraint; nothing was changed");
                }
            }
        } catch (IllegalArgumentException e) {
            throw new TableException(after.folder().id() + ": " + e.getMessage(), e);
        }
    }

    private Set<UUID> all() throws IOException {
        return after.fragments().stream().map(Fragment::id).collect(Collectors.toSet());
    }

    /** The fragments with rows that are new, or have new values in columns of a constraint. */
    private Set<UUID> touched(Check check) {
        Set<UUID> touched = new LinkedHashSet<>(changes.added.keySet());
        for (Action.RemoveFragment removed : changes.removed.values()) {
            removed.successor().ifPresent(touched::remove); // the same rows in another file
        }
        Set<Integer> fields =
                check.columns(after.schema()).stream().map(TableColumn::topId).collect(Collectors.toSet());
        changes.sidecars.forEach((fragment, sidecars) -> {
            for (SidecarFile.Added sidecar : sidecars) {
                if (!sidecar.isFolded() && sidecar.fields().stream().anyMatch(fields::contains)) {
                    touched.add(fragment);
                }
            }
        });
        return touched;
    }

    /**
     * Looks for a row that breaks a constraint.
     *
     * @param fragments where it looks
     * @return which row breaks what
     */
    public static Optional<String> broken(Snapshot snapshot, Check check, Set<UUID> fragments) throws IOException {
        if (fragments.isEmpty()) {
            return Optional.empty();
        }
        Set<ColumnPath> shown = new LinkedHashSet<>();
        for (Field field : snapshot.image().key()) {
            shown.add(ColumnPath.of(field.name()));
        }
        check.columns(snapshot.schema()).forEach(column -> shown.add(column.path()));
        List<DividedInput> inputs = snapshot.scan()
                .fragments(fragments)
                .select(List.copyOf(shown))
                .filter(check.broken())
                .inputs();
        if (inputs.isEmpty()) {
            return Optional.empty();
        }
        try (ParallelResults<String> rows =
                ParallelScan.ofDivided(inputs).map(() -> (input, batch) -> row(batch, batch.selected(0)))) {
            return rows.next()
                    ? Optional.of("the row with " + rows.get() + " breaks the constraint '" + check.name()
                            + "', check (" + check.text() + ")")
                    : Optional.empty();
        }
    }

    private static String row(Batch batch, int row) {
        Schema schema = batch.schema();
        StringJoiner text = new StringJoiner(", ");
        for (int i = 0; i < batch.columns().size(); i++) {
            ColumnVector values = batch.column(i);
            text.add(schema.fields().get(i).name() + " = " + (values.isNull(row) ? "null" : shown(values, row)));
        }
        return text.toString();
    }

    private static String shown(ColumnVector values, int row) {
        return LiteralValues.literal(values, row)
                .filter(String.class::isInstance)
                .map(text -> "'" + text + "'")
                .orElseGet(() -> ValueText.of(values, row));
    }
}
