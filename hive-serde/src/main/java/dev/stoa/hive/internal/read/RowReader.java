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

import dev.stoa.format.Batch;
import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.hive.internal.values.ReadColumn;
import java.io.IOException;
import org.apache.hadoop.hive.ql.io.PositionDeleteInfo;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;

/** Reads a split row by row: for plans that are not vectorised, and for results that are fetched without a task. */
public final class RowReader extends SplitReader<StoaRow> {
    private final JobConf job;
    private final int width;
    private final String path;
    private final boolean tellsPlaces;
    private Batch batch;
    private int next;

    public RowReader(JobConf job, StoaSplit split) throws IOException {
        this(job, split, TableColumns.of(job));
    }

    private RowReader(JobConf job, StoaSplit split, TableColumns table) throws IOException {
        super(job, split, table);
        this.job = job;
        this.width = table.names().size();
        this.path = split.getPath().toString();
        this.tellsPlaces = job.getBoolean(ColumnProjectionUtils.FETCH_VIRTUAL_COLUMNS_CONF_STR, false);
    }

    @Override
    public boolean next(NullWritable key, StoaRow row) throws IOException {
        while (batch == null || next == batch.selectedCount()) {
            if (!scan().next()) {
                return false;
            }
            batch = scan().batch();
            next = 0;
        }
        int at = batch.selected(next++);
        Object[] values = new Object[width];
        for (int i = 0; i < scan().columns().size(); i++) {
            ReadColumn column = scan().columns().get(i);
            values[column.ordinal()] = column.get(batch.column(i), at);
        }
        row.set(values);
        if (tellsPlaces) {
            PositionDeleteInfo.setIntoConf(job, 0, 0, path, batch.firstRow() + at, "");
        }
        return true;
    }

    @Override
    public StoaRow createValue() {
        return new StoaRow();
    }
}
