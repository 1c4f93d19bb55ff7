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
package dev.stoa.table;

import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.internal.log.BranchFolder;
import dev.stoa.table.internal.log.TableState;
import dev.stoa.table.internal.scan.KeptRows;
import dev.stoa.table.internal.scan.TableImage;
import dev.stoa.table.internal.schema.TableSchema;
import dev.stoa.vio.Folder;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A table as it was at one version. Later commits don't change it, and it stays readable until its version expires.
 * Immutable, and safe for several threads.
 */
public final class Snapshot {
    private final TableImage image;
    private final KeptRows kept;

    Snapshot(TableImage image, KeptRows kept) {
        this.image = image;
        this.kept = kept;
    }

    /** Returns a snapshot without any cached state. */
    public static Snapshot alone(Folder folder, TableState state) {
        TableImage image = TableImage.of(folder, state);
        return new Snapshot(image, new KeptRows(image.changes(), 0));
    }

    /** The view of it that scans get. */
    public TableImage image() {
        return image;
    }

    public Folder folder() {
        return image.folder();
    }

    /** Whether it is a version of a branch, whose data files are in the folder of its table. */
    public boolean isOfBranch() {
        return image.folder() instanceof BranchFolder;
    }

    public TableState state() {
        return image.state();
    }

    /** The id of the table: one that is recreated in the same folder has another. */
    public UUID table() {
        return state().table();
    }

    /** The version; the first is 0. */
    public long version() {
        return state().version();
    }

    /** When it was committed. */
    public Instant time() {
        return state().info().time();
    }

    /** The commit that made it. */
    public CommitInfo commit() {
        return state().info();
    }

    /** The columns; every field has an id. */
    public Schema schema() {
        return image.schema();
    }

    /** The greatest field id that any version up to this one ever had. */
    public int lastFieldId() {
        return state().schema().lastFieldId();
    }

    /** The declarations besides the schema: order, key, partitions and others. */
    public TableProperties properties() {
        return state().properties();
    }

    /** The number of fragments. */
    public int fragmentCount() {
        return state().held().size();
    }

    /**
     * The fragments, in the order of their commits. In a large table this reads most of the log; a scan with a filter
     * reads what it needs.
     *
     * @throws IOException if the log can't be read
     */
    public List<Fragment> fragments() throws IOException {
        return image.fragments();
    }

    /**
     * A fragment.
     *
     * @throws IOException if the log can't be read
     */
    public Optional<Fragment> fragment(UUID id) throws IOException {
        return image.fragment(id);
    }

    /**
     * The number of rows, without those that are deleted.
     *
     * @throws IOException if the log can't be read
     */
    public long rowCount() throws IOException {
        return state().fragments().values().stream()
                .mapToLong(Fragment::liveRows)
                .sum();
    }

    /**
     * The bounds that the log records of a field in a fragment, with all changes. They cover at least the present
     * values, and perhaps deleted or replaced ones.
     *
     * @param fieldId of a field that is neither nested nor below a list or map
     * @return absent where the log records nothing, or its bounds are damaged
     * @throws IllegalArgumentException if no such field exists
     */
    public Optional<ColumnBounds> bounds(Fragment fragment, int fieldId) throws IOException {
        return image.bounds(List.of(fragment), fieldId);
    }

    /**
     * The bounds of a field in several fragments together. {@link #bounds(Fragment, int)} says what they mean.
     *
     * @param fieldId of a field that is neither nested nor below a list or map
     * @return absent without fragments, or if the log records nothing about one of them, or its bounds are damaged
     * @throws IllegalArgumentException if no such field exists
     */
    public Optional<ColumnBounds> bounds(Collection<Fragment> fragments, int fieldId) throws IOException {
        return image.bounds(fragments, fieldId);
    }

    /**
     * The bounds of a field in several fragments together, if they tell of all rows of these and of no others. Then their numbers
     * of rows, nulls and NaN are those of the rows, and a bound that is a value is the least or the greatest one.
     *
     * @param fieldId of a field that is neither nested nor below a list or map
     * @return absent where {@link #bounds(Collection, int)} is, or if a fragment has sidecars, or bounds of some rows are unknown
     * @throws IllegalArgumentException if no such field exists
     */
    public Optional<ColumnBounds> exactBounds(Collection<Fragment> fragments, int fieldId) throws IOException {
        if (fragments.stream().anyMatch(fragment -> !fragment.sidecars().isEmpty())) {
            return Optional.empty();
        }
        long rows = fragments.stream().mapToLong(Fragment::rows).sum();
        return bounds(fragments, fieldId).filter(bounds -> bounds.rows() == rows);
    }

    /** A scan of this version, to be described. */
    public TableScanBuilder scan() {
        return new TableScanBuilder(image, kept);
    }

    /** The type of a field that may have bounds. */
    public Type leaf(int fieldId) {
        return state().schema()
                .leaf(fieldId)
                .map(TableSchema.Leaf::type)
                .orElseThrow(() -> new IllegalArgumentException("no field " + fieldId + " with values of its own"));
    }

    @Override
    public String toString() {
        return image.toString();
    }
}
