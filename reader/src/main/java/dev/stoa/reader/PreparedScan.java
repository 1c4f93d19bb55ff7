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
package dev.stoa.reader;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.plan.PlanDivider;
import dev.stoa.reader.internal.plan.ScanPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * A resolved and pruned scan. Several threads may read parts of its rows at the same time, and read no metadata again. The file
 * must stay open. Immutable.
 */
public final class PreparedScan {
    private final ScanPlan plan;
    private final ScanStats stats;

    PreparedScan(ScanPlan plan, ScanStats stats) {
        this.plan = plan;
        this.stats = stats;
    }

    /** The schema of the batches. */
    public Schema schema() {
        return plan.schema();
    }

    /** Returns the same scan with steps of at most this number of stored bytes. */
    public PreparedScan withStepsUpTo(long bytes) {
        return new PreparedScan(plan.withPiecesUpTo(Math.max(1, bytes)), stats);
    }

    /** The same for some of the rows. */
    public PreparedScan withRows(RowRanges some) {
        return new PreparedScan(plan.withRows(some), stats);
    }

    /**
     * The same with other fields for its columns: names, ids, and whether they may be null.
     *
     * @param fields one for each column, of its type
     * @throws IllegalArgumentException if the number of fields differs from that of the columns, or a type does
     */
    public PreparedScan withFields(List<Field> fields) {
        List<Field> columns = schema().fields();
        List<Field> own = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (fields.size() != columns.size()
                    || !field.type().equals(columns.get(i).type())) {
                throw new IllegalArgumentException(fields + " are not fields of " + columns);
            }
            // the very type that vectors have: others are compared part by part, for each batch
            own.add(new Field(field.name(), columns.get(i).type(), field.nullable(), field.fieldId()));
        }
        return new PreparedScan(plan.withSchema(new Schema(own)), stats);
    }

    /** The rows of the zones that metadata does not rule out. */
    public RowRanges rows() {
        return new PlanDivider(plan).zones();
    }

    /**
     * Divides the rows into parts of about the same stored bytes of the columns: some zones each, of those that metadata does
     * not rule out.
     *
     * @param count about how many; 1 for all rows in one, ruled out or not
     */
    public List<RowRanges> parts(int count) {
        if (count == 1) {
            return plan.rows().isEmpty() ? List.of() : List.of(plan.rows());
        }
        return new PlanDivider(plan).parts(count);
    }

    /**
     * Scans some of the requested rows. Its statistics lack the numbers of rows; {@link #stats} has them for all rows.
     *
     * @param rows among those of the description
     */
    public Scan scan(RowRanges rows) {
        return Scan.ofPart(plan.withRows(rows).copy());
    }

    /** Counts of what pruning left out, and read. */
    public ScanStats stats() {
        return stats;
    }
}
