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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.PartitionFunction;
import dev.stoa.table.TableProperties;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** The newest state of a table of another format. */
interface ForeignTable {
    /** The rows of a batch that is written. */
    int BATCH_ROWS = 4096;

    /** Takes the rows. */
    interface Target {
        void write(Batch rows) throws IOException;
    }

    /** Returns the columns, with ids. */
    Schema schema();

    /** Names the state whose rows are read, such as {@code version 7}. */
    String state();

    /**
     * Returns what the table declares, as far as a table of Stoa can declare it.
     *
     * @param notes takes a sentence for each thing that is left out
     */
    TableProperties properties(Consumer<String> notes);

    /** Reads all rows. */
    void read(Target target) throws IOException;

    /**
     * Explains why a library of another format could not read a table.
     *
     * @param isUnsupported whether the table has something that the library lacks; otherwise it is damaged
     */
    static IOException unreadable(String location, String format, boolean isUnsupported, RuntimeException failure) {
        String what = location + ": can't be read as a table of " + format + ": " + failure.getMessage();
        return isUnsupported ? new UnsupportedFileException(what) : new CorruptFileException(what, failure);
    }

    /** Returns the division of rows by a column; nothing, and a note, if a table of Stoa can't be divided so. */
    static Optional<TableProperties.PartitionColumn> divided(Field column, String transform, Consumer<String> notes) {
        try {
            PartitionFunction unused = PartitionFunction.of(column.type(), transform);
            return Optional.of(
                    new TableProperties.PartitionColumn(column.fieldId().orElseThrow(), transform));
        } catch (IllegalArgumentException e) {
            notes.accept("the rows are not divided by '" + column.name() + "': " + transform + " of " + column.type()
                    + " makes no partitions of a table");
            return Optional.empty();
        }
    }
}
