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

import dev.stoa.spark.internal.columns.FieldNotes;
import dev.stoa.spark.internal.table.TablePartitions;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/** Changes the partitions of a table. Existing rows stay where they are. */
final class PartitionProcedure {
    private PartitionProcedure() {}

    static List<InternalRow> run(Table table, InternalRow arguments) throws IOException {
        Transform[] dropped = transforms(arguments, 1);
        Transform[] added = transforms(arguments, 2);
        if (dropped.length + added.length == 0) {
            throw new IllegalArgumentException(
                    "partition_by takes columns to remove from the partitions, or to add to them: write drop => 'country', or"
                            + " add => 'days(at)'");
        }
        Snapshot divided = TableOperations.of(table)
                .run("alter", transaction -> {
                    Snapshot snapshot = transaction.snapshot();
                    TableProperties declared = snapshot.properties()
                            .withPartitions(
                                    TablePartitions.declared(dropped, snapshot.schema()),
                                    TablePartitions.declared(added, snapshot.schema()));
                    FieldNotes.checkDeclared(snapshot.schema(), declared);
                    transaction.setProperties(declared);
                })
                .snapshot();
        String partitions = Arrays.stream(TablePartitions.transforms(divided))
                .map(Transform::describe)
                .collect(Collectors.joining(", "));
        return List.of(new GenericInternalRow(new Object[] {divided.version(), UTF8String.fromString(partitions)}));
    }

    /** The transforms after {@code partitioned by} in a statement, as Spark parses them. */
    private static Transform[] transforms(InternalRow arguments, int at) {
        if (arguments.isNullAt(at)) {
            return new Transform[0];
        }
        String text = arguments.getString(at);
        try {
            if (isClosed(text)
                    && SparkSession.active()
                                    .sessionState()
                                    .sqlParser()
                                    .parsePlan("create table t (stoa_column int) partitioned by (" + text + ")")
                            instanceof CreateTable plan) {
                return CollectionConverters.asJava(plan.partitioning()).toArray(Transform[]::new);
            }
        } catch (ParseException e) {
            throw new IllegalArgumentException(refusal(text), e);
        }
        throw new IllegalArgumentException(refusal(text));
    }

    private static String refusal(String text) {
        return "'" + text + "' names no partitions: write them as in partitioned by, such as country, days(at)";
    }

    /** Whether no parenthesis closes one before the text, so that other clauses might follow. */
    private static boolean isClosed(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (open < 0) {
                return false;
            }
        }
        return true;
    }
}
