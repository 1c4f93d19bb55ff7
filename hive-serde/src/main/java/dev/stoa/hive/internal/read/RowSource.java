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
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The source of the rows of a split: a file, or a fragment of a snapshot. */
interface RowSource extends Closeable {

    /** For messages. */
    String name();

    /** The columns that it has. */
    List<Field> fields() throws IOException;

    /** Gives the columns of a table the names of the source. */
    default TableColumns named(Configuration task, TableColumns table, Naming naming) throws IOException {
        return table;
    }

    /** The rows that it has, with those that are deleted. */
    long rowCount() throws IOException;

    /**
     * Begins to read some rows.
     *
     * @param columns what is read of columns, see {@link dev.stoa.reader.ScanBuilder#selectParts}
     */
    BatchSource scan(Map<ColumnPath, Type> columns, Optional<Filter> filter, long fromRow, long toRow)
            throws IOException;
}
