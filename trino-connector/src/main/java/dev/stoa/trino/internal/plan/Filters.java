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
package dev.stoa.trino.internal.plan;

import dev.stoa.format.Field;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScanBuilder;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Trino's conditions on columns as filters of scans. */
public final class Filters {
    private Filters() {}

    /** Whether literals of a column's type in Trino compare with its values as Trino's do. */
    public static boolean areExact(Field field, Type shown) {
        TypeKind kind = field.type().kind();
        boolean isSpatial = kind == TypeKind.GEOMETRY || kind == TypeKind.GEOGRAPHY;
        return !isSpatial && Literals.areExact(shown);
    }

    /** Whether a scan can judge a condition as Trino does. */
    public static boolean canJudge(ColumnHandle column, Domain domain) {
        ValueSet values = domain.getValues();
        StoaColumn judged = (StoaColumn) column;
        return judged.isStored() && (judged.isExact() || values.isAll() || values.isNone());
    }

    /** The part of some conditions that a scan can judge. */
    public static TupleDomain<StoaColumn> judged(TupleDomain<ColumnHandle> conditions) {
        return conditions.filter(Filters::canJudge).transformKeys(StoaColumn.class::cast);
    }

    /** The filter that keeps what matches; empty if all does. */
    public static Optional<Filter> of(TupleDomain<StoaColumn> conditions) {
        if (conditions.isNone()) {
            return Optional.of(Filter.or());
        }
        List<Filter> all = new ArrayList<>();
        for (Map.Entry<StoaColumn, Domain> one :
                conditions.getDomains().orElseThrow().entrySet()) {
            if (!one.getValue().isAll()) {
                all.add(of(one.getKey(), one.getValue()));
            }
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(new Filter.And(all));
    }

    /** Begins a scan of the rows that meet the conditions. */
    public static TableScanBuilder scan(Snapshot snapshot, TupleDomain<StoaColumn> conditions) {
        TableScanBuilder scan = snapshot.scan();
        of(conditions).ifPresent(scan::filter);
        return scan;
    }

    private static Filter of(StoaColumn column, Domain domain) {
        List<Filter> any = new ArrayList<>();
        String path = column.path().toString();
        if (domain.isNullAllowed()) {
            any.add(Filter.isNull(path));
        }
        ValueSet values = domain.getValues();
        if (values.isAll()) {
            any.add(Filter.isNotNull(path));
        } else if (values.isDiscreteSet()) { // without a range for each of 100,000 points
            addPoints(any, column, values.getDiscreteSet());
        } else if (!values.isNone()) {
            values.getValuesProcessor()
                    .consume(
                            ranges -> addRanges(any, column, ranges.getOrderedRanges()),
                            discrete -> addDiscrete(any, column, discrete.isInclusive(), discrete.getValues()),
                            all -> any.add(all.isAll() ? Filter.isNotNull(path) : Filter.or()));
        }
        return new Filter.Or(any);
    }

    private static void addDiscrete(
            List<Filter> any, StoaColumn column, boolean isInclusive, Collection<Object> values) {
        String path = column.path().toString();
        List<Object> literals =
                values.stream().map(value -> Literals.of(column.type(), value)).toList();
        Filter in = Filter.in(path, literals);
        any.add(isInclusive ? in : Filter.not(in));
    }

    /** Adds the points. Joins send all keys of a table, which are one range for the scan of each split. */
    private static void addPoints(List<Filter> any, StoaColumn column, List<Object> values) {
        if (!isRun(column.type(), values)) {
            addDiscrete(any, column, true, values);
            return;
        }
        Object low = Literals.of(column.type(), values.get(0));
        Object high = Literals.of(column.type(), values.get(values.size() - 1));
        any.add(Filter.between(column.path().toString(), low, high));
    }

    /** Whether each of several integers is the one before it and one. */
    private static boolean isRun(Type type, List<Object> values) {
        boolean hasNext = switch (type) {
            case TinyintType _, SmallintType _, IntegerType _, BigintType _, DateType _ -> values.size() > 1;
            default -> false;
        };
        for (int i = 1; hasNext && i < values.size(); i++) {
            hasNext = (Long) values.get(i) - 1 == (Long) values.get(i - 1);
        }
        return hasNext;
    }

    private static void addRanges(List<Filter> any, StoaColumn column, List<Range> ranges) {
        String path = column.path().toString();
        List<Object> points = new ArrayList<>();
        for (Range range : ranges) {
            if (range.isSingleValue()) {
                points.add(Literals.of(column.type(), range.getSingleValue()));
                continue;
            }
            List<Filter> both = new ArrayList<>();
            if (!range.isLowUnbounded()) {
                Object low = Literals.of(column.type(), range.getLowBoundedValue());
                both.add(range.isLowInclusive() ? Filter.greaterOrEqual(path, low) : Filter.greater(path, low));
            }
            if (!range.isHighUnbounded()) {
                Object high = Literals.of(column.type(), range.getHighBoundedValue());
                both.add(range.isHighInclusive() ? Filter.lessOrEqual(path, high) : Filter.less(path, high));
            }
            any.add(new Filter.And(both));
        }
        if (!points.isEmpty()) {
            any.add(Filter.in(path, points));
        }
    }
}
