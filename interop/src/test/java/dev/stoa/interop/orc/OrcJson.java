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
package dev.stoa.interop.orc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stoa.format.Batch;
import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;

/** Rows as the JSON that ORC's tools print. */
final class OrcJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final BigInteger NANOS = BigInteger.TEN.pow(9);

    private OrcJson() {}

    static JsonNode row(Batch batch, int row) {
        ObjectNode object = JSON.objectNode();
        for (int i = 0; i < batch.columns().size(); i++) {
            object.set(batch.schema().fields().get(i).name(), value(batch.column(i), row));
        }
        return object;
    }

    /** Whether they say the same, floats to seven digits, other numbers to the last digit. */
    static boolean same(JsonNode a, JsonNode b) {
        if (a.isNumber() && b.isNumber()) {
            return b.isFloat()
                    ? Math.abs(a.doubleValue() - b.doubleValue()) <= 1e-6 * Math.abs(b.doubleValue())
                    : a.decimalValue().compareTo(b.decimalValue()) == 0;
        }
        if (a.size() != b.size() || a.getNodeType() != b.getNodeType()) {
            return false;
        }
        if (a.isObject()) {
            for (Iterator<String> names = a.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                if (!b.has(name) || !same(a.get(name), b.get(name))) {
                    return false;
                }
            }
            return true;
        } else if (a.isArray()) {
            for (int i = 0; i < a.size(); i++) {
                if (!same(a.get(i), b.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return a.equals(b);
    }

    private static JsonNode value(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return JSON.nullNode();
        }
        Type type = vector.type();
        return switch (type.kind()) {
            case BOOLEAN -> JSON.booleanNode(((BooleanVector) vector).values()[row] == 1);
            case INT8, INT16, INT32 -> JSON.numberNode(((IntVector) vector).values()[row]);
            case INT64 -> JSON.numberNode(((LongVector) vector).values()[row]);
            case FLOAT32 -> JSON.numberNode(((FloatVector) vector).values()[row]);
            case FLOAT64 -> JSON.numberNode(((DoubleVector) vector).values()[row]);
            case DATE ->
                JSON.textNode(
                        LocalDate.ofEpochDay(((IntVector) vector).values()[row]).toString());
            case TIMESTAMP -> JSON.textNode(timestamp(((Int128Vector) vector).get(row)));
            case DECIMAL ->
                JSON.numberNode(new BigDecimal(
                        vector instanceof LongVector longs
                                ? BigInteger.valueOf(longs.values()[row])
                                : ((Int128Vector) vector).get(row),
                        type.scale()));
            case BINARY -> {
                ArrayNode array = JSON.arrayNode();
                for (byte b : ((BytesVector) vector).get(row)) {
                    array.add(b & 0xFF);
                }
                yield array;
            }
            case STRUCT -> struct((StructVector) vector, row);
            case LIST, MAP -> list((ListVector) vector, row);
            default -> JSON.textNode(((BytesVector) vector).getString(row));
        };
    }

    private static String timestamp(BigInteger nanos) {
        BigInteger fraction = nanos.mod(NANOS);
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                nanos.subtract(fraction).divide(NANOS).longValue(), 0, ZoneOffset.UTC);
        String digits = new BigDecimal(fraction, 9).stripTrailingZeros().toPlainString();
        return time.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"))
                + (fraction.signum() == 0 ? ".0" : digits.substring(1));
    }

    private static JsonNode struct(StructVector struct, int row) {
        ObjectNode object = JSON.objectNode();
        boolean union = !struct.fields().isEmpty()
                && struct.type().fields().get(0).name().equals(TypeImport.TAG)
                && struct.type().fields().get(0).type().kind() == TypeKind.INT8;
        if (union) {
            int tag = ((IntVector) struct.field(0)).values()[row];
            object.put("tag", tag);
            object.set("value", value(struct.field(tag + 1), row));
            return object;
        }
        for (int i = 0; i < struct.fields().size(); i++) {
            object.set(struct.type().fields().get(i).name(), value(struct.field(i), row));
        }
        return object;
    }

    private static JsonNode list(ListVector list, int row) {
        ArrayNode array = JSON.arrayNode();
        for (int i = list.offsets()[row]; i < list.offsets()[row + 1]; i++) {
            if (list.type().kind() == TypeKind.MAP) {
                StructVector entries = (StructVector) list.elements();
                ObjectNode entry = array.addObject();
                entry.set("_key", value(entries.field(0), i));
                entry.set("_value", value(entries.field(1), i));
            } else {
                array.add(value(list.elements(), i));
            }
        }
        return array;
    }
}
