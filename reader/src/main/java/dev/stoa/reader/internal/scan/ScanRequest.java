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
package dev.stoa.reader.internal.scan;

import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.plan.ScanPlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A scan as a program describes it, with columns by the paths that the program has for them.
 *
 * @param columns the columns of the batches
 * @param filter selects rows
 * @param rows the rows to look at
 * @param changes of the rows
 * @param withMinMax whether the MinMax of the columns is needed too
 * @param limits sizes of batches and steps
 */
public record ScanRequest(
        Columns columns,
        Optional<Filter> filter,
        RowRanges rows,
        RowChanges changes,
        boolean withMinMax,
        ScanPlan.Limits limits) {

    /**
     * The columns of the batches.
     *
     * @param selected in their order; absent for all
     * @param parts the type to read of a selected column, if the scan does not read all of it
     */
    public record Columns(Optional<List<ColumnPath>> selected, Map<ColumnPath, Type> parts) {
        /** Every column, and all of it. */
        public static final Columns ALL = new Columns(Optional.empty(), Map.of());

        /** The part to read of a column, by its place; absent for all of it. */
        Optional<Type> part(int column) {
            return selected.map(paths -> parts.get(paths.get(column)));
        }
    }
}
