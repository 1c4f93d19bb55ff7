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

import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.columns.StoaColumn;
import dev.stoa.table.DistinctCounts;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;

/**
 * The estimate of a scan for the optimiser. It comes from the log alone: no data file is opened for it.
 *
 * @param sizeInBytes of the rows as Spark holds them
 * @param columnStats of columns with bounds in the log
 */
record ScanEstimate(OptionalLong sizeInBytes, OptionalLong numRows, Map<NamedReference, ColumnStatistics> columnStats)
        implements Statistics {
    private static final long ROW_BYTES = 8;

    /** How many times as long as Spark's estimate rows with texts may be. */
    private static final long LONGER = 16;

    /**
     * Of rows of some types.
     *
     * @param columns what is known of them
     */
    static ScanEstimate of(StructType schema, long rows, Map<NamedReference, ColumnStatistics> columns) {
        long width = ROW_BYTES;
        for (StructField field : schema.fields()) {
            ColumnStatistics known = columns.get(SparkTypes.reference(field.name()));
            width += known == null
                    ? field.dataType().defaultSize()
                    : known.avgLen().orElse(field.dataType().defaultSize());
        }
        return new ScanEstimate(OptionalLong.of(Math.max(1, rows * width)), OptionalLong.of(rows), columns);
    }

    /**
     * Of rows without statistics of their columns. A text counts as Spark's 20 bytes. Where the lengths of texts may decide whether
     * Spark broadcasts the rows, it counts with its average length in the log.
     *
     * @param most up to how many bytes Spark broadcasts
     */
    static ScanEstimate ofSize(StructType schema, long rows, Snapshot snapshot, List<Fragment> read, long most)
            throws IOException {
        StructType texts = new StructType(Arrays.stream(schema.fields())
                .filter(field -> hasLength(field.dataType()))
                .toArray(StructField[]::new));
        ScanEstimate plain = of(schema, rows, Map.of());
        long bytes = plain.sizeInBytes.getAsLong();
        long least = bytes - rows * texts.defaultSize();
        boolean decides = least <= most && most / LONGER <= bytes;
        return texts.isEmpty() || !decides
                ? plain
                : new ScanEstimate(
                        of(schema, rows, columns(texts, snapshot, read)).sizeInBytes, plain.numRows, Map.of());
    }

    /** An estimate of a share of the rows, without statistics of columns. */
    ScanEstimate times(double share) {
        return new ScanEstimate(
                OptionalLong.of(Math.max(1, Math.round(sizeInBytes.getAsLong() * share))),
                OptionalLong.of(Math.round(numRows.getAsLong() * share)),
                Map.of());
    }

    /** Returns the log's statistics of the columns in the fragments to read. */
    static Map<NamedReference, ColumnStatistics> columns(StructType schema, Snapshot snapshot, List<Fragment> read)
            throws IOException {
        Map<NamedReference, ColumnStatistics> columns = new HashMap<>();
        Schema table = snapshot.schema();
        DistinctCounts counts = DistinctCounts.of(snapshot.properties());
        long live = read.stream().mapToLong(Fragment::liveRows).sum();
        for (StructField field : schema.fields()) {
            OptionalInt place = table.indexOf(field.name());
            if (place.isEmpty() || !isOrdered(field.dataType()) && !hasLength(field.dataType())) {
                continue;
            }
            int id = table.fields().get(place.getAsInt()).fieldId().getAsInt();
            Optional<ColumnBounds> bounds = snapshot.bounds(read, id);
            if (bounds.isPresent()) {
                boolean isKey = snapshot.properties().key().equals(List.of(id));
                OptionalLong told =
                        isKey ? OptionalLong.of(live) : counted(counts.of(id), live - Column.nulls(bounds.get(), live));
                Column.of(bounds.get(), live, field.dataType(), told)
                        .ifPresent(column -> columns.put(SparkTypes.reference(field.name()), column));
            }
        }
        return columns;
    }

    /** Returns about how many different values some values of a column have, if a program counted those of the column. */
    private static OptionalLong counted(Optional<DistinctCounts.Count> count, long values) {
        return count.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, Math.round(count.get().among((double) values))));
    }

    /** Whether Spark makes use of minima and maxima of a type. */
    private static boolean isOrdered(DataType type) {
        return type instanceof NumericType
                || type instanceof DateType
                || type instanceof TimestampType
                || type instanceof BooleanType;
    }

    private static boolean hasLength(DataType type) {
        return type instanceof StringType || type instanceof BinaryType;
    }

    /** Returns the number of whole numbers from one value to another, also of types that whole numbers represent. */
    static double range(Object min, Object max) {
        if (min instanceof Number least && max instanceof Number greatest) {
            return greatest.doubleValue() - least.doubleValue() + 1;
        }
        if (min instanceof Decimal least && max instanceof Decimal greatest) {
            return greatest.toDouble() - least.toDouble() + 1;
        }
        return min instanceof Boolean ? (min.equals(max) ? 1 : 2) : Double.POSITIVE_INFINITY;
    }

    /** The statistics of a column: bounds may be farther off than any value. */
    private record Column(
            Optional<Object> min,
            Optional<Object> max,
            OptionalLong nullCount,
            OptionalLong avgLen,
            OptionalLong distinctCount)
            implements ColumnStatistics {

        /**
         * Makes statistics from bounds of at least the existing rows; absent if these are not all known.
         *
         * @param live the number of rows
         * @param told the number of different values, if the table tells it
         */
        static Optional<Column> of(ColumnBounds bounds, long live, DataType type, OptionalLong told) {
            if (hasLength(type)) {
                return ofTexts(bounds, live, told);
            }
            if (bounds.rows() == 0
                    || bounds.nanCount() > 0
                    || bounds.min().isEmpty()
                    || bounds.max().isEmpty()) {
                return Optional.empty();
            }
            long nulls = nulls(bounds, live);
            Object min = StoaColumn.value(bounds.min().get(), type);
            Object max = StoaColumn.value(bounds.max().get(), type);
            return Optional.of(new Column(
                    Optional.of(min),
                    Optional.of(max),
                    OptionalLong.of(nulls),
                    OptionalLong.of(type.defaultSize()),
                    least(told, distinct(min, max, type, live - nulls))));
        }

        /** A filter may leave fewer values than a program has counted. */
        private static OptionalLong least(OptionalLong told, OptionalLong between) {
            return LongStream.concat(told.stream(), between.stream()).min();
        }

        private static long nulls(ColumnBounds bounds, long live) {
            return Math.round((double) bounds.nullCount() / bounds.rows() * live);
        }

        /** Spark has no use for the least and greatest of texts, but it has for how long they are. */
        private static Optional<Column> ofTexts(ColumnBounds bounds, long live, OptionalLong told) {
            if (bounds.values() == 0 || bounds.length().isEmpty() && told.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Column(
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.of(nulls(bounds, live)),
                    bounds.length().isEmpty() ? OptionalLong.empty() : OptionalLong.of(averageLength(bounds)),
                    told));
        }

        private static long averageLength(ColumnBounds bounds) {
            return Math.max(1, Math.round((double) bounds.length().getAsLong() / bounds.values()));
        }

        /**
         * Returns the number of values between the bounds, if it is at most the number of rows: then most of them probably
         * occur. Otherwise, as with a few codes far apart, the number of different values is unknown. The number of rows
         * would make joins look as if they found next to nothing.
         */
        private static OptionalLong distinct(Object min, Object max, DataType type, long rows) {
            double steps = range(min, max);
            if (min instanceof Decimal least) {
                steps = (steps - 1) * Math.pow(10, least.scale()) + 1;
            } else if (type instanceof DoubleType || type instanceof FloatType) {
                steps = min.equals(max) ? 1 : Double.POSITIVE_INFINITY;
            }
            return steps <= rows ? OptionalLong.of(Math.max(1, Math.round(steps))) : OptionalLong.empty();
        }

        @Override
        public OptionalLong maxLen() {
            return min.isPresent() ? avgLen : OptionalLong.empty();
        }
    }
}
