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
package dev.stoa.cli.internal.print;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import dev.stoa.format.ValueText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * Writes values as JSON. Numbers and decimals are numbers with all their digits; NaN and infinities are text. Structs are
 * objects, lists are arrays, and maps are arrays of [key, value]. All other values are the text of {@link ValueText}.
 */
public final class JsonValues {
    private JsonValues() {}

    public static void write(JsonGenerator out, ColumnVector vector, int row) throws IOException {
        if (vector.isNull(row)) {
            out.writeNull();
        } else if (vector instanceof StructVector v) {
            out.writeStartObject();
            List<Field> fields = v.type().fields();
            for (int i = 0; i < fields.size(); i++) {
                out.writeFieldName(fields.get(i).name());
                write(out, v.field(i), row);
            }
            out.writeEndObject();
        } else if (vector instanceof ListVector v) {
            out.writeStartArray();
            for (int i = v.offsets()[row]; i < v.offsets()[row + 1]; i++) {
                if (v.type().kind() == TypeKind.MAP) {
                    StructVector entry = (StructVector) v.elements();
                    out.writeStartArray();
                    write(out, entry.field(0), i);
                    write(out, entry.field(1), i);
                    out.writeEndArray();
                } else {
                    write(out, v.elements(), i);
                }
            }
            out.writeEndArray();
        } else {
            writeScalar(out, vector, row);
        }
    }

    private static void writeScalar(JsonGenerator out, ColumnVector vector, int row) throws IOException {
        switch (vector.type().kind()) {
            case BOOLEAN -> out.writeBoolean(((BooleanVector) vector).values()[row] != 0);
            case INT8, INT16, INT32, UINT8, UINT16 -> out.writeNumber(((IntVector) vector).values()[row]);
            case INT64, UINT32 -> out.writeNumber(((LongVector) vector).values()[row]);
            case UINT64 -> out.writeNumber(new BigInteger(ValueText.of(vector, row)));
            case DECIMAL -> out.writeNumber(new BigDecimal(ValueText.of(vector, row)));
            case FLOAT32 -> writeFloating(out, ((FloatVector) vector).values()[row], vector, row);
            case FLOAT64 -> writeFloating(out, ((DoubleVector) vector).values()[row], vector, row);
            case FLOAT16 -> writeFloating(out, Float16.toFloat(((IntVector) vector).values()[row]), vector, row);
            default -> out.writeString(ValueText.of(vector, row));
        }
    }

    private static void writeFloating(JsonGenerator out, double value, ColumnVector vector, int row)
            throws IOException {
        String text = ValueText.of(vector, row);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            out.writeString(text);
        } else if (value == 0 && 1 / value < 0) { // decimals have no sign of zero
            out.writeNumber(text);
        } else {
            out.writeNumber(new BigDecimal(text));
        }
    }
}
