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

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.RejectedDataException;
import java.time.LocalDate;
import java.util.List;

/**
 * Tells before a row is appended whether its values fit their columns: a writer that has refused one value takes no more.
 */
final class ValueCheck {
    private ValueCheck() {}

    /** Throws if a value of a field does not fit it. */
    static void check(Field field, Object value) {
        if (value == null) {
            if (!field.nullable()) {
                throw new IllegalArgumentException("it is null, and the column is not null");
            }
            return;
        }
        Type type = field.type();
        switch (type.kind()) {
            case INT8 -> range(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> range(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> range(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case UINT8 -> range(value, 0, 0xFF);
            case UINT16 -> range(value, 0, 0xFFFF);
            case UINT32 -> range(value, 0, 0xFFFF_FFFFL);
            case CHAR, VARCHAR -> length(type, (String) value);
            case FIXED -> {
                if (((byte[]) value).length != type.precision()) {
                    throw new IllegalArgumentException("it has " + ((byte[]) value).length + " bytes");
                }
            }
            case DATE -> range(((LocalDate) value).toEpochDay(), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64, BOOLEAN, FLOAT32, FLOAT64, STRING, JSON, ENUM, BINARY, BSON, UUID -> {}
            default -> convert(field, value);
        }
    }

    private static void range(Object value, long least, long most) {
        long number = (Long) value;
        if (number < least || number > most) {
            throw new IllegalArgumentException("it is not within " + least + " to " + most);
        }
    }

    private static void length(Type type, String text) {
        int end = text.length();
        while (type.kind() == TypeKind.CHAR && end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        int length = text.codePointCount(0, end);
        if (length > type.precision()) {
            throw new IllegalArgumentException("it has " + length + " characters");
        }
    }

    /** The rest are rarer, and have more conditions: digits and scales. */
    private static void convert(Field field, Object value) {
        try {
            JavaRows.batch(Schema.of(field), List.<Object[]>of(new Object[] {value}));
        } catch (RejectedDataException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
