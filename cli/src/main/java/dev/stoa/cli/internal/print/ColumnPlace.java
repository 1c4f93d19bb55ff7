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
package dev.stoa.cli.internal.print;

import dev.stoa.reader.ColumnBlock;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileReport;
import dev.stoa.reader.RowSet;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.List;

/**
 * Where a column of a report is: below a list or map, it is in a row set of its own.
 *
 * @param rows its row set
 * @param path its path in it
 */
public record ColumnPlace(RowSet rows, ColumnPath path) {

    /** Finds a column. */
    public static ColumnPlace of(StoaFile file, FileReport.Column column) throws IOException {
        if (column.rowSet() == 0) {
            return new ColumnPlace(file.table(), column.path());
        }
        ColumnPath parent =
                ColumnPath.parse(file.info().rowSets().get(column.rowSet()).name());
        List<String> names = column.path().names();
        return new ColumnPlace(
                file.rowSet(parent), new ColumnPath(names.subList(parent.names().size(), names.size())));
    }

    /** Returns the blocks of the column. */
    public List<ColumnBlock> blocks() throws IOException {
        return rows.blocks(path);
    }
}
