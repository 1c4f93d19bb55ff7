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
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;

/** The rows of a text, or of a piece of one, as values of columns. */
final class ValueRows {
    private static final int MAX_SHOWN = 60;

    private final Columns columns;
    private final CsvRows rows;
    private final Optional<BadRows> bad;
    private final Object[] row;

    /**
     * The meaning of the fields of a row.
     *
     * @param file the name of the text, for messages
     * @param values reads them
     * @param all one for each field
     * @param wanted those that are read, in their order
     */
    record Columns(String file, TextValues values, List<Field> all, int[] wanted) {

        /** The columns that are read. */
        Schema schema() {
            List<Field> fields = new java.util.ArrayList<>();
            for (int at : wanted) {
                fields.add(all.get(at));
            }
            return new Schema(fields);
        }
    }

    /**
     * Reads rows.
     *
     * @param bad receives rows with too few or too many fields, or with values that do not fit; without it they are errors
     */
    ValueRows(Columns columns, CsvRows rows, Optional<BadRows> bad) {
        this.columns = columns;
        this.rows = rows;
        this.bad = bad;
        this.row = new Object[columns.wanted().length];
    }

    /** Goes to the next row; false after the last one. */
    boolean next() throws IOException {
        int count = columns.all().size();
        while (rows.next()) {
            if (isSkipped(rows, count)) {
                continue;
            }
            if (bad.isEmpty()) {
                checkCount(rows, count, columns.file());
                for (int i = 0; i < row.length; i++) {
                    row[i] = value(columns.wanted()[i]);
                }
                return true;
            } else if (fill(count, bad.get())) {
                return true;
            }
        }
        return false;
    }

    /** The values of the row; the next one is put into the same array. */
    Object[] row() {
        return row;
    }

    long line() {
        return rows.line();
    }

    /** Whether a row is passed over: an empty line, unless the text has a single column. */
    static boolean isSkipped(CsvRows rows, int columns) {
        return rows.isEmptyLine() && columns != 1;
    }

    static void checkCount(CsvRows rows, int columns, String file) throws CorruptFileException {
        if (rows.count() != columns) {
            throw new CorruptFileException(file + ": line " + rows.line() + " has " + rows.count()
                    + (rows.count() == 1 ? " field, " : " fields, ") + columns + " are expected");
        }
    }

    /** Reads the values of a row and checks them; false if it is bad. */
    private boolean fill(int count, BadRows target) throws IOException {
        if (rows.count() != count) {
            target.reject(rows.line(), "", rows.count() + " fields, " + count + " are expected");
            return false;
        }
        for (int i = 0; i < row.length; i++) {
            int at = columns.wanted()[i];
            Field field = columns.all().get(at);
            boolean isNull = rows.isNull(at);
            try {
                row[i] = isNull ? null : columns.values().parse(field.type(), rows.text(at));
                ValueCheck.check(field, row[i]);
            } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
                String text = isNull ? "null" : "'" + shown(rows.text(at)) + "'";
                target.reject(rows.line(), field.name(), text + refusal(field, e));
                return false;
            }
        }
        return true;
    }

    private Object value(int column) throws CorruptFileException {
        Field field = columns.all().get(column);
        if (rows.isNull(column)) {
            return null;
        }
        String text = rows.text(column);
        try {
            return columns.values().parse(field.type(), text);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            throw new CorruptFileException(
                    columns.file() + ": line " + rows.line() + ", column '" + field.name() + "': '" + shown(text) + "'"
                            + refusal(field, e),
                    e);
        }
    }

    /** Returns the rest of a message about a bad value. Java's words for a text that is no number add nothing to the type. */
    private static String refusal(Field field, RuntimeException e) {
        String reason = e instanceof NumberFormatException ? "" : ": " + printable(String.valueOf(e.getMessage()));
        return " is not a valid " + field.type() + reason;
    }

    static String shown(String text) {
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
}
