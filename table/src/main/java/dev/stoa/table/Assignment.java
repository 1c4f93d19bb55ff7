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

import java.util.Objects;

/**
 * A new value of a column.
 *
 * @param column the name of a top-level column
 * @param value what it becomes
 */
public record Assignment(String column, Expression value) {
    /** Checks that nothing is missing. */
    public Assignment {
        Objects.requireNonNull(column, "column is null");
        Objects.requireNonNull(value, "value is null");
    }

    /** A column becomes a constant; null for null. Literals are as in filters. */
    public static Assignment literal(String column, Object value) {
        return new Assignment(column, new Expression.Literal(java.util.Optional.ofNullable(value)));
    }
}
