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
import dev.stoa.spark.internal.write.WriteKind;
import java.util.Arrays;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWrite;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code DELETE}, {@code UPDATE} or {@code MERGE}: rows are known by their files and positions, and keep these when they are
 * updated, unless they belong elsewhere by their new values.
 *
 * @param table at the version that is read and changed
 */
record RowOperation(StoaTable table, RowLevelOperation.Command command) implements SupportsDelta {

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
