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
import dev.stoa.format.StoaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;

/** The entries of one decompressed data page, of either version: repetition levels, definition levels, values. */
final class DataPageContent {
    private final ColumnDescriptor column;
    private final Optional<Values> dictionary;
    private final byte[] previous;
    private final Encoding encoding;
    private final int count;
    private final Optional<LevelDecoder> repetitions;
    private final Optional<LevelDecoder> definitions;
    private final PageBytes valueBytes;
    private Optional<ValueDecoder> values = Optional.empty();
    private int left;

    /**
     * Opens a page.
     *
     * @param previous the last value of the page before, where an old writer did not start anew; else empty
     */
    DataPageContent(DataPage page, ColumnDescriptor column, Optional<Values> dictionary, byte[] previous)
            throws IOException {
        this.column = column;
        this.dictionary = dictionary;
        this.previous = previous;
        this.encoding = encoding(page);
        this.count = page.getValueCount();
        this.left = count;
        if (count < 0) {
            throw new CorruptFileException("a page says that it has " + count + " values");
        }
        int maxRepetition = column.getMaxRepetitionLevel();
        int maxDefinition = column.getMaxDefinitionLevel();
        if (page instanceof DataPageV2 v2) {
            repetitions = levelsV2(v2.getRepetitionLevels(), maxRepetition);
            definitions = levelsV2(v2.getDefinitionLevels(), maxDefinition);
            valueBytes = bytes(v2.getData());
        } else {
            DataPageV1 v1 = (DataPageV1) page;
            PageBytes all = bytes(v1.getBytes());
            repetitions = levelsV1(all, v1.getRlEncoding(), maxRepetition);
            definitions = levelsV1(all, v1.getDlEncoding(), maxDefinition);
            valueBytes = all;
        }
    }

    static Encoding encoding(DataPage page) {
        return page instanceof DataPageV2 v2 ? v2.getDataEncoding() : ((DataPageV1) page).getValueEncoding();
    }

    /** The bytes of a part of a page, copied only where they are in several buffers or outside of the heap. */
    @SuppressWarnings("deprecation") // its successor always needs an allocator, even where nothing is copied
    static PageBytes bytes(BytesInput input) throws IOException {
        ByteBuffer buffer = input.toByteBuffer();
        if (buffer.hasArray()) {
            int start = buffer.arrayOffset() + buffer.position();
            return new PageBytes(buffer.array(), start, start + buffer.remaining());
        }
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        return new PageBytes(copy, 0, copy.length);
    }

    private static Optional<LevelDecoder> levelsV2(BytesInput levels, int max) throws IOException {
        return max == 0 ? Optional.empty() : Optional.of(LevelDecoder.ofRuns(bytes(levels), max));
    }

    private Optional<LevelDecoder> levelsV1(PageBytes in, Encoding levelEncoding, int max) throws CorruptFileException {
        if (max == 0) {
            return Optional.empty();
        }
        return Optional.of(
                switch (levelEncoding) {
                    case RLE -> LevelDecoder.ofRuns(in.slice(in.nextInt()), max);
                    case BIT_PACKED -> LevelDecoder.ofBitPacked(in, max, count);
                    default -> throw new CorruptFileException("levels are encoded as " + levelEncoding);
                });
    }

    /** The number of entries not read yet. */
    int left() {
        return left;
    }

    void readDefinitions(byte[] out, int at, int n) throws CorruptFileException {
        if (definitions.isPresent()) {
            definitions.get().read(out, at, n);
        }
    }

    void readRepetitions(byte[] out, int at, int n) throws CorruptFileException {
        if (repetitions.isPresent()) {
            repetitions.get().read(out, at, n);
        }
    }

    /** Reads the values of the next {@code n} entries; {@code present} of them have one. */
    void readValues(Values out, int n, int present) throws StoaException {
        left -= n;
        if (present == 0) {
            return;
        }
        if (values.isEmpty()) {
            values = Optional.of(open());
        }
        out.append(values.get(), present);
    }

    /** How many of the next {@code n} values, byte strings, surely have at most {@code bytes} bytes in all; at least 1. */
    int fitting(int n, long bytes) throws StoaException {
        if (values.isEmpty() && encoding == Encoding.PLAIN) {
            values = Optional.of(open());
        }
        if (values.isPresent()) {
            return values.get().fitting(n, bytes);
        }
        return dictionary.isPresent() && encoding.usesDictionary()
                ? DictionaryDecoder.fitting(n, bytes, dictionary.get())
                : 1;
    }

    private ValueDecoder open() throws StoaException {
        return switch (encoding) {
            case PLAIN -> new PlainDecoder(valueBytes, fixedLength(column));
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryDecoder(
                        valueBytes,
                        dictionary.orElseThrow(
                                () -> new CorruptFileException("a page refers to a dictionary, the column has none")));
            case RLE -> new RunValueDecoder(valueBytes);
            case DELTA_BINARY_PACKED -> new DeltaValueDecoder(valueBytes);
            case DELTA_LENGTH_BYTE_ARRAY -> DeltaBytesDecoder.ofLengths(valueBytes, count);
            case DELTA_BYTE_ARRAY -> DeltaBytesDecoder.ofPrefixes(valueBytes, count, previous);
            case BYTE_STREAM_SPLIT -> new SplitDecoder(valueBytes, splitWidth());
            default -> throw new CorruptFileException("values are encoded as " + encoding);
        };
    }

    private int splitWidth() throws CorruptFileException {
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case FIXED_LEN_BYTE_ARRAY -> column.getPrimitiveType().getTypeLength();
            default -> throw new CorruptFileException("values of " + column.getPrimitiveType() + " are split by bytes");
        };
    }

    /** The length of each byte string of a column, or -1 if each has its own. */
    static int fixedLength(ColumnDescriptor column) {
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> column.getPrimitiveType().getTypeLength();
            default -> -1;
        };
    }

    /** The last value read, if values share prefixes. */
    byte[] previousBytes() {
        return values.isPresent() && values.get() instanceof DeltaBytesDecoder delta ? delta.previous() : new byte[0];
    }
}
