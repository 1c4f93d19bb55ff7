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
package dev.stoa.hive.internal.plan;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.columns.FileColumns;
import dev.stoa.hive.internal.columns.HiveTypes;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.SqlDates;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.values.VectorCopy;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.ExpressionTree;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hive's search argument as a filter of a scan. Hive tests each row that it gets once more, so the filter may keep too many.
 * But rows that it leaves out are gone. So a part that may mean something else keeps all rows: columns that the file
 * has in another type, partition columns, literals that Hive may have rounded.
 */
public final class PushedFilter {
    private static final Logger LOG = LoggerFactory.getLogger(PushedFilter.class);

    private final List<Field> fields;
    private final FileColumns found;
    private final TableColumns table;

    public PushedFilter(List<Field> fields, FileColumns found, TableColumns table) {
        this.fields = fields;
        this.found = found;
        this.table = table;
    }

    /** The filter of a task; none if it has none, or all of it keeps all rows. */
    public Optional<Filter> of(Configuration plan) {
        SearchArgument argument = ConvertAstToSearchArg.createFromConf(plan);
        if (argument == null) {
            return Optional.empty();
        }
        Optional<Filter> filter = translate(argument.getExpression(), argument.getLeaves());
        LOG.debug("of {} {} is asked of the scan", argument, filter);
        return filter;
    }

    private Optional<Filter> translate(ExpressionTree tree, List<PredicateLeaf> leaves) {
        return switch (tree.getOperator()) {
            case AND -> {
                List<Filter> parts = new ArrayList<>();
                for (ExpressionTree child : tree.getChildren()) {
                    translate(child, leaves).ifPresent(parts::add);
                }
                yield parts.isEmpty() ? Optional.empty() : Optional.of(new Filter.And(parts));
            }
            case OR -> {
                List<Filter> parts = new ArrayList<>();
                for (ExpressionTree child : tree.getChildren()) {
                    translate(child, leaves).ifPresent(parts::add);
                }
                yield parts.size() < tree.getChildren().size() ? Optional.empty() : Optional.of(new Filter.Or(parts));
            }
            case NOT -> {
                // Hive pushes negations down to the leaves; what was left out below one would keep too little
                ExpressionTree child = tree.getChildren().get(0);
                yield child.getOperator() == ExpressionTree.Operator.LEAF
                        ? translate(child, leaves).map(Filter::not)
                        : Optional.empty();
            }
            case LEAF -> leaf(leaves.get(tree.getLeaf()));
            default -> Optional.empty();
        };
    }

    private Optional<Filter> leaf(PredicateLeaf leaf) {
        int ordinal = table.names().indexOf(leaf.getColumnName());
        OptionalInt place = ordinal < 0 ? OptionalInt.empty() : found.place(ordinal);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        Field field = fields.get(place.getAsInt());
        ColumnPath path = ColumnPath.of(field.name());
        TypeInfo type = table.types().get(ordinal);
        if (VectorCopy.of(field.type(), type, Naming.DEFAULT).isEmpty()) {
            return Optional.empty();
        }
        if (leaf.getOperator() == PredicateLeaf.Operator.IS_NULL) {
            return Optional.of(new Filter.IsNull(path));
        }
        if (!(type instanceof PrimitiveTypeInfo primitive)
                || isOtherOrder(leaf.getOperator(), primitive)
                || isFiner(field.type())) {
            return Optional.empty();
        }
        List<Object> literals = new ArrayList<>();
        try {
            for (Object literal : literals(leaf)) {
                Optional<Object> exact = literal(literal, primitive);
                if (exact.isEmpty()) {
                    return Optional.empty();
                }
                literals.add(exact.get());
            }
            return Optional.of(filter(leaf.getOperator(), path, literals));
        } catch (RuntimeException e) {
            // values that another part of the query computes while this one runs, and that are not there
            LOG.debug("{} is not asked of the scan", leaf, e);
            return Optional.empty();
        }
    }

    /** Hive orders values of char without their blanks, files as if padded: a tab comes before a blank. */
    private static boolean isOtherOrder(PredicateLeaf.Operator operator, PrimitiveTypeInfo type) {
        return type.getPrimitiveCategory() == PrimitiveObjectInspector.PrimitiveCategory.CHAR
                && switch (operator) {
                    case LESS_THAN, LESS_THAN_EQUALS, BETWEEN -> true;
                    default -> false;
                };
    }

    /** Hive leaves out the digits of times beyond nanoseconds. */
    private static boolean isFiner(Type stored) {
        return stored.kind() == TypeKind.TIMESTAMP && stored.precision() > HiveTypes.NANO_DIGITS;
    }

    private static List<Object> literals(PredicateLeaf leaf) {
        return switch (leaf.getOperator()) {
            case IN, BETWEEN -> leaf.getLiteralList();
            default -> List.of(leaf.getLiteral());
        };
    }

    private static Filter filter(PredicateLeaf.Operator operator, ColumnPath path, List<Object> literals) {
        return switch (operator) {
            case EQUALS -> new Filter.Compare(path, Filter.Operator.EQUAL, literals.get(0));
            case NULL_SAFE_EQUALS -> new Filter.Compare(path, Filter.Operator.NULL_SAFE_EQUAL, literals.get(0));
            case LESS_THAN -> new Filter.Compare(path, Filter.Operator.LESS, literals.get(0));
            case LESS_THAN_EQUALS -> new Filter.Compare(path, Filter.Operator.LESS_OR_EQUAL, literals.get(0));
            case IN -> new Filter.In(path, literals);
            case BETWEEN -> new Filter.Between(path, literals.get(0), literals.get(1));
            case IS_NULL -> new Filter.IsNull(path);
        };
    }

    /** A literal of Hive, if comparing with it exactly is what Hive does. */
    private static Optional<Object> literal(Object literal, PrimitiveTypeInfo type) {
        return switch (type.getPrimitiveCategory()) {
            case BOOLEAN -> is(literal instanceof Boolean, literal);
            case BYTE, SHORT, INT, LONG -> is(literal instanceof Long, literal);
            // Hive may tell zeros apart; whether NaN equals itself depends on how Hive runs
            case DOUBLE -> is(literal instanceof Double number && number != 0 && !number.isNaN(), literal);
            case DECIMAL ->
                literal instanceof HiveDecimalWritable decimal
                        ? Optional.of(decimal.getHiveDecimal().bigDecimalValue())
                        : Optional.empty();
            case DATE -> literal instanceof Date date ? SqlDates.of(date).map(day -> (Object) day) : Optional.empty();
            case TIMESTAMP -> literal instanceof Timestamp time ? Optional.of(local(time)) : Optional.empty();
            case CHAR -> is(literal instanceof String, literal);
            case STRING, VARCHAR -> is(literal instanceof String text && !text.endsWith(" "), literal);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> is(boolean exact, Object literal) {
        return exact ? Optional.of(literal) : Optional.empty();
    }

    /** Hive puts the local time into a timestamp as if it were that of UTC. */
    private static LocalDateTime local(Timestamp time) {
        return LocalDateTime.ofInstant(
                Instant.ofEpochSecond(Math.floorDiv(time.getTime(), 1000L), time.getNanos()), ZoneOffset.UTC);
    }
}
