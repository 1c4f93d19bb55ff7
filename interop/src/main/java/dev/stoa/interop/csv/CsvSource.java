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

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.RowAppender;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads a delimited text as rows. Without a given schema the text is read twice: first all of it to infer the types, so
 * that no later row can contradict them.
 *
 * <p>A row must have one field for each column. Empty lines are passed over unless the text has a single column.
 */
public final class CsvSource implements Closeable {
    static final String OTHER_DELIMITERS = ";\t|,";

    private final Opener opener;
    private final CsvOptions options;
    private final int threads;
    private final ValueRows.Columns columns;
    private final CsvRows rows;
    private final List<String> notes;

    /** Opens the text; called once to four times. */
    @FunctionalInterface
    public interface Opener {
        /** The bytes from the beginning, decompressed. */
        InputStream open() throws IOException;
    }

    /** Takes rows. */
    @FunctionalInterface
    public interface Target {
        /** Takes the rows of a batch, which stays as it is. */
        void write(Batch batch) throws IOException;
    }

    private CsvSource(
            Opener opener,
            CsvOptions options,
            int threads,
            ValueRows.Columns columns,
            CsvRows rows,
            List<String> notes) {
        this.opener = opener;
        this.options = options;
        this.threads = threads;
        this.columns = columns;
        this.rows = rows;
        this.notes = notes;
    }

    /**
     * Opens a text, and infers its schema if none is given.
     *
     * @param file its name, for messages
     * @throws CorruptFileException if it is not a table of text: quotes, fields per row or bytes are wrong
     */
    public static CsvSource open(Opener opener, String file, CsvOptions options) throws IOException {
        return open(opener, file, options, List.of(), 1);
    }

    /**
     * As the other one, for some of the columns. With the schema known, the source does not parse values of other columns.
     *
     * @param select the columns, in this order; empty: all
     * @param threads how many infer the schema, and parse rows for {@link #writeTo(Target, Optional)}
     * @throws IllegalArgumentException if no such column exists
     */
    public static CsvSource open(Opener opener, String file, CsvOptions options, List<String> select, int threads)
            throws IOException {
        int parallel = RecordChunks.areOf(options) ? threads : 1;
        TextValues values = new TextValues(options);
        List<String> notes = List.of();
        Schema schema;
        if (options.schema().isPresent()) {
            schema = options.schema().get();
            for (Field field : schema.fields()) {
                if (!TextValues.isSupported(field.type())) {
                    throw new IllegalArgumentException(
                            "column '" + field.name() + "' can't be read from text: it is a " + field.type());
                }
            }
        } else {
            SchemaGuess.Inferred inferred = new SchemaGuess(opener, file, options, values, parallel).infer();
            schema = inferred.schema();
            values = new TextValues(inferred.options());
            notes = inferred.notes();
        }
        int[] wanted = new int[select.isEmpty() ? schema.fields().size() : select.size()];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = select.isEmpty() ? i : find(schema, select.get(i), file);
        }
        if (options.schema().isPresent()) {
            Optional<String> dates = new GivenDates(schema.fields(), wanted, options).pattern(opener, file);
            if (dates.isPresent()) {
                values = new TextValues(options.withForms(options.forms().withDatePattern(dates.get())));
                notes = List.of("the dates have the form " + dates.get()
                        + ", which no other form fits; --date-pattern sets another");
            }
        }
        ValueRows.Columns columns = new ValueRows.Columns(file, values, schema.fields(), wanted);
        CsvRows rows = new CsvRows(opener.open(), file, options);
        CsvSource source = new CsvSource(opener, options, parallel, columns, rows, notes);
        try {
            if (options.dialect().header() && rows.next()) {
                source.checkHeader();
            }
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
        return source;
    }

    /**
     * The names in the first line of a text.
     *
     * @throws CorruptFileException if it has none that columns may have
     */
    public static List<String> header(Opener opener, String file, CsvOptions options) throws IOException {
        try (CsvRows rows = new CsvRows(opener.open(), file, options)) {
            return names(rows, file, options);
        }
    }

