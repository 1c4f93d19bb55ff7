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
package dev.stoa.hive.internal.table;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TimeUnits;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.hive.common.StatsSetupConst;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsData;
import org.apache.hadoop.hive.metastore.api.ColumnStatisticsObj;
import org.apache.hadoop.hive.metastore.api.Date;
import org.apache.hadoop.hive.metastore.api.DateColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Decimal;
import org.apache.hadoop.hive.metastore.api.DecimalColumnStatsData;
import org.apache.hadoop.hive.metastore.api.DoubleColumnStatsData;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.LongColumnStatsData;
import org.apache.hadoop.hive.metastore.api.Timestamp;
import org.apache.hadoop.hive.metastore.api.TimestampColumnStatsData;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Statistics of a version of a table for Hive's planner, from the log; no data file is opened for them. Rows are counted
 * exactly. No value of a column is beyond the bounds, but these may be wider, as rows were deleted. Other numbers are
 * estimates.
 */
public final class LogStatistics {
    private final Snapshot snapshot;
    private final Naming naming;
    private final double distinctShare;

    /**
     * Statistics of a version.
     *
     * @param naming how Hive's columns are found in the log
     * @param distinctShare the expected share of distinct values in the rows, if nothing is known
     */
    public LogStatistics(Snapshot snapshot, Naming naming, double distinctShare) {
        this.snapshot = snapshot;
        this.naming = naming;
        this.distinctShare = distinctShare;
    }

    /** Rows, files and bytes. */
    public Map<String, String> basic() throws IOException {
        long bytes = 0;
        long files = 0;
        for (Fragment fragment : snapshot.fragments()) {
            files += fragment.files().size();
            bytes += fragment.files().stream()
                    .mapToLong(file -> file.identity().length())
                    .sum();
        }
        Map<String, String> stats = new HashMap<>();
        stats.put(StatsSetupConst.ROW_COUNT, Long.toString(snapshot.rowCount()));
        stats.put(StatsSetupConst.NUM_FILES, Long.toString(files));
        stats.put(StatsSetupConst.TOTAL_SIZE, Long.toString(bytes));
        return stats;
    }

    /**
     * Returns those of columns of numbers, dates and timestamps with bounds in the log. Of others Hive makes a guess.
     *
     * @param columns all of the table
     * @param asked the names of some
     */
    public List<ColumnStatisticsObj> columns(List<FieldSchema> columns, List<String> asked) throws IOException {
        List<ColumnStatisticsObj> found = new ArrayList<>();
        List<Field> fields = snapshot.schema().fields();
        for (int i = 0; i < columns.size(); i++) {
            FieldSchema column = columns.get(i);
            OptionalInt place = naming.column(fields, i, column.getName());
            TypeInfo type = TypeInfoUtils.getTypeInfoFromTypeString(column.getType());
            if (asked.contains(column.getName())
                    && place.isPresent()
                    && type instanceof PrimitiveTypeInfo primitive
                    && isComparable(fields.get(place.getAsInt()).type(), primitive)) {
                Optional<ColumnBounds> bounds = bounds(fields.get(place.getAsInt()));
                if (bounds.isPresent()) {
                    found.add(new ColumnStatisticsObj(column.getName(), column.getType(), data(bounds.get())));
                }
            }
        }
        return found;
    }

    /** Whether bounds of a type of the log are bounds of what Hive reads. */
    private static boolean isComparable(Type stored, PrimitiveTypeInfo type) {
        return switch (type.getPrimitiveCategory()) {
            case BYTE, SHORT, INT, LONG ->
                switch (stored.kind()) {
                    case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32 -> true;
                    default -> false;
                };
            case FLOAT, DOUBLE -> stored.kind() == TypeKind.FLOAT32 || stored.kind() == TypeKind.FLOAT64;
            case DECIMAL -> stored.kind() == TypeKind.DECIMAL;
            case DATE -> stored.kind() == TypeKind.DATE;
            case TIMESTAMP -> stored.kind() == TypeKind.TIMESTAMP && !stored.utc();
            default -> false;
        };
    }

    private Optional<ColumnBounds> bounds(Field field) throws IOException {
        Optional<ColumnBounds> all =
                snapshot.bounds(snapshot.fragments(), field.fieldId().getAsInt());
        boolean isKnown = all.isPresent()
                && all.get().nanCount() == 0
                && all.get().min().isPresent()
                && all.get().max().isPresent();
        return isKnown ? all : Optional.empty();
    }

    private ColumnStatisticsData data(ColumnBounds bounds) throws IOException {
        long rows = snapshot.rowCount();
        // of existing rows and of some that were
        long nulls = Math.round((double) bounds.nullCount() / bounds.rows() * rows);
        long distinct = Math.max(1, Math.round((rows - nulls) * distinctShare));
        ColumnVector min = bounds.min().orElseThrow();
        ColumnVector max = bounds.max().orElseThrow();
        Type type = bounds.type();
        return switch (type.kind()) {
            case FLOAT32, FLOAT64 -> {
                DoubleColumnStatsData data = new DoubleColumnStatsData(nulls, distinct);
                data.setLowValue(floating(min));
                data.setHighValue(floating(max));
                yield ColumnStatisticsData.doubleStats(data);
            }
            case DECIMAL -> {
                DecimalColumnStatsData data = new DecimalColumnStatsData(nulls, atMost(distinct, min, max));
                data.setLowValue(decimal(min, type.scale()));
                data.setHighValue(decimal(max, type.scale()));
                yield ColumnStatisticsData.decimalStats(data);
            }
            case DATE -> {
                DateColumnStatsData data = new DateColumnStatsData(nulls, atMost(distinct, min, max));
                data.setLowValue(new Date(integer(min).longValue()));
                data.setHighValue(new Date(integer(max).longValue()));
                yield ColumnStatisticsData.dateStats(data);
            }
            case TIMESTAMP -> {
                TimeUnits units = new TimeUnits(type);
                TimestampColumnStatsData data = new TimestampColumnStatsData(nulls, atMost(distinct, min, max));
                data.setLowValue(new Timestamp(units.seconds(min, 0)));
                // a part of a second more
                data.setHighValue(new Timestamp(units.seconds(max, 0) + 1));
                yield ColumnStatisticsData.timestampStats(data);
            }
            default -> {
                LongColumnStatsData data = new LongColumnStatsData(nulls, atMost(distinct, min, max));
                data.setLowValue(integer(min).longValue());
                data.setHighValue(integer(max).longValue());
                yield ColumnStatisticsData.longStats(data);
            }
        };
    }

    /** At most the number of values between two. */
    private static long atMost(long distinct, ColumnVector min, ColumnVector max) {
        BigInteger width = integer(max).subtract(integer(min)).add(BigInteger.ONE);
        return width.min(BigInteger.valueOf(distinct)).longValue();
    }

    private static BigInteger integer(ColumnVector value) {
        if (value instanceof Int128Vector wide) {
            return wide.get(0);
        }
        return BigInteger.valueOf(
                value instanceof LongVector longs ? longs.values()[0] : ((IntVector) value).values()[0]);
    }

    private static double floating(ColumnVector value) {
        double bound = value instanceof FloatVector floats ? floats.values()[0] : ((DoubleVector) value).values()[0];
        // a zero without its sign
        return bound + 0.0;
    }

    private static Decimal decimal(ColumnVector value, int scale) {
        return new Decimal((short) scale, ByteBuffer.wrap(integer(value).toByteArray()));
    }
}
