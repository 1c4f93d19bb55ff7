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
package dev.stoa.table.internal.check;

import dev.stoa.delta.Sidecar;
import dev.stoa.delta.SidecarSummary;
import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.TooManyChangesException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.FragmentBounds;
import dev.stoa.table.internal.logfile.LogRow;
import dev.stoa.table.internal.schema.Widening;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Checks what a sound sidecar says: that it is about the rows of its fragment, and what the log says of it. */
public final class SidecarCheck {
    private final Folder folder;
    private final Map<UUID, Fragment> newest;
    private final boolean readsData;

    /**
     * A check.
     *
     * @param newest the fragments of the newest version
     */
    public SidecarCheck(Folder folder, Map<UUID, Fragment> newest, boolean readsData) {
        this.folder = folder;
        this.newest = newest;
        this.readsData = readsData;
    }

    /** A fault of the sidecar, or of the log about it. */
    public record Problem(TableFault.Kind kind, String what) {}

    /** Finds the first fault. */
    public Optional<Problem> check(FileUse use) throws IOException {
        try (Sidecar sidecar = use.sidecar().orElseThrow().open(folder)) {
            Optional<String> damage = otherTarget(sidecar.target(), use.fragment());
            if (damage.isPresent() || !readsData) {
                return damage.map(what -> new Problem(TableFault.Kind.DAMAGED_SIDECAR, what));
            }
            checkPositions(sidecar);
            SidecarSummary summary = sidecar.summary();
            damage = otherChanges(summary, use.sidecar().orElseThrow());
            return damage.isPresent()
                    ? damage.map(what -> new Problem(TableFault.Kind.DAMAGED_SIDECAR, what))
                    : wrongBounds(summary, use).map(what -> new Problem(TableFault.Kind.WRONG_ENTRY, what));
        } catch (TooManyChangesException e) {
            throw e;
        } catch (StoaException e) {
            return Optional.of(new Problem(TableFault.Kind.DAMAGED_SIDECAR, e.getMessage()));
        }
    }

    private static Optional<String> otherTarget(SidecarTarget target, Fragment fragment) {
        boolean isRight = target.fragment().equals(fragment.id().toString()) && target.rows() == fragment.rows();
        return isRight
                ? Optional.empty()
                : Optional.of("it is about " + target.rows() + " rows of the fragment " + target.fragment()
                        + ", by the log about " + fragment.rows() + " of " + fragment.id());
    }

    private Optional<String> otherChanges(SidecarSummary summary, SidecarFile file) {
        if (summary.deletedRows() != file.deletedRows()) {
            return Optional.of("it deletes " + summary.deletedRows() + " rows, by the log " + file.deletedRows());
        }
        List<Integer> changed = summary.fields().stream()
                .map(SidecarSummary.FieldChange::fieldId)
                .sorted()
                .toList();
        if (!changed.equals(file.fields())) {
            return Optional.of("it has new values of the fields " + changed + ", by the log of " + file.fields());
        }
        // of a fragment that the newest version does not have, the rows are not known
        Optional<Long> placed = file.inserted().isEmpty()
                ? Optional.of(0L)
                : file.inserted().map(newest::get).map(Fragment::rows);
        return placed.filter(rows -> rows != summary.insertedRows())
                .map(rows -> "it places " + summary.insertedRows() + " rows, by the log " + rows);
    }

    /** Reads all new values: their positions are within the rows, and ascend. */
    private static void checkPositions(Sidecar sidecar) throws IOException {
        Map<Integer, String> names = new HashMap<>();
        for (Field field : sidecar.changedFields()) {
            names.put(field.fieldId().orElseThrow(), field.name());
        }
        sidecar.values(names, 0, sidecar.target().rows());
    }

    private static Optional<String> wrongBounds(SidecarSummary summary, FileUse use) throws IOException {
        Map<Integer, Type> leaves = use.schema().leaves();
        LogRow row = use.sidecar().orElseThrow().row();
        for (SidecarSummary.FieldChange change : summary.fields()) {
            Type type = leaves.get(change.fieldId()); // null if the field was dropped since, or is nested
            Optional<ColumnBounds> values = type == null
                    ? Optional.empty()
                    : Widening.widened(ColumnBounds.of(change.type(), change.rows(), change.values()), type);
            Optional<ColumnBounds> told =
                    values.isEmpty() ? Optional.empty() : FragmentBounds.ofRow(row, change.fieldId(), type);
            Optional<String> problem = told.flatMap(bounds -> BoundsCheck.difference(bounds, values.get()));
            if (problem.isPresent()) {
                return problem.map(what -> "its new values of the field " + change.fieldId() + ": " + what);
            }
        }
        return Optional.empty();
    }
}
