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
package dev.stoa.trino.internal.metadata;

import dev.stoa.format.Schema;
import dev.stoa.table.DistinctCounts;
import dev.stoa.table.TableOperations;
import dev.stoa.trino.internal.plan.StoaColumn;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.expression.FunctionName;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.statistics.ColumnStatisticMetadata;
import io.trino.spi.statistics.ComputedStatistics;
import io.trino.spi.statistics.TableStatisticsMetadata;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code ANALYZE}: Trino counts the different values of columns, and a property of the table keeps the numbers. */
public final class Analysis {
    private static final String COLUMNS = "columns";
    private static final FunctionName DISTINCT = new FunctionName("approx_distinct");
    private static final FunctionName VALUES = new FunctionName("count");

    private Analysis() {}

    /** The properties of the statement. */
    @SuppressWarnings("unchecked") // Trino has checked the types
    public static List<PropertyMetadata<?>> properties() {
        return List.of(new PropertyMetadata<>(
                COLUMNS,
                "columns whose different values are counted; all by default",
                new ArrayType(VarcharType.VARCHAR),
                List.class,
                null,
                false,
                value -> (List<String>) value,
                value -> value));
    }

    /** The values that Trino counts: those of the wanted columns, or of all whose values can be compared. */
    @SuppressWarnings("unchecked") // see above
    static TableStatisticsMetadata wanted(Collection<StoaColumn> columns, Map<String, Object> properties) {
        Map<String, StoaColumn> countable = columns.stream()
                .filter(Analysis::isCountable)
                .collect(Collectors.toMap(column -> name(column.name()), column -> column));
        Set<String> names = new TreeSet<>(countable.keySet());
        Optional.ofNullable((List<String>) properties.get(COLUMNS)).ifPresent(wanted -> {
            Set<String> some = wanted.stream().map(Analysis::name).collect(Collectors.toCollection(TreeSet::new));
            some.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
                throw new TrinoException(
                        StandardErrorCode.INVALID_ANALYZE_PROPERTY,
                        "the values of '" + name + "' can't be counted: name columns of the table that are not nested,"
                                + " such as " + names);
            });
            names.retainAll(some);
        });
        Set<ColumnStatisticMetadata> statistics = new HashSet<>();
        for (String name : names) {
            statistics.add(counted(name, DISTINCT));
            statistics.add(counted(name, VALUES));
        }
        return new TableStatisticsMetadata(statistics, Set.of(), List.of());
    }

    private static ColumnStatisticMetadata counted(String column, FunctionName function) {
        return new ColumnStatisticMetadata(column, function.getName(), function);
    }

    private static boolean isCountable(StoaColumn column) {
        Type type = column.type();
        boolean isNested = type instanceof RowType || type instanceof ArrayType || type instanceof MapType;
        return column.isStored() && type.isComparable() && !isNested;
    }

    private static String name(String column) {
        return column.toLowerCase(Locale.ENGLISH);
    }

    /** Commits what Trino has counted. */
    static void finish(TableOperations table, Collection<ComputedStatistics> counted) {
        Map<ColumnStatisticMetadata, Long> numbers = new HashMap<>();
        for (ComputedStatistics one : counted) {
            one.getColumnStatistics().forEach((what, block) -> numbers.put(what, number(block)));
        }
        StoaErrors.unchecked(() -> table.run("analyze", transaction -> {
            DistinctCounts counts = counts(transaction.snapshot().schema(), numbers);
            transaction.setProperties(counts.addTo(transaction.snapshot().properties()));
        }));
    }

    private static long number(Block block) {
        return BigintType.BIGINT.getLong(block, 0);
    }

    private static DistinctCounts counts(Schema schema, Map<ColumnStatisticMetadata, Long> numbers) {
        Map<Integer, DistinctCounts.Count> counts = new HashMap<>();
        schema.fields().forEach(field -> {
            Long distinct = numbers.get(counted(name(field.name()), DISTINCT));
            Long values = numbers.get(counted(name(field.name()), VALUES));
            if (distinct != null && values != null) {
                counts.put(field.fieldId().orElseThrow(), new DistinctCounts.Count(Math.min(distinct, values), values));
            }
        });
        return new DistinctCounts(counts);
    }
}
