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
package dev.stoa.spark.internal.read;

import dev.stoa.format.ColumnVector;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.ColumnPath;
import dev.stoa.spark.internal.columns.StoaColumn;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Counts, minima and maxima of all rows of a table, where the log has them exactly. The driver has the result when it plans, so no
 * task reads the table. Counts of values, minima and maxima need fragments without sidecars, and bounds that are values.
 *
 * @param readSchema the types of the results
 * @param description of the scan
 * @param row the results
 */
record LogAnswer(StructType readSchema, String description, InternalRow row)
        implements LocalScan, SupportsReportStatistics {

    /** Returns the results of some functions without groups, if the log has all of them. */
    static Optional<InternalRow> of(AggregateFunctions asked, Snapshot snapshot, StructType result) throws IOException {
        if (asked.hasSums()) {
            return Optional.empty();
        }
        List<Fragment> fragments = snapshot.fragments();
        Object[] values = new Object[asked.functions().size()];
        for (int i = 0; i < values.length; i++) {
            AggregateFunctions.Function function = asked.functions().get(i);
            if (function.kind() == AggregateFunctions.Kind.ROWS) {
                values[i] = fragments.stream().mapToLong(Fragment::liveRows).sum();
                continue;
            }
            Optional<ColumnBounds> known = bounds(asked.columns().get(function.column()), snapshot, fragments);
            DataType type = result.fields()[i].dataType();
            Optional<Value> value = known.flatMap(bounds -> value(function.kind(), bounds, type));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values[i] = value.get().orNull();
        }
        return Optional.of(new GenericInternalRow(values));
    }

    /** A result, which may be null. */
    private record Value(Object orNull) {}

    /** Returns the bounds of all rows; nothing if the log does not have them, or the column is within another. */
    private static Optional<ColumnBounds> bounds(ColumnPath path, Snapshot snapshot, List<Fragment> fragments)
            throws IOException {
        OptionalInt place = snapshot.schema().indexOf(path.names().get(0));
        if (path.names().size() > 1 || place.isEmpty()) {
            return Optional.empty();
        }
        int id = snapshot.schema().fields().get(place.getAsInt()).fieldId().orElseThrow();
        return snapshot.exactBounds(fragments, id);
    }

    private static Optional<Value> value(AggregateFunctions.Kind kind, ColumnBounds bounds, DataType type) {
        if (kind == AggregateFunctions.Kind.VALUES) {
            return Optional.of(new Value(bounds.rows() - bounds.nullCount()));
        } else if (bounds.values() == 0) {
            return Optional.of(new Value(null));
        }
        boolean isMin = kind == AggregateFunctions.Kind.MIN;
        Optional<ColumnVector> bound = isMin ? bounds.min() : bounds.max();
        boolean isExact = isMin ? bounds.minExact() : bounds.maxExact();
        return bound.filter(vector -> isExact).map(vector -> new Value(StoaColumn.value(vector, type)));
    }

    @Override
    public InternalRow[] rows() {
        return new InternalRow[] {row};
    }

    @Override
    public Statistics estimateStatistics() {
        return new ScanEstimate(OptionalLong.of(readSchema.defaultSize()), OptionalLong.of(1), Map.of());
    }
}
