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

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import dev.stoa.format.CorruptFileException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a delimited text, one at a time, as fields of characters. Malformed quotes, bytes that are not of the
 * charset, and fields above 16 MiB are errors that name file and line.
 */
final class CsvRows implements Closeable {
    private static final int MAX_FIELD_CHARS = 16 << 20;
    private static final char NO_COMMENT = '#';

    /** Returns the parser's place, which may be within a piece of the text. */
    private static final Pattern BEGIN = Pattern.compile(" \\(record starting at line (\\d{1,18})\\)");

    private final String file;
    private final CsvOptions options;
    private final long linesBefore;
    private final CloseableIterator<Row> rows;
    private Row row = new Row();
    private int columns;
    private boolean closed;

    /** The rows of a whole text. */
    CsvRows(InputStream in, String file, CsvOptions options) throws IOException {
        this(in, file, options, 1);
    }

    /**
     * The rows of a text, or of a piece of one.
     *
     * @param firstLine the line of the text where the piece begins, from 1
     */
    CsvRows(InputStream in, String file, CsvOptions options, long firstLine) throws IOException {
        this(in, file, options, firstLine, false);
    }

    private CsvRows(InputStream in, String file, CsvOptions options, long firstLine, boolean mayEndInQuotes)
            throws IOException {
        this.file = file;
        this.linesBefore = firstLine - 1 + (firstLine == 1 ? options.dialect().skippedLines() : 0);
        this.options = options;
        Reader reader = new BufferedReader(
                new InputStreamReader(
                        in,
                        options.charset()
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPORT)
                                .onUnmappableCharacter(CodingErrorAction.REPORT)),
                1 << 16);
        try {
            if (firstLine == 1) {
                skipByteOrderMark(reader);
                for (long i = 0; i < options.dialect().skippedLines(); i++) {
                    skipLine(reader);
                }
            }
            rows = CsvReader.builder()
                    .fieldSeparator(options.dialect().delimiter())
                    .quoteCharacter(options.dialect().quote())
                    .commentStrategy(
                            options.dialect().comment().isPresent() ? CommentStrategy.READ : CommentStrategy.NONE)
                    .commentCharacter(options.dialect().comment().orElse(NO_COMMENT))
                    .skipEmptyLines(false)
                    .allowUnclosedQuote(mayEndInQuotes)
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .maxBufferSize(MAX_FIELD_CHARS)
                    .build(new Handler(), reader)
                    .iterator();
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /** The rows of the beginning of a text. The last of them may be cut, also within quotes. */
    static CsvRows ofBeginning(InputStream in, String file, CsvOptions options) throws IOException {
        return new CsvRows(in, file, options, 1, true);
    }

    private void skipByteOrderMark(Reader reader) throws IOException {
        reader.mark(1);
        try {
            if (reader.read() != 0xFEFF) {
                reader.reset();
            }
        } catch (CharacterCodingException e) {
            throw notText(e);
        }
    }

    private void skipLine(Reader reader) throws IOException {
        try {
            int c = reader.read();
            while (c >= 0 && c != '\n' && c != '\r') {
                c = reader.read();
            }
            reader.mark(1);
            if (c == '\r' && reader.read() != '\n') {
                reader.reset();
            }
        } catch (CharacterCodingException e) {
            throw notText(e);
        }
    }

    /** Goes to the next row, past comments; false after the last one. */
    boolean next() throws IOException {
        while (advance()) {
            if (!row.comment) {
                columns = columns == 0 ? row.count : columns;
                return true;
            }
            refuseRow();
        }
        return false;
    }

    /** Refuses a comment that may be a row, if the character of comments is an assumption. */
    private void refuseRow() throws CorruptFileException {
        CsvDialect dialect = options.dialect();
        if (!dialect.isAssumed(CsvDialect.Part.COMMENT) || columns == 0) {
            return;
        }
        long delimiters = text(0).chars().filter(c -> c == dialect.delimiter()).count();
        if (delimiters + 1 == columns) {
            char c = dialect.comment().orElse(NO_COMMENT);
            throw new CorruptFileException(
                    file + ": line " + line() + " begins with '" + c + "', as the comments of the"
                            + " text do, but has as many fields as a row: say whether it is one, by --comment none, or a"
                            + " comment, by --comment '" + c + "'");
        }
    }

    private boolean advance() throws IOException {
        try {
            if (!rows.hasNext()) {
                return false;
            }
            row = rows.next();
            return true;
        } catch (CsvParseException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (cause instanceof CharacterCodingException coding) {
                throw notText(coding);
            }
            throw notSplit(String.valueOf(cause.getMessage()), e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException coding) {
                throw notText(coding);
            }
            throw e.getCause();
        }
    }

    private CorruptFileException notSplit(String reason, CsvParseException e) {
        Matcher begin = BEGIN.matcher(reason);
        String where = begin.find()
                ? "the row that begins on line " + (linesBefore + Long.parseLong(begin.group(1)))
                : "line " + (line() + 1) + " or after it";
        return new CorruptFileException(
                file + ": " + where + " can't be split into fields: "
                        + begin.reset().replaceAll(""),
                e);
    }

    private CorruptFileException notText(CharacterCodingException e) {
        return new CorruptFileException(
                file + (line() == 0 ? ": near the beginning" : ": after line " + line())
                        + " there are bytes that are not " + options.charset() + ": name the right charset",
                e);
    }

    /** Returns the line where the row starts, from 1. */
    long line() {
        return linesBefore + row.line;
    }

    /** Number of fields; 1 for an empty line. */
    int count() {
        return row.count;
    }

    /** Whether the line is empty. */
    boolean isEmptyLine() {
        return row.empty;
    }

    /** The text of a field. */
    String text(int field) {
        int start = field == 0 ? 0 : row.ends[field - 1];
        return new String(row.chars, start, row.ends[field] - start);
    }

    /** Whether a field is within quotes. */
    boolean isQuoted(int field) {
        return row.quoted[field];
    }

    /** Whether a field is the text for null, without quotes. */
    boolean isNull(int field) {
        if (row.quoted[field]) {
            return false;
        }
        String nullText = options.forms().nullText();
        int start = field == 0 ? 0 : row.ends[field - 1];
        if (row.ends[field] - start != nullText.length()) {
            return false;
        }
        for (int i = 0; i < nullText.length(); i++) {
            if (row.chars[start + i] != nullText.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            rows.close();
        }
    }

    private static final class Row {
        private long line;
        private int count;
        private boolean empty;
        private boolean comment;
        private char[] chars = new char[256];
        private int[] ends = new int[16];
        private boolean[] quoted = new boolean[16];

        void add(char[] source, int from, int length, boolean inQuotes) {
            int start = count == 0 ? 0 : ends[count - 1];
            if (length > chars.length - start) {
                chars = Arrays.copyOf(chars, Math.max(start + length, chars.length * 2));
            }
            System.arraycopy(source, from, chars, start, length);
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, count * 2);
                quoted = Arrays.copyOf(quoted, count * 2);
            }
            ends[count] = start + length;
            quoted[count++] = inQuotes;
        }
    }

    /** Fills one row again and again: it is read before the next one is parsed. */
    private static final class Handler extends CsvCallbackHandler<Row> {
        private static final char[] NO_CHARS = new char[0];
        private final Row row = new Row();
        private final Row spare = new Row();
        private Row current = row;

        @Override
        protected RecordType getRecordType() {
            return RecordType.DATA;
        }

        @Override
        protected int getFieldCount() {
            return current.count;
        }

        @Override
        protected void beginRecord(long line) {
            current = current == row ? spare : row;
            current.line = line;
            current.count = 0;
            current.empty = false;
            current.comment = false;
        }

        @Override
        protected void addField(char[] chars, int offset, int length, boolean inQuotes) {
            current.add(chars, offset, length, inQuotes);
        }

        @Override
        protected void setComment(char[] chars, int offset, int length) {
            current.comment = true;
            current.add(chars, offset, length, false);
        }

        @Override
        protected void setEmpty() {
            current.empty = true;
            current.add(NO_CHARS, 0, 0, false);
        }

        @Override
        protected Row buildRecord() {
            return current;
        }
    }
}
