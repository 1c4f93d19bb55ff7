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
package dev.stoa.hive;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A condition on rows, as Hive writes it, and as it is computed here: true, false, or null if nothing says.
 *
 * @param text of it
 * @param test what it says of a row
 * @param isPlain whether its negation says the same of NaN however Hive runs: vectorised, NaN is less than nothing, else it is the
 *     greatest
 */
record ModelCondition(String text, Test test, boolean isPlain) {
    static final ModelCondition TRUE = new ModelCondition("true", row -> true);

    ModelCondition(String text, Test test) {
        this(text, test, true);
    }

    /** Gives null if nothing says. */
    interface Test {
        Boolean of(ModelRow row);
    }

    boolean isTrueOf(ModelRow row) {
        return Boolean.TRUE.equals(test.of(row));
    }

    boolean isFalseOf(ModelRow row) {
        return Boolean.FALSE.equals(test.of(row));
    }

    ModelCondition and(ModelCondition other) {
        return new ModelCondition(
                "(" + text + ") and (" + other.text + ")",
                row -> and(test.of(row), other.test.of(row)),
                isPlain && other.isPlain);
    }

    private ModelCondition or(ModelCondition other) {
        return new ModelCondition(
                "(" + text + ") or (" + other.text + ")",
                row -> not(and(not(test.of(row)), not(other.test.of(row)))),
                isPlain && other.isPlain);
    }

    private ModelCondition not() {
        return new ModelCondition("not (" + text + ")", row -> not(test.of(row)));
    }

    private static Boolean not(Boolean one) {
        return one == null ? null : Boolean.valueOf(!one);
    }

    private static Boolean and(Boolean one, Boolean other) {
        if (Boolean.FALSE.equals(one) || Boolean.FALSE.equals(other)) {
            return false;
        }
        return one == null || other == null ? null : Boolean.TRUE;
    }

    static ModelCondition ids(String of, long from, long to) {
        return new ModelCondition(of + "id between " + from + " and " + to, row -> row.id() >= from && row.id() <= to);
    }

    static ModelCondition remainder(String of, int rest, int divisor) {
        return new ModelCondition(
                "pmod(" + of + "id, " + divisor + ") = " + rest,
                row -> Math.floorMod(row.id(), (long) divisor) == rest);
    }

