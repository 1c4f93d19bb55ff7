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

import io.trino.spi.type.BigintType;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/**
 * A function of all rows that a statement reads of a table.
 *
 * @param kind of its result
 * @param column whose values it reads; none for the number of rows
 */
public record RowFunction(Kind kind, Optional<StoaColumn> column) {

    /** The result of a function. */
    public enum Kind {
        /** The number of rows. */
        ROWS,
        /** The number of values that are not null. */
        VALUES,
        /** The least value. */
        MIN,
        /** The greatest value. */
        MAX
    }

    /** The column of its result. */
    public StoaColumn answer() {
        return new StoaColumn(toString(), List.of(), type(), false, StoaColumn.Kind.ANSWER);
    }

    private Type type() {
        return isCount() ? BigintType.BIGINT : column.orElseThrow().type();
    }

    public boolean isCount() {
        return kind == Kind.ROWS || kind == Kind.VALUES;
    }

    @Override
    public String toString() {
        String function = switch (kind) {
            case ROWS, VALUES -> "count";
            case MIN -> "min";
            case MAX -> "max";
        };
        return function + "(" + column.map(StoaColumn::name).orElse("*") + ")";
    }
}
