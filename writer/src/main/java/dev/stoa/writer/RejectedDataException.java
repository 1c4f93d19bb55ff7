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
package dev.stoa.writer;

import dev.stoa.format.StoaException;

/**
 * A value that the column's type can't hold, a null in a column without nulls, or a row out of the declared order. The
 * message names column and row. The writer is unusable afterwards, and nothing becomes visible.
 */
public final class RejectedDataException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final String column;
    private final long row;
    private final String problem;

    /**
     * @param column the dotted path of the column
     * @param row the ordinal of the row in the row set of the column: of the table, or of all elements so far
     * @param problem what is wrong with the value
     */
    RejectedDataException(String column, long row, String problem) {
        super("column '" + column + "', row " + row + ": " + problem);
        this.column = column;
        this.row = row;
        this.problem = problem;
    }

    /**
     * The same problem, with the column and row of the value in the user's input.
     *
     * @param column the dotted path of the column
     * @param row the ordinal of the row
     */
    public RejectedDataException at(String column, long row) {
        RejectedDataException other = new RejectedDataException(column, row, problem);
        other.setStackTrace(getStackTrace());
        return other;
    }

    /** The dotted path of the column. */
    public String column() {
        return column;
    }

    /** The ordinal of the row: in the table, or for a column below a list or map among all elements written so far. */
    public long row() {
        return row;
    }
}
