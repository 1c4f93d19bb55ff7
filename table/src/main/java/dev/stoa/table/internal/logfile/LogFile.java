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
package dev.stoa.table.internal.logfile;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An entry or a checkpoint. It keeps in memory what it says of fragments. It reads bounds when a caller needs them,
 * column by column or all cells at once, and keeps them. Safe for several threads.
 */
public final class LogFile {
    private static final long MAX_ROWS = 1L << 24;

    private final Opener opener;
    private final String name;
    private final long version;
    private final FileIdentity identity;
    private final Map<Integer, Optional<FieldBounds>> bounds = new ConcurrentHashMap<>();

    /** The fields whose bounds were found to be damaged. */
    private final Set<Integer> damaged = ConcurrentHashMap.newKeySet();

    /** The bounds in the cells of an entry, by row and field; null before the first read. */
    private volatile Map<Integer, Map<Integer, ColumnBounds>> cells;

    /** The bounds of a field. */
    private interface FieldBounds {
        /** Returns those of a row; null if it has none. */
        ColumnBounds at(int row);
    }

    /** Opens the bytes of a file. */
    public interface Opener {
        RangeSource open() throws IOException;
    }

    public LogFile(Folder folder, String name, long version, FileIdentity identity) {
        this(() -> folder.open(name, OptionalLong.of(identity.length())), name, version, identity);
    }

    public LogFile(Opener opener, String name, long version, FileIdentity identity) {
        this.opener = opener;
        this.version = version;
        this.name = name;
        this.identity = identity;
    }

    /**
     * A file that does not exist in this process. So nothing is known of bounds.
     *
     * @param name for messages
     */
    public static LogFile withoutBounds(String name, long version) {
        Opener none = () -> {
            throw new FileNotFoundException(name + ": this process does not read the log");
        };
        return new LogFile(none, name, version, new FileIdentity(new UUID(0, 0), 0, new ContentHash(0, 0)));
    }

    /** The version that an entry makes, or the last version in a checkpoint. */
    public long version() {
        return version;
    }

    /** Opens it again. */
    public StoaFile open() throws IOException {
        StoaFile file = StoaFile.open(opener.open());
        if (!file.identity().equals(identity)) {
            file.close();
            throw new CorruptFileException(
                    file.name() + ": is another file than it was; the log of a table never changes");
        }
        return file;
    }

    /** How many rows it has: never more than bytes, so that what is kept of them is bounded by the size of the file. */
    public static long rows(StoaFile file) throws IOException {
        long rows = file.rowCount();
        long most = Math.min(MAX_ROWS, file.identity().length());
        if (rows > most) {
            throw new CorruptFileException(
                    file.name() + ": it has " + rows + " rows, a file of its size can have " + most + " at most");
        }
        return rows;
    }

    /** Returns the bounds of a field in a row, if it has some. */
    public Optional<ColumnBounds> bounds(int fieldId, long row) throws IOException {
        Optional<FieldBounds> known = bounds.get(fieldId);
        if (known == null) {
            known = readUnlessExpired(fieldId);
            bounds.put(fieldId, known);
        }
        return known.flatMap(b -> Optional.ofNullable(b.at((int) row)));
    }

    /** The same for a reader that needs no bounds, but reads less with them: damaged ones tell nothing. */
    public Optional<ColumnBounds> hint(int fieldId, long row) throws IOException {
        if (damaged.contains(fieldId)) {
            return Optional.empty();
        }
        try {
            return bounds(fieldId, row);
        } catch (CorruptFileException e) {
            damaged.add(fieldId); // verify and the health of the table tell of it
            return Optional.empty();
        }
    }

    /** Gives up what is kept of bounds. */
    public void forget() {
        bounds.clear();
        cells = null;
    }

    /** A snapshot may still name a file of the log that was expired since. Then fewer bounds are known. */
    private Optional<FieldBounds> readUnlessExpired(int fieldId) throws IOException {
        try {
            return read(fieldId);
        } catch (FileNotFoundException | RangeReadException e) {
            return GoneFile.orThrow(e);
        }
    }

