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
package dev.stoa.cli.csv;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.RejectedDataException;
import dev.stoa.writer.RowAppender;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a delimited text as rows. Without a given schema the text is read twice: first all of it to infer the types, so
 * that no later row can contradict them.
 *
 * <p>A row must have as many fields as there are columns; empty lines are passed over unless there is one column only.
 */
public final class CsvSource implements Closeable {
    private static final int MAX_SHOWN = 60;

    private final String file;
    private final TextValues values;
    private final Schema all;
    private final Schema schema;
    private final int[] wanted;
    private final CsvRows rows;

    /** Opens the text; called once or twice. */
    @FunctionalInterface
    public interface Opener {
        /** The bytes from the beginning, decompressed. */
        InputStream open() throws IOException;
    }

    private CsvSource(String file, TextValues values, Schema all, Schema schema, CsvRows rows) {
        this.file = file;
        this.values = values;
        this.all = all;
        this.schema = schema;
        this.wanted = schema.fields().stream()
                .mapToInt(field -> all.indexOf(field.name()).orElseThrow())
                .toArray();
        this.rows = rows;
    }

    /**
     * Opens a text, and infers its schema if none is given.
     *
     * @param file its name, for messages
     * @throws CorruptFileException if it is not a table of text: quotes, fields per row or bytes are wrong
     */
    public static CsvSource open(Opener opener, String file, CsvOptions options) throws IOException {
        return open(opener, file, options, List.of());
    }

    /**
     * As the other one, for some of the columns: what stands in the others is not looked at, once the schema is known.
     *
     * @param select the columns, in this order; empty: all
     * @throws IllegalArgumentException if there is no such column
     */
    public static CsvSource open(Opener opener, String file, CsvOptions options, List<String> select)
            throws IOException {
        TextValues values = new TextValues(options);
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
            schema = infer(opener, file, options, values);
        }
        Schema chosen = select.isEmpty() ? schema : select(schema, select, file);
        CsvRows rows = new CsvRows(opener.open(), file, options);
        CsvSource source = new CsvSource(file, values, schema, chosen, rows);
        try {
            if (options.header() && rows.next()) {
                source.checkHeader();
            }
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
        return source;
    }

