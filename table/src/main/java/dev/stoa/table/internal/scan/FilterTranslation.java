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

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A filter on columns of a table as one on those of a file. Columns that the file does not have are null in all rows. So a
 * condition on them is true or it is not. SQL's "unknown" is never true, negated or not.
 */
public final class FilterTranslation {
    private static final Filter ALL = Filter.and();
    private static final Filter NONE = Filter.or();

    private final Function<ColumnPath, Optional<ColumnPath>> names;

    /**
     * A translation.
     *
     * @param names the path in the file, if the file has the column
     */
    public FilterTranslation(Function<ColumnPath, Optional<ColumnPath>> names) {
        this.names = names;
    }

    public Filter translate(Filter filter) {
        return translate(filter, true);
    }

    /** A filter that is true where the other is true, or where it is false. */
    private Filter translate(Filter filter, boolean wanted) {
        if (filter instanceof Filter.And f) {
            return wanted ? new Filter.And(all(f.filters(), true)) : new Filter.Or(all(f.filters(), false));
        } else if (filter instanceof Filter.Or f) {
            return wanted ? new Filter.Or(all(f.filters(), true)) : new Filter.And(all(f.filters(), false));
        } else if (filter instanceof Filter.Not f) {
            return translate(f.filter(), !wanted);
        }
        Optional<ColumnPath> name = names.apply(column(filter));
        if (name.isPresent()) {
            Filter there = renamed(filter, name.get());
            return wanted ? there : Filter.not(there);
        }
        if (filter instanceof Filter.IsNull) {
            return wanted ? ALL : NONE;
        }
        boolean isFalse = filter instanceof Filter.Compare f && f.operator() == Filter.Operator.NULL_SAFE_EQUAL;
        return isFalse && !wanted ? ALL : NONE;
    }

    private List<Filter> all(List<Filter> filters, boolean wanted) {
        return filters.stream().map(part -> translate(part, wanted)).toList();
    }

    private static ColumnPath column(Filter leaf) {
        if (leaf instanceof Filter.Compare f) {
            return f.column();
        } else if (leaf instanceof Filter.In f) {
            return f.column();
        } else if (leaf instanceof Filter.Between f) {
            return f.column();
        } else if (leaf instanceof Filter.StartsWith f) {
            return f.column();
        } else if (leaf instanceof Filter.Contains f) {
            return f.column();
        }
        return ((Filter.IsNull) leaf).column();
    }

    private static Filter renamed(Filter leaf, ColumnPath name) {
        if (leaf instanceof Filter.Compare f) {
            return new Filter.Compare(name, f.operator(), f.literal());
        } else if (leaf instanceof Filter.In f) {
            return new Filter.In(name, f.literals());
        } else if (leaf instanceof Filter.Between f) {
            return new Filter.Between(name, f.low(), f.high());
        } else if (leaf instanceof Filter.StartsWith f) {
            return new Filter.StartsWith(name, f.prefix());
        } else if (leaf instanceof Filter.Contains f) {
            return new Filter.Contains(name, f.part());
        }
        return new Filter.IsNull(name);
    }

    /** Filters that are all true where a filter is. */
    public static List<Filter> conjuncts(Filter filter) {
        if (!(filter instanceof Filter.And and)) {
            return List.of(filter);
        }
        return and.filters().stream().flatMap(part -> conjuncts(part).stream()).toList();
    }

    /** Whether a filter wants a column to be equal to some values, so that indexes can tell where they are. */
    public static boolean wantsValues(Filter filter) {
        if (filter instanceof Filter.And f) {
            return f.filters().stream().anyMatch(FilterTranslation::wantsValues);
        } else if (filter instanceof Filter.Or f) {
            return f.filters().stream().anyMatch(FilterTranslation::wantsValues);
        }
        return filter instanceof Filter.In
                || filter instanceof Filter.Compare compare && compare.operator() == Filter.Operator.EQUAL;
    }

    /** The columns that a filter names. */
    public static Set<ColumnPath> columns(Filter filter) {
        Set<ColumnPath> columns = new LinkedHashSet<>();
        List<Filter> open = new ArrayList<>(List.of(filter));
        while (!open.isEmpty()) {
            Filter next = open.remove(open.size() - 1);
            if (next instanceof Filter.And f) {
                open.addAll(f.filters());
            } else if (next instanceof Filter.Or f) {
                open.addAll(f.filters());
            } else if (next instanceof Filter.Not f) {
                open.add(f.filter());
            } else {
                columns.add(column(next));
            }
        }
        return columns;
    }
}
