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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.ListVector;
import dev.stoa.reader.FileIdentity;
import dev.stoa.vio.Folder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A row of the log. Its cells are checked when they are read.
 *
 * @param columns by {@link LogColumn}
 * @param at the row in the vectors
 * @param number of the row in the file
 * @param file for messages
 */
public record LogRecord(List<ColumnVector> columns, int at, long number, String file) {
    private static final long MAX_ROWS = 1L << 42;
    private static final int MAX_PATH = 4096;
    private static final int MAX_TEXT = 1 << 20;

    private ColumnVector vector(LogColumn column) throws CorruptFileException {
        ColumnVector vector = columns.get(column.ordinal());
        if (vector.isNull(at)) {
            throw corrupt("'" + column.columnName() + "' is missing");
        }
        return vector;
    }

    public boolean has(LogColumn column) {
        return !columns.get(column.ordinal()).isNull(at);
    }

    CorruptFileException corrupt(String problem) {
        return new CorruptFileException(file + ": row " + number + ": " + problem);
    }

    public String text(LogColumn column) throws CorruptFileException {
        BytesVector vector = (BytesVector) vector(column);
        if (vector.length(at) > MAX_TEXT) {
            throw corrupt("'" + column.columnName() + "' has " + vector.length(at) + " bytes, at most " + MAX_TEXT
                    + " are allowed");
        }
        return vector.getString(at);
    }

    public Optional<String> optionalText(LogColumn column) throws CorruptFileException {
        return has(column) ? Optional.of(text(column)) : Optional.empty();
    }

    public UUID id(LogColumn column) throws CorruptFileException {
        ColumnVector vector = vector(column);
        if (((BytesVector) vector).length(at) != 16) {
            throw corrupt("'" + column.columnName() + "' is no UUID");
        }
        return Cells.idAt(vector, at);
    }

    public Optional<UUID> optionalId(LogColumn column) throws CorruptFileException {
        return has(column) ? Optional.of(id(column)) : Optional.empty();
    }

    public long number(LogColumn column, long least) throws CorruptFileException {
        long value = Cells.longAt(vector(column), at);
        if (value < least) {
            throw corrupt("'" + column.columnName() + "' is " + value);
        }
        return value;
    }

    public long rows(LogColumn column) throws CorruptFileException {
        long value = number(column, 0);
        if (value > MAX_ROWS) {
            throw corrupt("'" + column.columnName() + "' is " + value + ", more than 2^42");
        }
        return value;
    }

    public int integer(LogColumn column, int least) throws CorruptFileException {
        int value = Cells.intAt(vector(column), at);
        if (value < least) {
            throw corrupt("'" + column.columnName() + "' is " + value);
        }
        return value;
    }

    public boolean isTrue(LogColumn column) {
        return has(column) && Cells.booleanAt(columns.get(column.ordinal()), at);
    }

    public Instant time(LogColumn column) throws CorruptFileException {
        return Instant.EPOCH.plus(Cells.longAt(vector(column), at), ChronoUnit.MICROS);
    }

    public String path() throws CorruptFileException {
        String path = text(LogColumn.PATH);
        try {
            if (path.isEmpty() || path.length() > MAX_PATH) {
                throw new IllegalArgumentException("a path of " + path.length() + " characters");
            }
            return Folder.checkName(path);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file + ": row " + number + ": " + e.getMessage(), e);
        }
    }

    /** The place of a sidecar. One in the log is named like a file. */
    public SidecarPlace sidecar(LogKind kind) throws CorruptFileException {
        if (!has(LogColumn.CONTENTS)) {
            return SidecarPlace.file(path());
        }
        BytesVector contents = (BytesVector) vector(LogColumn.CONTENTS);
        int length = contents.length(at);
        if (has(LogColumn.PATH) || kind == LogKind.PART || length == 0 || length > SidecarPlace.MOST_BYTES) {
            throw corrupt("a sidecar of " + length + " bytes in the log, which may have 1 to " + SidecarPlace.MOST_BYTES
                    + " there, no path, and no place in a part");
        }
        return new SidecarPlace(SidecarPlace.FOLDER + "/" + id(LogColumn.FILE) + ".stoa", contents.get(at));
    }

    public FileIdentity identity() throws CorruptFileException {
        return new FileIdentity(id(LogColumn.FILE), number(LogColumn.LENGTH, 0), hash(LogColumn.DIGEST));
    }

    public Optional<ContentHash> optionalHash(LogColumn column) throws CorruptFileException {
        return has(column) ? Optional.of(hash(column)) : Optional.empty();
    }

    private ContentHash hash(LogColumn column) throws CorruptFileException {
        BytesVector hash = (BytesVector) vector(column);
        if (hash.length(at) != ContentHash.BYTES) {
            throw corrupt("'" + column.columnName() + "' has " + hash.length(at) + " bytes, not " + ContentHash.BYTES);
        }
        return ContentHash.of(hash.data(), hash.start(at));
    }

    public Optional<List<Integer>> optionalNumbers(LogColumn column) throws CorruptFileException {
        if (!has(column)) {
            return Optional.empty();
        }
        ListVector lists = (ListVector) vector(column);
        List<Integer> numbers = new ArrayList<>();
        for (int i = lists.offsets()[at]; i < lists.offsets()[at + 1]; i++) {
            int number = Cells.intAt(lists.elements(), i);
            if (!numbers.isEmpty() && number <= numbers.get(numbers.size() - 1)) {
                throw corrupt("'" + column.columnName() + "' does not ascend");
            }
            numbers.add(number);
        }
        return Optional.of(numbers);
    }

    public List<String> texts(LogColumn column) throws CorruptFileException {
        if (!has(column)) {
            return List.of();
        }
        ListVector lists = (ListVector) vector(column);
        List<String> texts = new ArrayList<>();
        for (int i = lists.offsets()[at]; i < lists.offsets()[at + 1]; i++) {
            texts.add(Cells.textAt(lists.elements(), i));
        }
        return texts;
    }

    /** About the bytes that the rows of a column take in memory beyond a fixed number for each. */
    public static long bytes(ColumnVector column) {
        long bytes = 0;
        if (column instanceof BytesVector v) {
            for (int i = 0; i < v.size(); i++) {
                bytes += v.isNull(i) ? 0 : v.length(i);
            }
        } else if (column instanceof ListVector v) {
            bytes = 16L * v.offsets()[v.size()];
        }
        return bytes;
    }
}