    private static Schema select(Schema schema, List<String> names, String file) {
        try {
            return schema.select(names);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    file + ": " + e.getMessage() + "; its columns are "
                            + schema.fields().stream().map(Field::name).toList(),
                    e);
        }
    }

    private void checkHeader() throws CorruptFileException {
        checkCount(rows, all.fields().size(), file);
        for (int i = 0; i < rows.count(); i++) {
            String expected = all.fields().get(i).name();
            if (!rows.text(i).equals(expected)) {
                throw new CorruptFileException(file + ": the header names column " + (i + 1) + " '"
                        + shown(rows.text(i)) + "', the schema '" + expected + "'");
            }
        }
    }

    private static Schema infer(Opener opener, String file, CsvOptions options, TextValues values) throws IOException {
        try (CsvRows rows = new CsvRows(opener.open(), file, options)) {
            List<String> names = new ArrayList<>();
            List<TypeGuess> guesses = new ArrayList<>();
            boolean header = options.header();
            while (rows.next()) {
                if (names.isEmpty()) {
                    for (int i = 0; i < rows.count(); i++) {
                        names.add(header ? name(rows, i, file) : "c" + (i + 1));
                        guesses.add(new TypeGuess(values));
                    }
                    if (header) {
                        continue;
                    }
                }
                if (skipped(rows, names.size())) {
                    continue;
                }
                checkCount(rows, names.size(), file);
                for (int i = 0; i < guesses.size(); i++) {
                    if (!rows.isNull(i)) {
                        guesses.get(i).see(rows.text(i));
                    }
                }
            }
            if (names.isEmpty()) {
                throw new CorruptFileException(file + ": there is no line, so there are no columns: give a schema");
            }
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                fields.add(Field.nullable(names.get(i), guesses.get(i).type()));
            }
            return new Schema(fields);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file + ": the header does not make a schema: " + e.getMessage(), e);
        }
    }

    private static String name(CsvRows rows, int field, String file) throws CorruptFileException {
        String name = rows.text(field);
        if (name.getBytes(StandardCharsets.UTF_8).length > Field.MAX_NAME_BYTES) {
            throw new CorruptFileException(
                    file + ": the header has a name of " + name.length() + " characters ('" + shown(name)
                            + "'): is the first line one? At most " + Field.MAX_NAME_BYTES + " bytes are allowed");
        }
        return name;
    }

    private static boolean skipped(CsvRows rows, int columns) {
        return rows.isEmptyLine() && columns != 1;
    }

    private static void checkCount(CsvRows rows, int columns, String file) throws CorruptFileException {
        if (rows.count() != columns) {
            throw new CorruptFileException(file + ": line " + rows.line() + " has " + rows.count()
                    + (rows.count() == 1 ? " field, " : " fields, ") + columns + " are expected");
        }
    }

    /** The columns that are read. */
    public Schema schema() {
        return schema;
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
     * @param bad is told of them, and may stop it all
     * @return the number of rows appended
     * @throws CorruptFileException if the text can't be split into rows
     */
    public long writeTo(RowAppender target, BadRows bad) throws IOException {
        return write(target, Optional.of(bad));
    }

    private long write(RowAppender target, Optional<BadRows> bad) throws IOException {
        int columns = all.fields().size();
        Object[] row = new Object[wanted.length];
        long count = 0;
        while (rows.next()) {
            if (skipped(rows, columns)) {
                continue;
            }
            if (bad.isPresent()) {
                if (!fill(row, columns, bad.get())) {
                    continue;
                }
            } else {
                checkCount(rows, columns, file);
                for (int i = 0; i < wanted.length; i++) {
                    row[i] = value(wanted[i]);
                }
            }
            try {
                target.append(row);
            } catch (RejectedDataException e) {
                throw new CorruptFileException(file + ": near line " + rows.line() + ": " + e.getMessage(), e);
            }
            count++;
        }
        return count;
    }

    /** Reads the values of a row and checks them; false if it is bad. */
    private boolean fill(Object[] row, int columns, BadRows bad) throws IOException {
        if (rows.count() != columns) {
            bad.reject(rows.line(), "", rows.count() + " fields, " + columns + " are expected");
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            Field field = schema.fields().get(i);
            boolean isNull = field.type().kind() == TypeKind.NULL || rows.isNull(wanted[i]);
            try {
                row[i] = isNull ? null : values.parse(field.type(), rows.text(wanted[i]));
                ValueCheck.check(field, row[i]);
            } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
                String text = isNull ? "null" : "'" + shown(rows.text(wanted[i])) + "'";
                bad.reject(
                        rows.line(),
                        field.name(),
                        text + " is no " + field.type() + ": " + printable(String.valueOf(e.getMessage())));
                return false;
            }
        }
        return true;
    }

    private Object value(int column) throws CorruptFileException {
        Field field = all.fields().get(column);
        Type type = field.type();
        if (type.kind() == TypeKind.NULL || rows.isNull(column)) {
            return null;
        }
        String text = rows.text(column);
        try {
            return values.parse(type, text);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new CorruptFileException(
                    file + ": line " + rows.line() + ", column '" + field.name() + "': '" + shown(text) + "' is no "
                            + type + (e instanceof NumberFormatException ? "" : ": " + printable(e.getMessage())),
                    e);
        }
    }

    private static String shown(String text) {
        return printable(text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...");
    }

    /** Text of a file within a message: on one line, and harmless to a terminal. */
    private static String printable(String text) {
        StringBuilder printable = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            printable.append(Character.isISOControl(c) ? "\\u%04x".formatted((int) c) : Character.toString(c));
        }
        return printable.toString();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
