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
package dev.stoa.cli.internal.files;

import dev.stoa.cli.internal.arguments.CommandException;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Filter.Operator;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.schema.MessageType;

/** A filter as a condition of parquet-java. */
final class ParquetCondition {
    private final MessageType schema;
    private final Filter whole;
    private final Set<String> columns = new TreeSet<>();

    private ParquetCondition(MessageType schema, Filter whole) {
        this.schema = schema;
        this.whole = whole;
    }

    /**
     * A condition.
     *
     * @param predicate what parquet-java evaluates
     * @param columns the columns that it tests, their names with dots between them
     */
    record Translated(FilterPredicate predicate, Set<String> columns) {}

    /**
     * Translates a filter.
     *
     * @throws CommandException if parquet-java can't evaluate it on this file
     */
    static Translated of(Filter filter, MessageType schema) {
        ParquetCondition condition = new ParquetCondition(schema, filter);
        return new Translated(condition.of(filter, false), condition.columns);
    }

    /** A negation is pushed down to the comparisons, because parquet-java's own is true for nulls. */
    private FilterPredicate of(Filter filter, boolean isNegated) {
        if (filter instanceof Filter.Not not) {
            return of(not.filter(), !isNegated);
        } else if (filter instanceof Filter.And and) {
            return join(and.filters(), part -> of(part, isNegated), !isNegated);
        } else if (filter instanceof Filter.Or or) {
            return join(or.filters(), part -> of(part, isNegated), isNegated);
        } else if (filter instanceof Filter.Compare compare) {
            return compare(compare, isNegated);
        } else if (filter instanceof Filter.In in) {
            Operator operator = isNegated ? Operator.NOT_EQUAL : Operator.EQUAL;
            return join(in.literals(), literal -> compare(in.column(), operator, literal), isNegated);
        } else if (filter instanceof Filter.Between between) {
            return isNegated
                    ? FilterApi.or(
                            compare(between.column(), Operator.LESS, between.low()),
                            compare(between.column(), Operator.GREATER, between.high()))
                    : FilterApi.and(
                            compare(between.column(), Operator.GREATER_OR_EQUAL, between.low()),
                            compare(between.column(), Operator.LESS_OR_EQUAL, between.high()));
        } else if (filter instanceof Filter.IsNull isNull) {
            return column(isNull.column()).isNull(isNegated);
        } else if (filter instanceof Filter.StartsWith starts) {
            return startsWith(starts, isNegated);
        }
        throw refusal(filter + " has no counterpart in parquet-java");
    }

    private <T> FilterPredicate join(List<T> parts, Function<T, FilterPredicate> each, boolean isAnd) {
        return parts.stream()
                .map(each)
                .reduce(isAnd ? FilterApi::and : FilterApi::or)
                .orElseThrow(() -> refusal("it has a part without conditions"));
    }

    private FilterPredicate compare(Filter.Compare compare, boolean isNegated) {
        if (isNegated && compare.operator() == Operator.NULL_SAFE_EQUAL) { // true for nulls
            return FilterApi.or(
                    compare(compare.column(), Operator.NOT_EQUAL, compare.literal()),
                    column(compare.column()).isNull(false));
        }
        return compare(
                compare.column(), isNegated ? inverse(compare.operator()) : compare.operator(), compare.literal());
    }

    private static Operator inverse(Operator operator) {
        return switch (operator) {
            case EQUAL, NULL_SAFE_EQUAL -> Operator.NOT_EQUAL;
            case NOT_EQUAL -> Operator.EQUAL;
            case LESS -> Operator.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> Operator.GREATER;
            case GREATER -> Operator.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> Operator.LESS;
        };
    }

    /** A prefix is a range of texts, so that parquet-java prunes by it. */
    private FilterPredicate startsWith(Filter.StartsWith starts, boolean isNegated) {
        byte[] low = starts.prefix() instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8)
                : (byte[]) starts.prefix();
        Optional<byte[]> end = successor(low);
        FilterPredicate first = compare(starts.column(), isNegated ? Operator.LESS : Operator.GREATER_OR_EQUAL, low);
        if (end.isEmpty()) {
            return first;
        }
        FilterPredicate last =
                compare(starts.column(), isNegated ? Operator.GREATER_OR_EQUAL : Operator.LESS, end.get());
        return isNegated ? FilterApi.or(first, last) : FilterApi.and(first, last);
    }

    /** The least bytes above all that start with a prefix; empty if the prefix has only bytes of 255. */
    private static Optional<byte[]> successor(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != -1) {
                byte[] next = Arrays.copyOf(prefix, i + 1);
                next[i]++;
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    private FilterPredicate compare(ColumnPath path, Operator operator, Object literal) {
        try {
            return column(path).compare(operator, literal);
        } catch (IllegalArgumentException e) {
            throw refusal(e.getMessage());
        }
    }

    private ParquetColumn column(ColumnPath path) {
        String[] names = path.names().toArray(String[]::new);
        if (path.names().stream().anyMatch(name -> name.indexOf('.') >= 0)) {
            throw refusal("a name of " + path + " holds a dot");
        } else if (!schema.containsPath(names)) {
            throw refusal("the file has no column " + path + " with values of its own");
        }
        String dotted = String.join(".", names);
        columns.add(dotted);
        return new ParquetColumn(dotted, schema.getType(names).asPrimitiveType());
    }

    private CommandException refusal(String why) {
        return CommandException.usage("--against can't ask the condition " + whole + " of a Parquet file: " + why);
    }
}
