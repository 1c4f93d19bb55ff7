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

import dev.stoa.format.BytesVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;

/** Copies texts and bytes: with offsets of 32 or 64 bits, as views, or of one length. */
final class BytesImport {
    private static final int VIEW_BYTES = 16;
    private static final int INLINE = 12;

    private BytesImport() {}

    static BytesVector variable(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws StoaException {
        if (vector instanceof BaseVariableWidthViewVector views) {
            return views(views, type, path, from, count, nulls);
        }
        int width = vector instanceof BaseLargeVariableWidthVector ? 8 : 4;
        ArrowBuf data = vector.getDataBuffer();
        OnHeap.Offsets rows = OnHeap.offsets(vector.getOffsetBuffer(), width, from, count, data.capacity(), path);
        byte[] bytes = OnHeap.bytes(data, rows.first(), rows.length(), path);
        return new BytesVector(type, bytes, rows.offsets(), nulls, count);
    }

    static BytesVector fixed(FieldVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws CorruptFileException {
        int width = TypeExport.width(type);
        if ((long) width * count > Integer.MAX_VALUE - 16) {
            throw new CorruptFileException(
                    "column '" + path + "': " + count + " values of " + width + " bytes are too many for one row");
        }
        byte[] bytes = OnHeap.bytes(vector.getDataBuffer(), (long) width * from, width * count, path);
        int[] offsets = new int[count + 1];
        for (int i = 0; i <= count; i++) {
            offsets[i] = i * width;
        }
        return new BytesVector(type, bytes, offsets, nulls, count);
    }

    /** Each value is a length, and the bytes themselves or where they are. */
    private static BytesVector views(
            BaseVariableWidthViewVector vector, Type type, String path, int from, int count, boolean[] nulls)
            throws CorruptFileException {
        ArrowBuf views = vector.getDataBuffer();
        OnHeap.check(views, (long) from + count, VIEW_BYTES, path);
        List<ArrowBuf> buffers = vector.getDataBuffers();
        int[] offsets = new int[count + 1];
        for (int i = 0; i < count; i++) {
            int length = isNull(nulls, i) ? 0 : views.getInt(VIEW_BYTES * (long) (from + i));
            if (length < 0 || (long) offsets[i] + length > Integer.MAX_VALUE - 16) {
                throw new CorruptFileException(
                        "column '" + path + "', row " + (from + i) + " of its Arrow vector: the length is " + length);
            }
            offsets[i + 1] = offsets[i] + length;
            if (length > INLINE) {
                long at = VIEW_BYTES * (long) (from + i);
                int buffer = views.getInt(at + 8);
                int start = views.getInt(at + 12);
                boolean fits = buffer >= 0
                        && buffer < buffers.size()
                        && start >= 0
                        && (long) start + length <= buffers.get(buffer).capacity();
                if (!fits) {
                    throw new CorruptFileException("column '" + path + "', row " + (from + i)
                            + " of its Arrow vector: it points to byte " + start + " of buffer " + buffer + " of "
                            + buffers.size() + ", which has no " + length + " bytes there");
                }
            }
        }
        byte[] bytes = new byte[offsets[count]];
        for (int i = 0; i < count; i++) {
            int length = offsets[i + 1] - offsets[i];
            long at = VIEW_BYTES * (long) (from + i);
            if (length > INLINE) {
                buffers.get(views.getInt(at + 8)).getBytes(views.getInt(at + 12), bytes, offsets[i], length);
            } else if (length > 0) {
                views.getBytes(at + 4, bytes, offsets[i], length);
            }
        }
        return new BytesVector(type, bytes, offsets, nulls, count);
    }

    private static boolean isNull(boolean[] nulls, int row) {
        return nulls.length != 0 && nulls[row];
    }
}
