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
package dev.stoa.hive.internal.read;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.hive.VersionId;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.store.OlderNames;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScanBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** A fragment of a snapshot: the rows of its files with all changes up to there. */
record FragmentSource(VersionId version, Snapshot snapshot, Fragment fragment) implements RowSource {

    @Override
    public String name() {
        return snapshot + ", " + fragment;
    }

    @Override
    public List<Field> fields() {
        return snapshot.schema().fields();
    }

    @Override
    public TableColumns named(Configuration task, TableColumns table, Naming naming) throws IOException {
        return OlderNames.of(task, version, snapshot, table, naming);
    }

    @Override
    public long rowCount() {
        return fragment.rows();
    }

    @Override
    public BatchSource scan(Map<ColumnPath, Type> columns, Optional<Filter> filter, long fromRow, long toRow)
            throws IOException {
        TableScanBuilder builder = snapshot.scan()
                .fragments(List.of(fragment.id()))
                .selectParts(columns)
                .rows(RowRanges.between(fromRow, toRow))
                .batchRows(VectorizedRowBatch.DEFAULT_SIZE);
        filter.ifPresent(builder::filter);
        return builder.build();
    }

    @Override
    public void close() {
        // the scan has opened the files, and closes them
    }
}