    /** A random condition on columns that {@code of} names, such as {@code t.}. */
    static ModelCondition random(Random random, List<ModelColumn> columns, String of, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            ModelCondition one = random(random, columns, of, depth - 1);
            ModelCondition other = random(random, columns, of, depth - 1);
            ModelCondition both = random.nextBoolean() ? one.and(other) : one.or(other);
            return random.nextInt(3) == 0 && both.isPlain ? both.not() : both;
        }
        if (random.nextInt(5) == 0) {
            long from = random.nextInt(600);
            return ids(of, from, from + random.nextInt(200));
        }
        ModelColumn column = columns.get(random.nextInt(columns.size()));
        String name = of + column.name();
        int kind = random.nextInt(8);
        if (kind == 0
                && !column.isNested()) { // of a nested one, Hive would write null in its place, and take no part of it
            boolean isNull = random.nextBoolean();
            return new ModelCondition(
                    name + (isNull ? " is null" : " is not null"), row -> (row.value(column.name()) == null) == isNull);
        }
        return column.isNested() ? nested(random, column.name(), name) : plain(random, column, name, kind);
    }

    private static ModelCondition plain(Random random, ModelColumn column, String name, int kind) {
        List<Map.Entry<String, Object>> literals =
                new ArrayList<>(column.literals().entrySet());
        literals.sort(Map.Entry.comparingByKey());
        Map.Entry<String, Object> literal = literals.get(random.nextInt(literals.size()));
        Map.Entry<String, Object> second = literals.get(random.nextInt(literals.size()));
        if (literal.getValue() instanceof Double number) {
            return floating(random, column.name(), name, literal, number);
        } else if (kind == 1) {
            boolean isNot = random.nextBoolean();
            boolean hasNull = random.nextInt(4) == 0;
            ModelCondition in =
                    compare(name, column.name(), "=", literal).or(compare(name, column.name(), "=", second));
            return new ModelCondition(
                    name + (isNot ? " not in (" : " in (") + literal.getKey() + ", " + second.getKey()
                            + (hasNull ? ", null)" : ")"),
                    row -> {
                        Boolean is = in.test.of(row);
                        Boolean known = hasNull && Boolean.FALSE.equals(is) ? null : is;
                        return isNot ? not(known) : known;
                    });
        } else if (kind == 2 && (column.name().equals("word") || column.name().equals("text"))) {
            return new ModelCondition(name + " like 'alpha%'", row -> {
                Object value = row.value(column.name());
                return value == null ? null : Boolean.valueOf(value.toString().startsWith("alpha"));
            });
        } else if (kind == 2) {
            ModelCondition between =
                    compare(name, column.name(), ">=", literal).and(compare(name, column.name(), "<=", second));
            return new ModelCondition(name + " between " + literal.getKey() + " and " + second.getKey(), between.test);
        } else if (kind == 3) {
            ModelCondition same = compare(name, column.name(), "=", literal);
            return new ModelCondition(name + " <=> " + literal.getKey(), row -> Boolean.TRUE.equals(same.test.of(row)));
        }
        List<String> operators = List.of("=", "<>", "<", "<=", ">", ">=");
        return compare(name, column.name(), operators.get(random.nextInt(operators.size())), literal);
    }

    private static ModelCondition compare(
            String name, String column, String operator, Map.Entry<String, Object> literal) {
        return new ModelCondition(name + " " + operator + " " + literal.getKey(), row -> {
            Object value = row.value(column);
            return value == null ? null : Boolean.valueOf(is(value, operator, literal.getValue()));
        });
    }

    /**
     * What does not depend on how Hive runs. A column that equals zero would be one by {@code =}: Hive writes the literal in its
     * place.
     */
    private static ModelCondition floating(
            Random random, String column, String name, Map.Entry<String, Object> literal, double number) {
        if (Double.isNaN(number)) {
            return new ModelCondition(
                    name + " <=> " + literal.getKey(),
                    row -> row.value(column) != null && Double.isNaN((double) row.value(column)));
        }
        List<String> operators = number == 0 ? List.of("<", "<=") : List.of("<", "<=", "=", "<>");
        String operator = operators.get(random.nextInt(operators.size()));
        return new ModelCondition(
                name + " " + operator + " " + literal.getKey(),
                row -> {
                    Object value = row.value(column);
                    return value == null ? null : Boolean.valueOf(is((double) value, operator, number));
                },
                operator.equals("=") || operator.equals("<>"));
    }

    private static boolean is(double value, String operator, double literal) {
        return switch (operator) {
            case "=" -> value == literal;
            case "<>" -> value != literal;
            case "<" -> value < literal;
            default -> value <= literal;
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static boolean is(Object value, String operator, Object literal) {
        int order = ((Comparable) value).compareTo(literal);
        return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static ModelCondition nested(Random random, String column, String name) {
        return switch (column) {
            case "pair" ->
                switch (random.nextInt(4)) {
                    case 0 -> part(name + ".x < 40", column, 0, x -> (long) x < 40);
                    case 1 -> part(name + ".y in ('beta', '')", column, 1, y -> y.equals("beta") || y.equals(""));
                    case 2 -> part(name + ".z.deep = 1.5D", column, 2, z -> (double) ((List<?>) z).get(0) == 1.5);
                    default ->
                        new ModelCondition(
                                name + ".z is null",
                                row -> row.value(column) == null || ((List<?>) row.value(column)).get(2) == null);
                };
            case "list" ->
                new ModelCondition(
                        "size(" + name + ") > 2",
                        row -> row.value(column) != null && ((List<?>) row.value(column)).size() > 2);
            case "lists" ->
                new ModelCondition(
                        "size(" + name + "[0]) = 2",
                        row -> row.value(column) != null
                                && !((List<?>) row.value(column)).isEmpty()
                                && ((List<?>) row.value(column)).get(0) != null
                                && ((List<?>) ((List<?>) row.value(column)).get(0)).size() == 2);
            case "marks" ->
                new ModelCondition(name + "['key1'] > 300", row -> {
                    Map<?, ?> map = (Map<?, ?>) row.value(column);
                    return map == null || map.get("key1") == null
                            ? null
                            : Boolean.valueOf((long) map.get("key1") > 300);
                });
            default ->
                new ModelCondition(name + "[0].k < date '1994-09-01'", row -> {
                    List<?> list = (List<?>) row.value(column);
                    Object first = list == null || list.isEmpty() ? null : list.get(0);
                    Object day = first == null ? null : ((List<?>) first).get(0);
                    return day == null ? null : Boolean.valueOf(((LocalDate) day).isBefore(LocalDate.of(1994, 9, 1)));
                });
        };
    }

    private interface PartTest {
        boolean of(Object part);
    }

    private static ModelCondition part(String text, String column, int field, PartTest test) {
        return new ModelCondition(text, row -> {
            Object part = row.value(column) == null ? null : ((List<?>) row.value(column)).get(field);
            return part == null ? null : Boolean.valueOf(test.of(part));
        });
    }
}
