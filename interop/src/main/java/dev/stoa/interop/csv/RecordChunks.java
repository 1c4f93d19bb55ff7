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
package dev.stoa.interop.csv;

import dev.stoa.format.CorruptFileException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts a delimited text into pieces of whole rows, which can be parsed by themselves. It looks at every byte once, in order,
 * and decodes none. The quotes before a line end tell whether it ends a row, by the rules of the parser. So the text must be
 * in a charset where bytes below 128 are always ASCII.
 */
final class RecordChunks implements Closeable {
    /** About the number of bytes that one thread parses at a time. */
    static final int CHUNK_BYTES = 1 << 20;

    /** No row may be longer. */
    private static final int MAX_ROW_BYTES = 64 << 20;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private final String file;
    private final byte delimiter;
    private final byte quote;
    private final boolean mayHaveMark;

    private byte[] buffer;
    private int length;
    private boolean isAtEnd;
    private State state = State.FIELD_START;
    private int scanned;
    private long lines;
    private int end;
    private long linesToEnd;
    private long firstLine = 1;

    private enum State {
        FIELD_START,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED
    }

    /**
     * Some rows.
     *
     * @param bytes their text
     * @param firstLine the line where they start, from 1
     */
    record Chunk(byte[] bytes, long firstLine) {
        boolean isFirst() {
            return firstLine == 1;
        }
    }

    /** Cuts a text into pieces of about a given size; it is closed with this. */
    RecordChunks(InputStream in, String file, CsvOptions options, int chunkBytes) {
        this.in = in;
        this.file = file;
        this.delimiter = (byte) options.dialect().delimiter();
        this.quote = (byte) options.dialect().quote();
        this.mayHaveMark = options.charset().equals(StandardCharsets.UTF_8);
        this.buffer = new byte[Math.max(chunkBytes, BYTE_ORDER_MARK.length)];
    }

    /** Whether texts of this kind can be cut. */
    static boolean areOf(CsvOptions options) {
        return options.dialect().comment().isEmpty()
                && options.dialect().skippedLines() == 0
                && options.dialect().delimiter() < 0x80
                && options.dialect().quote() < 0x80
                && isAscii(options.charset());
    }

    private static boolean isAscii(Charset charset) {
        String name = charset.name();
        return charset.equals(StandardCharsets.UTF_8)
                || charset.equals(StandardCharsets.US_ASCII)
                || name.startsWith("ISO-8859-")
                || name.startsWith("windows-125");
    }

    /** The next rows; none at the end. */
    Optional<Chunk> next() throws IOException {
        while (true) {
            fill();
            scan();
            if (isAtEnd) {
                return length == 0 ? Optional.empty() : Optional.of(cut(length, lines));
            } else if (end > 0) {
                return Optional.of(cut(end, linesToEnd));
            } else if (buffer.length >= MAX_ROW_BYTES) {
                throw new CorruptFileException(file + ": the row on line " + firstLine + " is longer than "
                        + (MAX_ROW_BYTES >> 20) + " MiB: is a quote left open?");
            }
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
    }

    private void fill() throws IOException {
        while (!isAtEnd && length < buffer.length) {
            int n = in.read(buffer, length, buffer.length - length);
            isAtEnd = n < 0;
            length += Math.max(0, n);
        }
    }

    private Chunk cut(int bytes, long linesOfThem) {
        Chunk chunk = new Chunk(Arrays.copyOf(buffer, bytes), firstLine);
        System.arraycopy(buffer, bytes, buffer, 0, length - bytes);
        length -= bytes;
        scanned -= bytes;
        lines -= linesOfThem;
        firstLine += linesOfThem;
        end = 0;
        linesToEnd = 0;
        return chunk;
    }

    private void scan() {
        if (scanned == 0 && firstLine == 1 && mayHaveMark && startsWithMark()) {
            scanned = BYTE_ORDER_MARK.length;
        }
        while (scanned < length) {
            byte b = buffer[scanned];
            boolean isLineEnd = b == '\n' || b == '\r';
            if (b == '\r') {
                if (scanned + 1 == length && !isAtEnd) {
                    return; // what follows may belong to it
                }
                if (scanned + 1 < length && buffer[scanned + 1] == '\n') {
                    scanned++;
                }
            }
            scanned++;
            if (isLineEnd) {
                lines++;
            }
            if (state == State.QUOTED) {
                state = b == quote ? State.QUOTE_IN_QUOTED : State.QUOTED;
            } else if (isLineEnd) {
                state = State.FIELD_START;
                end = scanned;
                linesToEnd = lines;
            } else if (b == delimiter) {
                state = State.FIELD_START;
            } else if (b == quote && state != State.PLAIN) {
                state = State.QUOTED;
            } else {
                state = State.PLAIN;
            }
        }
    }

    private boolean startsWithMark() {
        return length >= BYTE_ORDER_MARK.length
                && Arrays.equals(buffer, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
