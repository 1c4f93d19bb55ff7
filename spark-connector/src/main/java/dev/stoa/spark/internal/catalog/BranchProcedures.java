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
package dev.stoa.spark.internal.catalog;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableBranch;
import dev.stoa.table.TableOperations;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** The procedures for branches of a table. */
final class BranchProcedures {
    private static final String MAIN = "main";

    private BranchProcedures() {}

    static List<InternalRow> branch(Table table, InternalRow arguments) throws IOException {
        String name = arguments.getString(1);
        OptionalLong version = arguments.isNullAt(2) ? OptionalLong.empty() : OptionalLong.of(arguments.getLong(2));
        Snapshot made = TableOperations.of(table).branch(name, version).snapshot();
        return List.of(row(name, made.properties().branches()));
    }

    static List<InternalRow> drop(Table table, InternalRow arguments) throws IOException {
        String name = arguments.getString(1);
        Map<String, TableBranch> branches = table.snapshot().properties().branches();
        TableOperations.of(table).dropBranch(name);
        return List.of(row(name, branches));
    }

    private static InternalRow row(String name, Map<String, TableBranch> branches) {
        return new GenericInternalRow(new Object[] {
            UTF8String.fromString(name),
            branches.containsKey(name) ? branches.get(name).version() : null
        });
    }

    static List<InternalRow> forward(Table table, InternalRow arguments) throws IOException {
        if (!arguments.getString(1).equals(MAIN)) {
            throw new IllegalArgumentException(
                    "fast_forward moves the table itself to the newest version of a branch: write"
                            + " fast_forward('t', 'main', '" + arguments.getString(1) + "')");
        }
        Snapshot published =
                TableOperations.of(table).publish(arguments.getString(2)).snapshot();
        return List.of(new GenericInternalRow(new Object[] {published.version(), published.rowCount()}));
    }
}
