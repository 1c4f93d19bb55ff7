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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Field;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Split;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.TableSplit;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Divides fragments among tasks. A file that is not larger than a split is not opened. */
public final class TableSplitter {
    private final ScanRequest request;
    private final List<TableColumn> read;
    private final long targetBytes;

    public TableSplitter(ScanRequest request, long targetBytes) {
        this.request = request;
        this.read = request.read();
        this.targetBytes = targetBytes;
    }

    public List<TableSplit> splits(List<Fragment> fragments) throws IOException {
        List<TableSplit> splits = new ArrayList<>();
        for (Fragment fragment : fragments) {
            if (fragment.rows() == 0) {
                continue;
            }
            DataFile file = largest(fragment);
            long length = file.identity().length();
            if (length <= targetBytes || read.isEmpty()) {
                splits.add(split(fragment, file, 0, fragment.rows(), length, List.of(new Split.Part(0, length))));
            } else {
                divide(fragment, file, splits);
            }
        }
        return splits;
    }

    /** The largest of the files that have columns to read. */
    private DataFile largest(Fragment fragment) {
        return read.stream()
                .flatMap(column -> fragment.fileOf(column.topId()).stream())
                .max(Comparator.comparingLong(file -> file.identity().length()))
                .orElse(fragment.files().get(0));
    }

    private void divide(Fragment fragment, DataFile file, List<TableSplit> splits) throws IOException {
        List<Field> wanted = read.stream().map(column -> column.chain().get(0)).toList();
        try (FilePart part = FilePart.open(request.image(), fragment, file, wanted)) {
            List<ColumnPath> columns = new ArrayList<>();
            for (TableColumn column : read) {
                boolean isHere =
                        fragment.fileOf(column.topId()).filter(file::equals).isPresent();
                Optional<TableColumn.InFile> found = isHere ? column.in(part.columns()) : Optional.empty();
                found.ifPresent(there -> columns.add(there.path()));
            }
            for (Split split : part.splits(targetBytes, columns)) {
                splits.add(split(fragment, file, split.fromRow(), split.toRow(), split.bytes(), split.parts()));
            }
        }
    }

    private static TableSplit split(
            Fragment fragment, DataFile file, long from, long to, long bytes, List<Split.Part> parts) {
        return new TableSplit(
                fragment.id(), from, to, bytes, file.path(), file.identity().length(), parts);
    }
}
