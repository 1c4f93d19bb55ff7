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
package dev.stoa.table.internal.logfile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnBounds;
import dev.stoa.table.TableProperties;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the log says of how long texts are. */
class LogBoundsTest {
    private static final Type TEXT = Type.of(TypeKind.STRING);

    private static ColumnBounds bounds(long rows, OptionalLong length) {
        return ColumnBounds.unknown(TEXT, rows, 0, 0).withLength(length);
    }

    private static StructVector written(ColumnBounds bounds) {
        return LogBounds.vector(TEXT, List.of(Optional.of(bounds)));
    }

    @Test
    void lengthsComeBack() throws Exception {
        for (OptionalLong length : List.of(OptionalLong.empty(), OptionalLong.of(0), OptionalLong.of(1L << 40))) {
            ColumnBounds read =
                    LogBounds.read(written(bounds(5, length)), 0, TEXT, "here").orElseThrow();
            assertEquals(length, read.length());
        }
    }

    @Test
    void logsWithoutLengthsAreRead() throws Exception {
        StructVector whole = written(bounds(5, OptionalLong.of(7)));
        List<Field> fields = whole.type().fields();
        int without = fields.size() - 1;
        Type old = Type.struct(fields.subList(0, without));
        assertTrue(LogBounds.isColumnType(whole.type(), TEXT));
        assertTrue(LogBounds.isColumnType(old, TEXT));
        assertFalse(LogBounds.isColumnType(Type.struct(fields.subList(0, without - 1)), TEXT));
        assertFalse(LogBounds.isColumnType(old, Type.of(TypeKind.INT64)));
        List<ColumnVector> children = fields.subList(0, without).stream()
                .map(field -> whole.field(fields.indexOf(field)))
                .toList();
        StructVector written = new StructVector(old, children, whole.nulls(), 1);
        ColumnBounds read = LogBounds.read(written, 0, TEXT, "here").orElseThrow();
        assertEquals(5, read.rows());
        assertEquals(OptionalLong.empty(), read.length());
    }

    @Test
    void noLengthIsNegative() {
        StructVector whole = written(bounds(5, OptionalLong.of(7)));
        int last = whole.type().fields().size() - 1;
        List<ColumnVector> children = new ArrayList<>();
        for (int i = 0; i < last; i++) {
            children.add(whole.field(i));
        }
        children.add(new LongVector(Type.of(TypeKind.INT64), new long[] {-1}, ColumnVector.NO_NULLS, 1));
        StructVector damaged = new StructVector(whole.type(), children, whole.nulls(), 1);
        String message = assertThrows(CorruptFileException.class, () -> LogBounds.read(damaged, 0, TEXT, "here"))
                .getMessage();
        assertTrue(message.startsWith("here: ") && message.contains("-1 bytes"), message);
    }

    @Test
    void whatIsNotKnownIsTakenToBeAsLong() {
        ColumnBounds known = bounds(10, OptionalLong.of(70));
        assertEquals(
                OptionalLong.of(140),
                known.union(bounds(10, OptionalLong.empty())).length());
        assertEquals(
                OptionalLong.of(140),
                bounds(10, OptionalLong.empty()).union(known).length());
        assertEquals(
                OptionalLong.of(73), known.union(bounds(2, OptionalLong.of(3))).length());
        assertEquals(
                OptionalLong.of(70), known.union(ColumnBounds.ofNulls(TEXT, 4)).length());
        assertEquals(
                OptionalLong.empty(),
                bounds(1, OptionalLong.empty())
                        .union(bounds(1, OptionalLong.empty()))
                        .length());
    }

    private static boolean isTold(Type type, int bytes) {
        return LogBounds.isTold(Cells.vector(type, List.of(new byte[bytes])));
    }

    @Test
    void boundsThatAreNotTold() {
        Type binary = Type.of(TypeKind.BINARY);
        assertTrue(isTold(binary, 0));
        assertTrue(isTold(binary, LogBounds.MAX_BYTES));
        assertFalse(isTold(binary, LogBounds.MAX_BYTES + 1));
        Type fixed = Type.sized(TypeKind.FIXED, 5);
        assertTrue(isTold(fixed, 5));
        assertFalse(isTold(fixed, 4), "shortened");
        assertTrue(LogBounds.isTold(Cells.vector(Type.of(TypeKind.INT64), List.of(7L))));
    }

    /** The first columns, and those that are declared. */
    @Test
    void fieldsWithBounds() {
        List<Field> fields = new ArrayList<>();
        for (int i = 1; i <= LogBounds.MAX_FIELDS + 5; i++) {
            fields.add(Field.nullable("c" + i, Type.of(TypeKind.INT64)));
        }
        TableSchema schema = TableSchema.numbered(new Schema(fields), false);
        List<Integer> first =
                IntStream.rangeClosed(1, LogBounds.MAX_FIELDS).boxed().toList();
        assertEquals(
                first,
                List.copyOf(LogBounds.fields(schema, TableProperties.NONE).keySet()));
        TableProperties declared = new TableProperties(
                List.of(new TableProperties.SortColumn(LogBounds.MAX_FIELDS + 2, false, false)),
                List.of(LogBounds.MAX_FIELDS + 1, 3, 9999),
                List.of(new TableProperties.PartitionColumn(LogBounds.MAX_FIELDS + 4, "identity")),
                Map.of());
        List<Integer> more = new ArrayList<>(first);
        more.addAll(List.of(LogBounds.MAX_FIELDS + 1, LogBounds.MAX_FIELDS + 2, LogBounds.MAX_FIELDS + 4));
        assertEquals(more, List.copyOf(LogBounds.fields(schema, declared).keySet()));
    }
}
