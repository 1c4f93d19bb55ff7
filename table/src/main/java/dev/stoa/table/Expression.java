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
package dev.stoa.table;

import dev.stoa.reader.ColumnPath;
import java.util.Optional;
import java.util.Set;

/** A value: constants, columns of the same row, and arithmetic on numbers. Null if an operand is null. */
public sealed interface Expression {

    /**
     * A constant.
     *
     * @param value as in a {@link dev.stoa.reader.Filter}; absent for null
     */
    record Literal(Optional<Object> value) implements Expression {}

    /**
     * The value of a column.
     *
     * @param path the column
     */
    record Column(ColumnPath path) implements Expression {}

    /** Operators on two numbers. */
    enum Operator {
        /** {@code +} */
        PLUS("+"),
        /** {@code -} */
        MINUS("-"),
        /** {@code *} */
        TIMES("*");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** The operator in SQL. */
        public String symbol() {
            return symbol;
        }
    }

    /**
     * Arithmetic: exact on integers and decimals; what does not fit the column fails.
     *
     * @param left the first operand
     * @param operator what is done
     * @param right the second operand
     */
    record Arithmetic(Expression left, Operator operator, Expression right) implements Expression {}

    /** Adds the columns that it reads. */
    default void columns(Set<ColumnPath> all) {
        if (this instanceof Column c) {
            all.add(c.path());
        } else if (this instanceof Arithmetic a) {
            a.left().columns(all);
            a.right().columns(all);
        }
    }
}