    /** The names of the columns; the first row was read then. */
    static List<String> names(CsvRows rows, String file, CsvOptions options) throws IOException {
        if (!rows.next()) {
            throw new CorruptFileException(file + ": the file has no lines, so it has no columns: give a schema");
        }
        CsvDialect dialect = options.dialect();
        // in quotation marks it is a value that holds the character
        boolean isValue = !dialect.header() && rows.count() == 1 && rows.isQuoted(0);
        if (rows.count() == 1 && dialect.isAssumed(CsvDialect.Part.DELIMITER) && !isValue) {
            refuseOtherDelimiter(rows.text(0), rows.line(), file);
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < rows.count(); i++) {
            names.add(dialect.header() ? name(rows, i, file) : "c" + (i + 1));
        }
        return names;
    }

    /** Refuses a row of one field that holds what is a delimiter elsewhere: the columns would become one. */
    static void refuseOtherDelimiter(String row, long line, String file) throws CorruptFileException {
        for (int i = 0; i < OTHER_DELIMITERS.length(); i++) {
            char c = OTHER_DELIMITERS.charAt(i);
            if (row.indexOf(c) >= 0) {
                String shown = c == '\t' ? "\\t" : Character.toString(c);
                throw new CorruptFileException(file + ": " + (line == 1 ? "the first line" : "line " + line)
                        + " is a single column, '"
                        + ValueRows.shown(row)
                        + "'. If '" + shown + "' is the delimiter, set --delimiter '" + shown
                        + "', and each row must have the same number of fields; to keep one column, give its --schema");
            }
        }
    }

    private static String name(CsvRows rows, int field, String file) throws CorruptFileException {
        String name = rows.text(field);
        if (name.getBytes(StandardCharsets.UTF_8).length > Field.MAX_NAME_BYTES) {
            throw new CorruptFileException(file + ": the header has a name of " + name.length() + " characters ('"
                    + ValueRows.shown(name) + "'): is the first line one? At most " + Field.MAX_NAME_BYTES
                    + " bytes are allowed");
        }
        return name;
    }

    private static int find(Schema schema, String name, String file) {
        try {
            return schema.fields().indexOf(FieldNames.get(schema.fields(), name));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private void checkHeader() throws CorruptFileException {
        List<Field> all = columns.all();
        ValueRows.checkCount(rows, all.size(), columns.file());
        for (int i = 0; i < rows.count(); i++) {
            if (!isNamed(rows.text(i), i)) {
                throw new CorruptFileException(columns.file() + ": the header names column " + (i + 1) + " '"
                        + ValueRows.shown(rows.text(i)) + "', the schema '"
                        + all.get(i).name() + "'");
            }
        }
    }

    /** Whether a name of the header is that of a column of the schema. */
    private boolean isNamed(String name, int column) {
        try {
            return FieldNames.find(columns.all(), name).equals(OptionalInt.of(column));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the findings in the values of columns, a sentence each, with the option that changes it. */
    public List<String> notes() {
        return notes;
    }

    /** The columns that are read. */
    public Schema schema() {
        return columns.schema();
    }

    /**
     * Appends all rows that are left.
     *
     * @return the number of rows
     * @throws CorruptFileException if a row is malformed or a field is no value of its type; names line and column
     */
    public long writeTo(RowAppender target) throws IOException {
        return write(target, Optional.empty());
    }

    /**
     * Appends all rows that are left, but those that are bad: with too few or too many fields, or with values that do not fit.
     *
     * @param bad receives them, and may stop the load
     * @return the number of rows appended
     * @throws CorruptFileException if the text can't be split into rows
     */
    public long writeTo(RowAppender target, BadRows bad) throws IOException {
        return write(target, Optional.of(bad));
    }

    /**
     * Gives all remaining rows in batches, parsed by the threads that it was opened for, in their order.
     *
     * @param bad as for the other one; without it the first bad row is an error
     * @return the number of rows
     * @throws CorruptFileException as by the others
     */
    public long writeTo(Target target, Optional<BadRows> bad) throws IOException {
        ParallelRows parallel = new ParallelRows(columns, options, bad.isPresent());
        return threads == 1
                ? parallel.write(rows, target, bad)
                : parallel.write(opener, threads, RecordChunks.CHUNK_BYTES, target, bad);
    }

    private long write(RowAppender target, Optional<BadRows> bad) throws IOException {
        ValueRows read = new ValueRows(columns, rows, bad);
        long count = 0;
        while (read.next()) {
            append(target, read.row(), read.line(), columns.file());
            count++;
        }
        return count;
    }

    static void append(RowAppender target, Object[] row, long line, String file) throws IOException {
        try {
            target.append(row);
        } catch (RejectedDataException e) {
            throw new CorruptFileException(file + ": near line " + line + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
