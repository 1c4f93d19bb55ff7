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

import dev.stoa.spark.internal.table.StoaTable;
import org.apache.spark.sql.catalyst.analysis.ResolvedFieldName;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.AlterColumnSpec;
import org.apache.spark.sql.catalyst.plans.logical.AlterColumns;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.types.StructField;
import scala.collection.immutable.Seq;

/**
 * Lets {@code alter column c set not null} of a table of Stoa pass Spark's analysis, which refuses it for every nullable column. The
 * catalog then looks for nulls.
 */
public final class SetNotNull extends Rule<LogicalPlan> {
    /** Made for each session. */
    public SetNotNull() {}

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan instanceof AlterColumns alter
                && alter.table() instanceof ResolvedTable table
                && table.table() instanceof StoaTable) {
            @SuppressWarnings("unchecked") // as Scala's map of a sequence says
            Seq<AlterColumnSpec> specs = (Seq<AlterColumnSpec>) alter.specs().map(SetNotNull::passed);
            return specs.equals(alter.specs()) ? plan : alter.copy(table, specs);
        }
        return plan;
    }

    /** Returns the same change, and tells the analysis that its column has no nulls yet. */
    private static AlterColumnSpec passed(AlterColumnSpec spec) {
        boolean isAsked = spec.newNullability().contains(false);
        if (!isAsked
                || !(spec.column() instanceof ResolvedFieldName column)
                || !column.field().nullable()) {
            return spec;
        }
        StructField field = column.field();
        return spec.copy(
                column.copy(column.path(), new StructField(field.name(), field.dataType(), false, field.metadata())),
                spec.newDataType(),
                spec.newNullability(),
                spec.newComment(),
                spec.newPosition(),
                spec.newDefaultExpression(),
                spec.dropDefault());
    }
}
