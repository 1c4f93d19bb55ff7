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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.reader.internal.filter.BoundsFilter;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the scans of {@linkplain KeptRows kept fragments} for one scan of a table: what these have in common is found out once.
 * Safe for several threads.
 */
public final class KeptScans {
    private final ScanRequest request;
    private final KeptRows kept;
    /** Found out for the first small fragment; null before. */
    private Optional<Columns> columns;

    public KeptScans(ScanRequest request, KeptRows kept) {
        this.request = request;
        this.kept = kept;
    }

    /**
     * The columns that a scan needs.
     *
     * @param all of them, each once
     * @param types theirs as text
     * @param output which of them the batches have
     * @param schema of the batches
     * @param tested which of them the filter has
     * @param filter of batches that have those
     */
    record Columns(
            List<TableColumn> all,
            List<String> types,
            List<Integer> output,
            Schema schema,
            List<Integer> tested,
            Optional<Tests> filter) {}

    /** A filter, to be copied, and the schema of the batches that it takes. */
    record Tests(BatchFilter filter, Schema schema) {}

    /** Returns the rows of a fragment, if it is small, and the requested columns have no fields and elements. */
    Optional<KeptScan> of(Fragment fragment) throws IOException {
        boolean isWhole = request.rows().isEmpty() && request.limits().batchRows() >= KeptRows.VECTOR_ROWS;
        if (!isWhole || !kept.isSmall(fragment)) {
            return Optional.empty();
        }
        Optional<Columns> needed = columns();
        return needed.isEmpty() ? Optional.empty() : kept.scan(request.image(), fragment, needed.get());
    }

    private synchronized Optional<Columns> columns() {
        if (columns == null) {
            columns = find();
        }
        return columns;
    }

    private Optional<Columns> find() {
        List<TableColumn> all = new ArrayList<>();
        List<Integer> output = places(request.columns(), all);
        List<TableColumn> conditions = request.tested();
        List<Integer> tested = places(conditions, all);
        List<String> types = new ArrayList<>(all.size());
        for (TableColumn column : all) {
            if (column.chain().size() > 1 || !column.isLeaf()) {
                return Optional.empty();
            }
            types.add(column.type().toString());
        }
        if (all.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Columns(
                all,
                types,
                output,
                request.schema(),
                tested,
                request.bounds().map(bounds -> tests(bounds, conditions))));
    }

    private static Tests tests(BoundsFilter bounds, List<TableColumn> conditions) {
        List<Field> fields = new ArrayList<>(conditions.size());
        for (TableColumn column : conditions) {
            fields.add(column.output());
        }
        Schema schema = new Schema(fields);
        return new Tests(bounds.ofBatches(schema), schema);
    }

    /** Returns the places of columns among all, and adds the missing ones to all. */
    private static List<Integer> places(List<TableColumn> columns, List<TableColumn> all) {
        List<Integer> places = new ArrayList<>();
        for (TableColumn column : columns) {
            int place = all.indexOf(column);
            if (place < 0) {
                place = all.size();
                all.add(column);
            }
            places.add(place);
        }
        return places;
    }
}
