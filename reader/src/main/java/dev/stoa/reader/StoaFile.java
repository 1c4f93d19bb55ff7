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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.Properties;
import dev.stoa.format.internal.meta.RowSetRecord;
import dev.stoa.reader.internal.file.ColumnLoader;
import dev.stoa.reader.internal.file.Directory;
import dev.stoa.reader.internal.file.RowSetColumns;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.scan.EqualityIndex;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An open file. Opening reads the tail of the file. The file reads and keeps other metadata when a caller needs it: to
 * open 3 of 20,000 columns costs what 3 cost.
 *
 * <pre>{@code
 * try (StoaFile file = StoaFile.open(RangeSources.open(path))) {
 *     try (Scan scan = file.scan().select("a", "b.c").filter(Filter.less("d", 5L)).build()) {
 *         while (scan.next()) {
 *             Batch batch = scan.batch();
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Safe for several threads; each {@link Scan} is for one.
 */
public final class StoaFile implements Closeable {
    private final RangeSource source;
    private final Directory directory;
    private final ColumnLoader loader;
    private final List<EqualityIndex> indexes = new CopyOnWriteArrayList<>();

    private StoaFile(RangeSource source, Directory directory) {
        this(source, directory, new ColumnLoader(directory));
    }

    private StoaFile(RangeSource source, Directory directory, ColumnLoader loader) {
        this.source = source;
        this.directory = directory;
        this.loader = loader;
    }

    /**
     * Opens a file. The source belongs to the file from now on, also when this call fails.
     *
     * @throws dev.stoa.format.CorruptFileException if it is damaged, cut short or not a Stoa file
     * @throws dev.stoa.format.UnsupportedFileException if it needs an edition or a feature that this reader lacks
     * @throws IOException if it can't be read
     */
    public static StoaFile open(RangeSource source) throws IOException {
        try {
            return new StoaFile(source, Directory.open(source));
        } catch (IOException | RuntimeException e) {
            try {
                source.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    /**
     * Opens this very file once more, by another source. It does not read the known parts of the footer and of column
     * indexes again. You may close either one first. The new one lacks the equality indexes of this one. The method compares only the
     * lengths of the files: in another file of this length the checksums would be wrong.
     *
     * @param other belongs to the new one from now on, also when this call fails
     * @throws CorruptFileException if it has another length
     */
    public StoaFile again(RangeSource other) throws IOException {
        if (other.length() != identity().length()) {
            try (other) {
                throw new CorruptFileException(other.id() + ": it has " + other.length() + " bytes, but had "
                        + identity().length() + " when it was opened before: it was replaced");
            }
        }
        Directory same = directory.in(other);
        return new StoaFile(other, same, loader.in(same));
    }

    /** Returns about how many bytes of memory its known metadata takes, which {@link #again} takes over. */
    public long knownBytes() {
        return directory.knownBytes() + 4 * loader.keptBytes();
    }

    /** Opens a file whose source stays another's: it must not be closed. */
    static StoaFile view(RangeSource source) throws IOException {
        return new StoaFile(source, Directory.open(source));
    }

    /** The name of the file for messages. */
    public String name() {
        return source.id();
    }

    /** The source of the file's bytes, with its counters. */
    public RangeSource source() {
        return source;
    }

    Directory directory() {
        return directory;
    }

    ColumnLoader loader() {
        return loader;
    }

    /**
     * Adds an index file, made by {@code EqualityIndexWriter}: scans of the table ask it from now on where a filter wants a
     * column to be equal to values. The source belongs to this file from now on, also when this call fails.
     *
     * @return whether it is an index of this very file; a stale one, of another, is closed and not used
     * @throws dev.stoa.format.CorruptFileException if it is damaged or no index file
     */
    public boolean addIndex(RangeSource indexFile) throws IOException {
        StoaFile file = open(indexFile);
        boolean added = false;
        try {
            EqualityIndex index = EqualityIndex.open(file);
            added = index.isOf(identity());
            if (added) {
                indexes.add(index);
            }
        } finally {
            if (!added) {
                file.close();
            }
        }
        return added;
    }

    Optional<EqualityIndex> index(ColumnPath column) {
        return indexes.stream().filter(index -> index.column().equals(column)).findFirst();
    }

    /** UUID, length and hash, known since the file was opened. */
    public FileIdentity identity() {
        return new FileIdentity(
                directory.tail().uuid(), source.length(), directory.tail().hash());
    }

    /** The file's properties and row sets. */
    public FileInfo info() throws IOException {
        ScanCounters counters = new ScanCounters();
        Properties properties = directory.properties(counters);
        List<FileInfo.SortOrder> order = new ArrayList<>();
        for (Properties.SortColumn column : properties.sortColumns()) {
            order.add(new FileInfo.SortOrder(path(column.node(), counters), column.descending(), column.nullsFirst()));
        }
        return new FileInfo(
                identity(),
                Layout.EDITION,
                properties.createdBy(),
                properties.encodings().stream().map(Properties.NamedId::name).toList(),
                order,
                properties.keyValues().stream()
                        .map(pair -> new FileInfo.KeyValue(pair.key(), pair.value()))
                        .toList(),
                rowSets(counters));
    }

    private List<FileInfo.RowSetInfo> rowSets(ScanCounters counters) throws IOException {
        List<Integer> ordinals = new ArrayList<>();
        for (int i = 0; i < directory.tail().rowSetCount(); i++) {
            ordinals.add(i);
        }
        directory.loadRowSets(ordinals, counters);
        List<FileInfo.RowSetInfo> rowSets = new ArrayList<>();
        for (int i : ordinals) {
            RowSetRecord record = directory.rowSet(i, counters);
            String name =
                    record.isTable() ? "" : path(record.parentNode(), counters).toString();
            rowSets.add(new FileInfo.RowSetInfo(
                    record.isTable() ? FileInfo.Kind.TABLE : FileInfo.Kind.ELEMENTS,
                    name,
                    record.rows(),
                    record.zoneVectors()));
        }
        return rowSets;
    }

    private ColumnPath path(int node, ScanCounters counters) throws IOException {
        for (int at = node; at != Layout.NONE; at = directory.record(at).parent()) {
            directory.loadNodes(List.of(at), counters);
        }
        return directory.path(node);
    }

    /** The number of rows of the table. */
    public long rowCount() throws IOException {
        return directory.rowSet(0, new ScanCounters()).rows();
    }

    /** The schema of the table. For a file with very many columns this reads much: a scan of some does not need it. */
    public Schema schema() throws IOException {
        return table().schema();
    }

    /**
     * Returns those columns of the table that have one of some field ids or names, in the order of the file. It finds them by
     * the indexes of the footer, so of a file with very many columns it does not read the others.
     *
     * @param fieldIds wanted ids; they count only if ids tell the columns apart, see {@link SomeColumns#hasUniqueIds}
     * @param names wanted names, spelled as in the file
     */
    public SomeColumns columns(Set<Integer> fieldIds, Set<String> names) throws IOException {
        ScanCounters counters = new ScanCounters();
        boolean hasUniqueIds = directory.hasUniqueFieldIds(counters);
        Set<Integer> nodes = new TreeSet<>();
        if (hasUniqueIds) {
            nodes.addAll(directory.topNodesOf(fieldIds, counters));
        }
        if (!names.isEmpty()) {
            List<ColumnPath> paths = names.stream().map(ColumnPath::of).toList();
            nodes.addAll(directory.find(paths, counters).values());
        }
        directory.loadTrees(nodes, counters);
        List<Field> fields = new ArrayList<>();
        for (int node : nodes) {
            fields.add(directory.field(node));
        }
        return new SomeColumns(Directory.schema(fields, name()), hasUniqueIds);
    }

    /** The table: the root row set. */
    public RowSet table() throws IOException {
        return new RowSet(tableColumns(), this::index);
    }

    private RowSetColumns tableColumns() throws IOException {
        RowSetRecord record = directory.rowSet(0, new ScanCounters());
        return new RowSetColumns(directory, loader, 0, record, Optional.empty());
    }

    /**
     * The elements of a list or the entries of a map as a table of their own, in the order of the rows. A list has one
     * column, a map its key and value. They have the names of the type's fields.
     *
     * @param path of the list or map, such as {@code tags} or {@code tags.element.more}
     * @throws IllegalArgumentException if no such column exists, or it is neither list nor map
     */
    public RowSet rowSet(ColumnPath path) throws IOException {
        ScanCounters counters = new ScanCounters();
        int node = node(path, counters);
        NodeRecord record = directory.record(node);
        if (!record.isList()) {
            throw new IllegalArgumentException(
                    name() + ": column '" + path + "' is neither a list nor a map, so it has no elements to scan");
        }
        directory.loadTrees(List.of(node), counters);
        RowSetRecord elements = directory.rowSet(record.childRowSet(), counters);
        Optional<ColumnPath> parent = Optional.of(directory.path(node));
        return new RowSet(
                new RowSetColumns(directory, loader, record.childRowSet(), elements, parent),
                column -> Optional.empty());
    }

    /**
     * A column, or a field of one, by the names that the file has for it: see {@link dev.stoa.format.FieldNames}.
     *
     * @throws IllegalArgumentException if none exists, or the name may mean several
     */
    public ColumnPath column(ColumnPath asked) throws IOException {
        return directory.path(node(asked, new ScanCounters()));
    }

    private int node(ColumnPath path, ScanCounters counters) throws IOException {
        Integer node = directory.find(List.of(path), counters).get(path);
        return node != null ? node : tableColumns().alike(path, counters);
    }

    /** {@link #rowSet(ColumnPath)} of a path as text. */
    public RowSet rowSet(String path) throws IOException {
        return rowSet(ColumnPath.parse(path));
    }

    /** A scan of the table, to be described. */
    public ScanBuilder scan() throws IOException {
        return table().scan();
    }

    /** {@link RowSet#splits} of the table. */
    public List<Split> splits(long targetBytes, List<ColumnPath> columns) throws IOException {
        return table().splits(targetBytes, columns);
    }

    /** Closes the source, and those of its indexes. Scans must be closed before. */
    @Override
    public void close() throws IOException {
        List<Closeable> files = new ArrayList<>(indexes);
        files.add(source);
        Closing.all(files);
    }
}
