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
package dev.stoa.spark.internal.table;

import dev.stoa.spark.internal.columns.SparkTypes;
import dev.stoa.spark.internal.store.SparkErrors;
import dev.stoa.spark.internal.write.WriteKind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.util.RowDeltaUtils;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code DELETE}, {@code UPDATE} or {@code MERGE}: rows are known by their files and positions, and keep these when they are
 * updated, unless they belong elsewhere by their new values.
 *
 * @param table at the version that is read and changed
 */
record RowOperation(StoaTable table, RowLevelOperation.Command command) implements SupportsDelta {

    /**
     * An operation. Spark finds the values of a changed row by the names of its columns. Of two columns with one name, both would
     * get the values of the first: such a statement is refused.
     */
    static RowOperation of(StoaTable table, RowLevelOperation.Command command) {
        if (command != RowLevelOperation.Command.DELETE) {
            requireDistinctNames(table, command);
        }
        return new RowOperation(table, command);
    }

    private static void requireDistinctNames(StoaTable table, RowLevelOperation.Command command) {
        String sparks = RowDeltaUtils.OPERATION_COLUMN();
        Map<String, String> names = new TreeMap<>(
                SQLConf.get().caseSensitiveAnalysis() ? Comparator.naturalOrder() : String.CASE_INSENSITIVE_ORDER);
        names.put(sparks, sparks);
        for (Column column : table.columns()) {
            String other = names.putIfAbsent(column.name(), column.name());
            if (other != null) {
                throw SparkErrors.refusal(
                        SparkErrors.Condition.STOA_UNSUPPORTED,
                        table.name() + ": " + command + " finds the values of changed rows by the names of columns, "
                                + (other.equals(sparks)
                                        ? "and Spark adds a column '" + sparks + "': rename the column of the table"
                                        : "and this session ignores the case in which '" + other + "' and '"
                                                + column.name() + "' differ: set spark.sql.caseSensitive to true"));
            }
        }
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return table.newScanOfTarget(options);
    }

    @Override
    public NamedReference[] rowId() {
        return Arrays.stream(table.metadataColumns())
                .map(column -> SparkTypes.reference(column.name()))
                .toArray(NamedReference[]::new);
    }

    @Override
    public boolean representUpdateAsDeleteAndInsert() {
        return false;
    }

    @Override
    public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new DeltaWriteBuilder() {
            @Override
            public DeltaWrite build() {
                return table.write(info, WriteKind.of(command));
            }
        };
    }

    @Override
    public String description() {
        return command + " of " + table.name();
    }
}
