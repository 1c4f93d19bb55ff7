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
package dev.stoa.table.internal.check;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.StoaException;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ScanLimitException;
import dev.stoa.table.internal.schema.Widening;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds out which rows of damaged files can be read, vector by vector, and reads those. A row counts as lost if one of its columns
 * can't be read, unless null may take the place of all that can't. For one thread.
 */
public final class RowSalvage {
    private static final long VECTOR_ROWS = 4096;

    private final Schema schema;
    private final Source source;
    private final long rows;
    private final Set<String> nullable;
    private final boolean nullsForLost;
    private final List<Part> parts = new ArrayList<>();

    /** Reads columns of some rows. */
    public interface Source {
        BatchSource open(List<Field> columns, long first, long end) throws IOException;
    }

    /** Takes rows that could be read. */
    public interface Sink {
        void write(Batch batch) throws IOException;
    }

    /**
     * Rows that are alike.
     *
     * @param count how many of the rows {@code first..end-1} were not deleted; unknown, -1, where none can be read
     * @param lost the columns that can't be read
     */
    public record Part(long first, long end, long count, List<String> lost) {
        boolean isWhole() {
            return lost.isEmpty();
        }

        @Override
        public String toString() {
            return "rows " + first + " to " + (end - 1) + " (columns " + String.join(", ", lost) + ")";
        }
    }

    /**
     * Of some rows.
     *
     * @param rows the number of rows, deleted ones too
     * @param nullable the columns whose lost values may become null
     * @param nullsForLost whether they do
     */
    public RowSalvage(Schema schema, Source source, long rows, Set<String> nullable, boolean nullsForLost) {
        this.schema = schema;
        this.source = source;
        this.rows = rows;
        this.nullable = new HashSet<>(nullable);
        this.nullsForLost = nullsForLost;
    }

    /** The same rows, read from another source. */
    public RowSalvage from(Source other) {
        RowSalvage same = new RowSalvage(schema, other, rows, nullable, nullsForLost);
        same.parts.addAll(parts);
        return same;
    }

    /** Reads all that can be read, to find out what that is. */
    public void examine() throws IOException {
        long at = 0;
        long size = rows;
        while (at < rows) {
            long end = Math.min(rows, at + size);
            long count = count(schema.fields(), at, end);
            if (count >= 0) {
                add(new Part(at, end, count, List.of()));
                at = end;
                size = Math.min(rows, size * 4);
            } else if (size > VECTOR_ROWS) {
                size = Math.max(1, size / VECTOR_ROWS / 8) * VECTOR_ROWS;
            } else {
                add(lost(at, end));
                at = end;
            }
        }
    }

    /** Returns the number of rows that are not deleted, or -1 if some can't be read. */
    private long count(List<Field> columns, long first, long end) throws IOException {
        try (BatchSource scan = source.open(columns, first, end)) {
            long count = 0;
            while (scan.next()) {
                count += scan.batch().selectedCount();
            }
            return count;
        } catch (ScanLimitException e) {
            throw e; // the rows may be sound
        } catch (StoaException | FileNotFoundException e) {
            return -1;
        } catch (IOException e) {
            if (e.getCause() instanceof FileNotFoundException) {
                return -1; // some stores find that out at the first read only
            }
            throw e;
        }
    }

    private Part lost(long first, long end) throws IOException {
        List<String> lost = new ArrayList<>();
        long count = -1;
        for (Field field : schema.fields()) {
            long found = count(List.of(field), first, end);
            count = Math.max(count, found);
            if (found < 0) {
                lost.add(field.name());
            }
        }
        return new Part(first, end, count, lost);
    }

    private void add(Part part) {
        int last = parts.size() - 1;
        if (last >= 0 && parts.get(last).lost().equals(part.lost())) {
            Part before = parts.get(last);
            long count = before.count() < 0 || part.count() < 0 ? -1 : before.count() + part.count();
            parts.set(last, new Part(before.first(), part.end(), count, part.lost()));
        } else {
            parts.add(part);
        }
    }

    private boolean isKept(Part part) {
        return part.isWhole() || nullsForLost && mayBecomeNull(part);
    }

    private boolean mayBecomeNull(Part part) {
        return part.count() >= 0 && nullable.containsAll(part.lost());
    }

    /** How many rows are kept. */
    public long kept() {
        return parts.stream().filter(this::isKept).mapToLong(Part::count).sum();
    }

    /** The rows that are lost, each with the option that keeps them if one does. */
    public List<String> lost() {
        return parts.stream()
                .filter(part -> !isKept(part))
                .map(part -> part + (mayBecomeNull(part) ? "; --null-lost keeps these rows, with nulls there" : ""))
                .toList();
    }

    /** The rows that are kept with nulls in place of lost values. */
    public List<Part> nulled() {
        return parts.stream().filter(part -> isKept(part) && !part.isWhole()).toList();
    }

    /** Reads the rows that are kept, in their order. */
    public void read(Sink sink) throws IOException {
        for (Part part : parts) {
            if (!isKept(part)) {
                continue;
            }
            List<Field> fields = schema.fields().stream()
                    .filter(field -> !part.lost().contains(field.name()))
                    .toList();
            try (BatchSource scan = source.open(fields, part.first(), part.end())) {
                while (scan.next()) {
                    sink.write(part.isWhole() ? scan.batch() : widened(scan.batch(), part));
                }
            }
        }
    }

    private Batch widened(Batch batch, Part part) {
        List<ColumnVector> columns = new ArrayList<>();
        int next = 0;
        for (Field field : schema.fields()) {
            columns.add(
                    part.lost().contains(field.name())
                            ? Widening.nulls(field.type(), batch.rowCount())
                            : batch.column(next++));
        }
        return batch.with(schema, columns);
    }
}
