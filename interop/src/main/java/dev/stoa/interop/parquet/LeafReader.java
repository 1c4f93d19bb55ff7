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
package dev.stoa.interop.parquet;

import dev.stoa.format.CorruptFileException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;

/**
 * Reads one column of a row group: levels and values of the next records into arrays. A batch takes those that it can use;
 * the others stay for the next one.
 *
 * <p>Levels are checked as they are read: none above its maximum, no element of a list that is not there.
 */
final class LeafReader {
    /** Entries that are read at a time. */
    private static final int STEP = 4096;

    private final ColumnDescriptor column;
    private final int maxRepetition;
    private final int maxDefinition;
    private final int[] elementDefinitions;
    private final Values values;
    private byte[] repetitions = new byte[0];
    private byte[] definitions = new byte[0];
    private int entries;
    private int records;

    private Optional<PageReader> pages = Optional.empty();
    private String createdBy = "";
    private UnmarkedPages unmarked = UnmarkedPages.NONE;
    private Optional<Values> dictionary = Optional.empty();
    private Optional<DataPageContent> page = Optional.empty();
    private byte[] previousBytes = new byte[0];
    private long leftInChunk;

    /**
     * A reader of a column.
     *
     * @param elementDefinitions for each repetition depth, the lowest definition level of an existing element
     */
    LeafReader(ColumnDescriptor column, int[] elementDefinitions) {
        this.column = column;
        this.maxRepetition = column.getMaxRepetitionLevel();
        this.maxDefinition = column.getMaxDefinitionLevel();
        this.elementDefinitions = elementDefinitions;
        this.values = new Values(column.getPrimitiveType());
    }

    ColumnDescriptor column() {
        return column;
    }

    /** The column's path, as text. */
    String name() {
        return String.join(".", column.getPath());
    }

    /** Starts a row group; nothing may be left of the one before. */
    void start(PageReader reader, String writer, UnmarkedPages fix) throws IOException {
        if (entries != 0 || leftInChunk != 0) {
            throw new CorruptFileException("the column has more rows than the row group before");
        }
        pages = Optional.of(reader);
        createdBy = writer;
        unmarked = fix;
        page = Optional.empty();
        previousBytes = new byte[0];
        leftInChunk = reader.getTotalValueCount();
        DictionaryPage stored = reader.readDictionaryPage();
        dictionary = stored == null ? Optional.empty() : Optional.of(decode(stored));
    }

    @SuppressWarnings("deprecation") // old files say PLAIN_DICTIONARY
    private Values decode(DictionaryPage stored) throws IOException {
        if (stored.getEncoding() != Encoding.PLAIN && stored.getEncoding() != Encoding.PLAIN_DICTIONARY) {
            throw new CorruptFileException("a dictionary is encoded as " + stored.getEncoding());
        }
        PageBytes in = DataPageContent.bytes(stored.getBytes());
        if (stored.getDictionarySize() < 0 || stored.getDictionarySize() > 8L * in.remaining()) {
            throw new CorruptFileException(
                    "a dictionary of " + stored.getDictionarySize() + " entries has " + in.remaining() + " bytes");
        }
        Values decoded = new Values(column.getPrimitiveType());
        decoded.append(new PlainDecoder(in, DataPageContent.fixedLength(column)), stored.getDictionarySize());
        return decoded;
    }

    /** Checks that the row group's last record was the column's last. */
    void end() throws CorruptFileException {
        if (entries != 0 || leftInChunk != 0) {
            throw new CorruptFileException("the column has more rows than the row group says");
        }
    }

    /**
     * Reads on until it has {@code wanted} records, or holds about {@code bytes} and one record is complete.
     *
     * @return how many records are complete, at least 1 and at most {@code wanted}
     */
    int fill(int wanted, long bytes) throws IOException {
        while (complete() < wanted && leftInChunk > 0 && (complete() == 0 || size() < bytes)) {
            int step = STEP;
            if (maxRepetition == 0) {
                step = wanted - complete();
            }
            readEntries(step, bytes - size());
        }
        int complete = complete();
        if (complete == 0) {
            throw new CorruptFileException("the column ends before the row group's last row");
        }
        return Math.min(complete, wanted);
    }

