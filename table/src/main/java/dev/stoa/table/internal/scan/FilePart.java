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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.Split;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.logfile.GoneFile;
import dev.stoa.table.internal.schema.FileColumns;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.vio.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open file of a fragment, and what is read of it. */
final class FilePart implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(FilePart.class);

    private final FileCache cache;
    private final DataFile file;
    private final StoaFile open;
    private final FileColumns columns;
    private final VectorAdapter adapter;
    private final Map<ColumnPath, Type> selected = new LinkedHashMap<>();
    private final Map<ColumnPath, Integer> places = new HashMap<>();

    private FilePart(FileCache cache, DataFile file, StoaFile open, FileColumns columns) {
        this.cache = cache;
        this.file = file;
        this.open = open;
        this.columns = columns;
        this.adapter = new VectorAdapter(columns::within);
    }

    /**
     * Opens a file, which must be the very one that the log names.
     *
     * @param wanted the top-level fields that may be read from it
     */
    static FilePart open(TableImage image, Fragment fragment, DataFile file, Collection<Field> wanted)
            throws IOException {
        StoaFile open = image.files().open(image.folder(), file);
        boolean done = false;
        try {
            if (!open.identity().equals(file.identity())) {
                throw new CorruptFileException(
                        open.name() + ": it is not the file that the table's log names: that has " + file.identity()
                                + ", this " + open.identity());
            }
            if (open.rowCount() != fragment.rows()) {
                throw new CorruptFileException(open.name() + ": it has " + open.rowCount() + " rows, its fragment "
                        + fragment.id() + " has " + fragment.rows());
            }
            FileColumns columns = FileColumns.of(image.state().schema(), open, wanted);
            FilePart part = new FilePart(image.files(), file, open, columns);
            done = true;
            return part;
        } finally {
            if (!done) {
                open.close();
            }
        }
    }

    /** Lets scans ask indexes; such as are of another file are passed over. */
    void add(List<FileIndexes.Index> indexes, Folder folder) throws IOException {
        for (FileIndexes.Index index : indexes) {
            try {
                if (!open.addIndex(folder.open(index.path(), OptionalLong.of(index.length())))) {
                    LOG.warn(
                            "{}/{} is not used: it is an index of another file than {} is",
                            folder.id(),
                            index.path(),
                            file);
                }
            } catch (IOException e) {
                if (!GoneFile.is(e)) {
                    throw e;
                }
                LOG.debug("{}/{} was removed", folder.id(), index.path(), e);
            }
        }
    }

    DataFile file() {
        return file;
    }

    /** Its columns for the fields that may be read. */
    FileColumns columns() {
        return columns;
    }

    /**
     * Reads a column; returns its place among those that are read. If the scan has requested other parts of it before, it
     * reads the whole column.
     */
    int select(TableColumn.InFile column) {
        selected.merge(column.path(), column.type(), (before, now) -> before.equals(now) ? now : column.whole());
        return places.computeIfAbsent(column.path(), path -> selected.size() - 1);
    }

    /** The parts of columns to read. */
    Map<ColumnPath, Type> selected() {
        return selected;
    }

    ScanBuilder describe(Map<ColumnPath, Type> read, RowChanges changes, Optional<Filter> filter, RowRanges rows)
            throws IOException {
        ScanBuilder builder = open.scan().selectParts(read).changes(changes).rows(rows);
        filter.ifPresent(builder::filter);
        return builder;
    }

    /** Its rows for parallel tasks, by the bytes of some columns. */
    List<Split> splits(long targetBytes, List<ColumnPath> columns) throws IOException {
        return open.splits(targetBytes, columns);
    }

    ColumnVector adapt(ColumnVector stored, Type type) {
        return adapter.adapt(stored, type);
    }

    @Override
    public void close() throws IOException {
        open.close();
        cache.closed(open);
    }
}
