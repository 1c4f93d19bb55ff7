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
package dev.stoa.hive.internal.table;

import java.util.Map;
import org.apache.hadoop.hive.metastore.api.EnvironmentContext;
import org.apache.hadoop.hive.ql.ddl.table.column.change.AlterTableChangeColumnDesc;

/**
 * A change by {@code alter table ... change column}. The handler sees the statement and the hook the table, so that the names
 * travel in what Hive hands from one to the other.
 *
 * @param name of the column so far
 * @param other its name from now on, maybe the same
 * @param moves whether the column gets another place
 */
public record ColumnChange(String name, String other, boolean moves) {
    private static final String NAME = "stoa.change.column";
    private static final String OTHER = "stoa.change.name";
    private static final String MOVES = "stoa.change.place";

    /** Tells the hook what a statement asks for. */
    public static void tell(AlterTableChangeColumnDesc statement, EnvironmentContext context) {
        boolean moves = statement.isFirst()
                || (statement.getAfterColumn() != null
                        && !statement.getAfterColumn().isBlank());
        context.putToProperties(NAME, statement.getOldColumnName());
        context.putToProperties(OTHER, statement.getNewColumnName());
        context.putToProperties(MOVES, String.valueOf(moves));
    }

    /** Returns what the handler told. */
    static ColumnChange of(Map<String, String> told) {
        if (!told.containsKey(NAME)) {
            throw new IllegalArgumentException("Hive does not say which column it changes: say alter table ... change");
        }
        return new ColumnChange(told.get(NAME), told.get(OTHER), Boolean.parseBoolean(told.get(MOVES)));
    }
}