    private int complete() {
        return maxRepetition == 0 || leftInChunk == 0 ? records : Math.max(records - 1, 0);
    }

    private long size() {
        return values.size() + 2L * entries;
    }

    private void readEntries(int step, long room) throws IOException {
        if (page.isEmpty() || page.get().left() == 0) {
            page.ifPresent(this::keepPrevious);
            DataPage next = unmarked.apply(pages.orElseThrow().readPage());
            boolean sequential =
                    CorruptDeltaByteArrays.requiresSequentialReads(createdBy, DataPageContent.encoding(next));
            page = Optional.of(new DataPageContent(next, column, dictionary, sequential ? previousBytes : new byte[0]));
            return;
        }
        int n = (int) Math.min(Math.min(step, page.get().left()), leftInChunk);
        if (values.isBytes()) {
            n = page.get().fitting(n, room);
        }
        int present = readLevels(page.get(), n);
        page.get().readValues(values, n, present);
        entries += n;
        leftInChunk -= n;
    }

    private void keepPrevious(DataPageContent done) {
        previousBytes = done.previousBytes();
    }

    /** Reads and checks the levels of the next entries; returns how many of them have a value. */
    private int readLevels(DataPageContent from, int n) throws CorruptFileException {
        int present = n;
        if (maxDefinition > 0) {
            definitions = room(definitions, n);
            from.readDefinitions(definitions, entries, n);
            present = 0;
            for (int i = entries; i < entries + n; i++) {
                present += (definitions[i] & 0xFF) == maxDefinition ? 1 : 0;
            }
        }
        if (maxRepetition == 0) {
            records += n;
            return present;
        }
        repetitions = room(repetitions, n);
        from.readRepetitions(repetitions, entries, n);
        for (int i = entries; i < entries + n; i++) {
            int depth = repetitions[i] & 0xFF;
            if (depth == 0) {
                records++;
                continue;
            }
            int there = elementDefinitions[depth];
            if (i == 0 || (definitions[i] & 0xFF) < there || (definitions[i - 1] & 0xFF) < there) {
                throw new CorruptFileException("its levels continue a list that has not begun");
            }
        }
        return present;
    }

    private byte[] room(byte[] levels, int n) {
        return entries + n <= levels.length
                ? levels
                : Arrays.copyOf(levels, BytesBuffer.grown(levels.length, (long) entries + n));
    }

    // What is held: the first records of it are the batch's.

    /** The repetition level of an entry held. */
    int repetition(int entry) {
        return maxRepetition == 0 ? 0 : repetitions[entry] & 0xFF;
    }

    /** The definition level of an entry held. */
    int definition(int entry) {
        return maxDefinition == 0 ? 0 : definitions[entry] & 0xFF;
    }

    /** Returns the definition level of an existing element of a repetition depth; 0 for depth 0. */
    int elementDefinition(int depth) {
        return elementDefinitions[depth];
    }

    /** Definition levels of the entries held, unsigned; empty if no part of the column's path is optional. */
    byte[] definitions() {
        return definitions;
    }

    Values values() {
        return values;
    }

    /** How many entries the first {@code n} records held have. */
    int entriesOf(int n) {
        if (maxRepetition == 0) {
            return n;
        }
        int seen = 0;
        for (int i = 0; i < entries; i++) {
            if (repetitions[i] == 0 && seen++ == n) {
                return i;
            }
        }
        return entries;
    }

    /** Forgets the first {@code n} records held. */
    void drop(int n) {
        int cut = entriesOf(n);
        int cutValues = cut;
        int rest = entries - cut;
        if (maxDefinition > 0) {
            cutValues = 0;
            for (int i = 0; i < cut; i++) {
                cutValues += (definitions[i] & 0xFF) == maxDefinition ? 1 : 0;
            }
            System.arraycopy(definitions, cut, definitions, 0, rest);
        }
        if (maxRepetition > 0) {
            System.arraycopy(repetitions, cut, repetitions, 0, rest);
        }
        values.dropFirst(cutValues);
        entries = rest;
        records -= n;
    }
}
