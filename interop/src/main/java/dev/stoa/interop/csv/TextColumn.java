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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.Optional;

/** A column with one value in all rows, which is known as a text, such as a part of the name of a folder. */
public final class TextColumn {
    private static final TextValues VALUES = new TextValues(CsvOptions.DEFAULT);

    private TextColumn() {}

    /**
     * Returns the column.
     *
     * @param text the value, as in a field of a delimited text by default; absent: null
     * @throws IllegalArgumentException if the text is no value of the field; the message says why
     */
    public static ColumnVector of(Field field, Optional<String> text, int rows) {
        try {
            Object[] row = {text.isEmpty() ? null : VALUES.parse(field.type(), text.get())};
            return JavaRows.batch(Schema.of(field), Collections.nCopies(rows, row))
                    .column(0);
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException | RejectedDataException e) {
            throw new IllegalArgumentException(
                    "'" + ValueRows.shown(text.orElse("null")) + "' is not a valid " + field.type(), e);
        }
    }
}
