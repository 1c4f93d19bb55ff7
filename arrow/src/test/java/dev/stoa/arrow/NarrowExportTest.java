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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.junit.jupiter.api.Test;

/** Elements of lists are vectors of any length, so narrow values come in more than one piece. */
class NarrowExportTest {
    private static final int ROWS = 3 * NarrowExport.PIECE;

    @Test
    void narrowsMorePiecesThanOne() throws StoaException {
        int[] ints = IntStream.range(0, ROWS).map(i -> i * 31 - 5000).toArray();
        long[] longs =
                LongStream.range(0, ROWS).map(i -> i * 1_000_003 % (1L << 32)).toArray();
        for (TypeKind kind : List.of(TypeKind.INT8, TypeKind.INT16)) {
            Type type = Type.of(kind);
            check(new IntVector(type, ints, ColumnVector.NO_NULLS, ROWS), ints, kind == TypeKind.INT8 ? 1 : 2);
        }
        check(
                new LongVector(Type.of(TypeKind.UINT32), longs, ColumnVector.NO_NULLS, ROWS),
                LongStream.of(longs).mapToInt(value -> (int) value).toArray(),
                4);
    }

    private static void check(ColumnVector vector, int[] values, int width) throws StoaException {
        Runs selected = new Runs();
        selected.add(0, 3000);
        selected.add(3001, 10_000);
        selected.add(10_007, 10_070);
        int[] expected = IntStream.range(0, selected.count())
                .flatMap(run -> IntStream.range(selected.from(run), selected.to(run)))
                .map(row -> values[row] << (32 - 8 * width) >> (32 - 8 * width))
                .toArray();
        List<ArrowFieldNode> nodes = new ArrayList<>();
        List<ArrowBuf> buffers = new ArrayList<>();
        Field field = Field.required("n", vector.type());
        try (RootAllocator allocator = new RootAllocator();
                BatchMemory memory = new BatchMemory(allocator);
                ColumnExport column = ColumnExport.of(memory, field, TypeExport.field(field, "n"), "n")) {
            column.append(vector, selected);
            column.take(nodes, buffers);
            assertEquals(expected.length, nodes.get(0).getLength());
            assertEquals(0, nodes.get(0).getNullCount());
            assertValid(buffers.get(0), expected.length);
            assertEquals((long) width * expected.length, buffers.get(1).writerIndex());
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], value(buffers.get(1), i, width), vector.type() + " " + i);
            }
            buffers.forEach(ArrowBuf::close);
        }
    }

    private static int value(ArrowBuf buffer, int row, int width) {
        return switch (width) {
            case 1 -> buffer.getByte(row);
            case 2 -> buffer.getShort(2L * row);
            default -> buffer.getInt(4L * row);
        };
    }

    /** All rows are valid, and the bits after them are zeros. */
    private static void assertValid(ArrowBuf bits, int rows) {
        for (int i = 0; i < 8 * bits.writerIndex(); i++) {
            assertEquals(i < rows ? 1 : 0, bits.getByte(i / 8) >> i % 8 & 1, "bit " + i);
        }
    }
}
