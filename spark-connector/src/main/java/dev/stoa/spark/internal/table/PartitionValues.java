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
package dev.stoa.spark.internal.table;

import dev.stoa.format.Field;
import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.table.Fragment;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The partitions of a version of a table, as Spark shows them. A column that divides the table by its values has its own name and
 * type, as does {@code s_trunc}, its first characters. {@code at_year}, {@code id_bucket} and {@code id_range} are numbers, and
 * {@code at_day} is a date. {@code at_month} and {@code at_hour} are texts, such as 2026-03 and 2026-03-01-17.
 */
public final class PartitionValues {
    private static final int MONTHS = 12;
    private static final int HOURS = 24;
    private static final int FIRST_YEAR = 1970;

    private final Snapshot snapshot;
    private final List<Column> columns = new ArrayList<>();

    /** How the part of a column is shown. */
    private record Column(String name, DataType type, String transform) {}

    /** Those of a version. */
    public PartitionValues(Snapshot snapshot) {
        this.snapshot = snapshot;
        StructType shown = FieldNotes.schema(snapshot);
        for (TableProperties.PartitionColumn declared : snapshot.properties().partitionedBy()) {
            Optional<Field> field = snapshot.schema().field(declared.fieldId());
            if (field.isPresent()) {
                String name = field.get().name();
                columns.add(column(name, shown.apply(name).dataType(), declared.transform()));
            }
        }
    }

    private static Column column(String name, DataType type, String transform) {
        if (transform.startsWith("truncate")) {
            return new Column(name + "_trunc", type, "value");
        }
        return switch (transform) {
            case "value" -> new Column(name, type, transform);
            case "year" -> new Column(name + "_year", DataTypes.IntegerType, transform);
            case "month" -> new Column(name + "_month", DataTypes.StringType, transform);
            case "day" -> new Column(name + "_day", DataTypes.DateType, transform);
            case "hour" -> new Column(name + "_hour", DataTypes.StringType, transform);
            default ->
                new Column(
                        name + (transform.startsWith("hash") ? "_bucket" : "_range"), DataTypes.IntegerType, transform);
        };
    }

    /** Columns of a partition's parts; none if the table has no partitions. */
    public StructType schema() {
        StructType schema = new StructType();
        for (Column column : columns) {
            schema = schema.add(column.name(), column.type());
        }
        return schema;
    }

    /** The partition of a fragment; nothing if the table has none, or had others when the fragment was written. */
    public Optional<InternalRow> of(Fragment fragment) {
        return PartitionFunction.parts(snapshot, List.of(fragment)).map(parts -> row(parts.get(fragment.id())));
    }

    /** Passes if each fragment has a partition, so that the rows of one are those of its fragments. */
    void checkAll() throws IOException {
        List<Fragment> fragments = snapshot.fragments();
        if (!fragments.isEmpty() && PartitionFunction.parts(snapshot, fragments).isEmpty()) {
            throw SparkErrors.refusal(
                    SparkErrors.Condition.STOA_UNSUPPORTED,
                    snapshot
                            + ": some rows were written before the table was divided as it is now, so they are in no partition, and"
                            + " partitions can't be dropped or truncated: delete the rows by a condition");
        }
    }

    /** All partitions with their fragments. Those that were divided otherwise are in none. */
    public Map<InternalRow, List<Fragment>> all() throws IOException {
        Map<InternalRow, List<Fragment>> all = new LinkedHashMap<>();
        for (Fragment fragment : snapshot.fragments()) {
            of(fragment)
                    .ifPresent(partition -> all.computeIfAbsent(partition, row -> new ArrayList<>())
                            .add(fragment));
        }
        return all;
    }

    /** The fragments of a partition. */
    public List<UUID> fragments(InternalRow partition) throws IOException {
        return all().getOrDefault(copy(partition), List.of()).stream()
                .map(Fragment::id)
                .toList();
    }

    /** Whether a partition has values in some of its columns. */
    static boolean matches(InternalRow partition, StructType columns, String[] names, InternalRow values) {
        for (int i = 0; i < names.length; i++) {
            int at = columns.fieldIndex(names[i]);
            DataType type = columns.fields()[at].dataType();
            Object wanted = values.isNullAt(i) ? null : values.get(i, type);
            if (!Objects.equals(wanted, partition.isNullAt(at) ? null : partition.get(at, type))) {
                return false;
            }
        }
        return true;
    }

    private InternalRow copy(InternalRow partition) {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = partition.isNullAt(i)
                    ? null
                    : partition.get(i, columns.get(i).type());
        }
        return new GenericInternalRow(values);
    }

    private InternalRow row(List<String> parts) {
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = parts.get(i).equals("null") ? null : value(columns.get(i), parts.get(i));
        }
        return new GenericInternalRow(values);
    }

    private static Object value(Column column, String part) {
        return switch (column.transform()) {
            case "value" -> value(column.type(), part);
            case "year" -> Math.toIntExact(FIRST_YEAR + Long.parseLong(part));
            case "month" -> UTF8String.fromString(month(Long.parseLong(part)));
            case "day" -> Math.toIntExact(Long.parseLong(part));
            case "hour" -> UTF8String.fromString(hour(Long.parseLong(part)));
            default -> Integer.valueOf(part);
        };
    }

    private static String month(long months) {
        return String.format(
                Locale.ROOT,
                "%04d-%02d",
                FIRST_YEAR + Math.floorDiv(months, MONTHS),
                Math.floorMod(months, MONTHS) + 1);
    }

    private static String hour(long hours) {
        return String.format(
                Locale.ROOT, "%s-%02d", LocalDate.ofEpochDay(Math.floorDiv(hours, HOURS)), Math.floorMod(hours, HOURS));
    }

    private static Object value(DataType type, String part) {
        if (type instanceof BooleanType) {
            return Boolean.valueOf(part);
        } else if (type instanceof ByteType) {
            return Byte.valueOf(part);
        } else if (type instanceof ShortType) {
            return Short.valueOf(part);
        } else if (type instanceof IntegerType) {
            return Integer.valueOf(part);
        } else if (type instanceof LongType) {
            return Long.valueOf(part);
        } else if (type instanceof DateType) {
            return Math.toIntExact(LocalDate.parse(part).toEpochDay());
        } else if (type instanceof DecimalType decimal) {
            return Decimal.apply(new BigDecimal(part), decimal.precision(), decimal.scale());
        }
        return UTF8String.fromString(part.startsWith("\"") ? unquoted(part) : part);
    }

    /** The text of a quoted part. */
    private static String unquoted(String part) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < part.length() - 1; i++) {
            char c = part.charAt(i);
            if (c == '\\' && part.charAt(i + 1) == 'u') {
                text.append((char) Integer.parseInt(part, i + 2, i + 6, 16));
                i += 5;
            } else {
                text.append(c == '\\' ? part.charAt(++i) : c);
            }
        }
        return text.toString();
    }
}