    private Optional<FieldBounds> read(int fieldId) throws IOException {
        Map<Integer, Map<Integer, ColumnBounds>> known = cells;
        if (known != null) {
            return Optional.of(ofField(known, fieldId));
        }
        String column = LogBounds.columnName(fieldId);
        try (StoaFile file = open()) {
            Optional<Field> field = file.schema().fields().stream()
                    .filter(f -> f.name().equals(column))
                    .findFirst();
            if (field.isEmpty()) {
                if (file.schema().indexOf(LogColumn.BOUNDS.columnName()).isEmpty()) {
                    return Optional.empty();
                }
                Map<Integer, Map<Integer, ColumnBounds>> read = cells(file);
                cells = read;
                return Optional.of(ofField(read, fieldId));
            }
            Type type = type(field.get(), file);
            ColumnBounds[] found = new ColumnBounds[(int) rows(file)];
            try (Scan scan = file.scan().select(column).build()) {
                while (scan.next()) {
                    Batch batch = scan.batch();
                    StructVector vector = (StructVector) batch.column(0);
                    for (int i = 0; i < batch.rowCount(); i++) {
                        int row = (int) batch.firstRow() + i;
                        String where = file.name() + ": column '" + column + "', row " + row;
                        found[row] = LogBounds.read(vector, i, type, where).orElse(null);
                    }
                }
            }
            return Optional.of(row -> found[row]);
        }
    }

    private static FieldBounds ofField(Map<Integer, Map<Integer, ColumnBounds>> cells, int fieldId) {
        return row -> cells.getOrDefault(row, Map.of()).get(fieldId);
    }

    /** Reads the cells of an entry, which has few. Each holds all fields. */
    private static Map<Integer, Map<Integer, ColumnBounds>> cells(StoaFile file) throws IOException {
        Map<Integer, Map<Integer, ColumnBounds>> found = new HashMap<>();
        try (Scan scan = file.scan().select(LogColumn.BOUNDS.columnName()).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                BytesVector vector = (BytesVector) batch.column(0);
                for (int i = 0; i < batch.rowCount(); i++) {
                    int row = (int) batch.firstRow() + i;
                    if (!vector.isNull(i)) {
                        found.put(row, PackedBounds.read(vector.get(i), file.name() + ": row " + row));
                    }
                }
            }
        }
        return found;
    }

    /** The fields with a column of bounds in a file of the log, by id. */
    public static Map<Integer, Type> bounded(StoaFile file) throws IOException {
        Map<Integer, Type> bounded = new LinkedHashMap<>();
        for (Field field : file.schema().fields()) {
            if (LogBounds.isColumnName(field.name())) {
                bounded.put(LogBounds.fieldId(field.name()), type(field, file));
            }
        }
        return bounded;
    }

    /** The columns that a file of the log has besides those of bounds of fields. */
    public static Set<LogColumn> columns(StoaFile file) throws IOException {
        Set<LogColumn> columns = EnumSet.noneOf(LogColumn.class);
        for (LogColumn column : LogColumn.values()) {
            if (file.schema().indexOf(column.columnName()).isPresent()) {
                columns.add(column);
            }
        }
        return columns;
    }

    /** The type of the values that a column of bounds is about. */
    private static Type type(Field column, StoaFile file) throws CorruptFileException {
        for (Field child : column.type().fields()) {
            if (child.name().equals("min") && LogBounds.isColumnType(column.type(), child.type())) {
                return child.type();
            }
        }
        Type unordered = Type.struct(java.util.List.of());
        if (column.type().equals(LogBounds.columnType(unordered))) {
            return unordered;
        }
        throw new CorruptFileException(file.name() + ": column '" + column.name() + "' of type " + column.type()
                + " is not what bounds look like");
    }

    @Override
    public String toString() {
        return name;
    }
}
