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
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** A file of a table without a log. */
record FileSource(StoaFile file) implements RowSource {

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public List<Field> fields() throws IOException {
        return file.schema().fields();
    }

    @Override
    public long rowCount() throws IOException {
        return file.rowCount();
    }

    @Override
    public BatchSource scan(Map<ColumnPath, Type> columns, Optional<Filter> filter, long fromRow, long toRow)
            throws IOException {
        ScanBuilder builder =
                file.scan().selectParts(columns).rows(fromRow, toRow).batchRows(VectorizedRowBatch.DEFAULT_SIZE);
        filter.ifPresent(builder::filter);
        return builder.build();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
