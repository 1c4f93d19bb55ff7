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

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** How many bytes rows of an Arrow vector take on the heap. Offsets that contradict each other count as no bytes. */
final class VectorBytes {
    private static final long ROW = 16;
    private static final int VIEW = 16;
    private static final int INT = 4;
    private static final int LONG = 8;

    private VectorBytes() {}

    /** The bytes of the rows {@code [from, from + count)}, at most some too many. */
    static long of(FieldVector given, long from, long count) {
        FieldVector vector = VectorImport.storage(given);
        long bytes = ROW * count;
        if (vector instanceof BaseVariableWidthViewVector views) {
            bytes += views(views.getDataBuffer(), from, count);
        } else if (vector instanceof BaseVariableWidthVector texts) {
            bytes += texts(texts.getOffsetBuffer(), INT, from, count, texts.getDataBuffer());
        } else if (vector instanceof BaseLargeVariableWidthVector texts) {
            bytes += texts(texts.getOffsetBuffer(), LONG, from, count, texts.getDataBuffer());
        } else if (vector instanceof FixedSizeBinaryVector fixed) {
            bytes += count * fixed.getByteWidth();
        } else if (vector instanceof FixedSizeListVector lists) {
            bytes += of(lists.getDataVector(), from * lists.getListSize(), count * lists.getListSize());
        } else if (vector instanceof ListVector lists) {
            bytes += elements(lists.getDataVector(), lists.getOffsetBuffer(), INT, from, count);
        } else if (vector instanceof LargeListVector lists) {
            bytes += elements(lists.getDataVector(), lists.getOffsetBuffer(), LONG, from, count);
        } else {
            for (FieldVector child : vector.getChildrenFromFields()) {
                bytes += of(child, from, count);
            }
        }
        return bytes;
    }

    private static long texts(ArrowBuf offsets, int width, long from, long count, ArrowBuf data) {
        return range(offsets, width, from, count, data.capacity()).length();
    }

    private static long elements(FieldVector child, ArrowBuf offsets, int width, long from, long count) {
        Range range = range(offsets, width, from, count, child.getValueCount());
        return of(child, range.first(), range.length());
    }

    private static long views(ArrowBuf views, long from, long count) {
        long bytes = 0;
        if (VIEW * (from + count) <= views.capacity()) {
            for (long row = from; row < from + count; row++) {
                bytes += Math.max(0, views.getInt(VIEW * row));
            }
        }
        return bytes;
    }

    private record Range(long first, long length) {}

    private static Range range(ArrowBuf offsets, int width, long from, long count, long limit) {
        if (count == 0 || width * (from + count + 1) > offsets.capacity()) {
            return new Range(0, 0);
        }
        long first = offset(offsets, width, from);
        long end = offset(offsets, width, from + count);
        return first < 0 || end < first || end > limit ? new Range(0, 0) : new Range(first, end - first);
    }

    private static long offset(ArrowBuf offsets, int width, long row) {
        return width == INT ? offsets.getInt(INT * row) : offsets.getLong(LONG * row);
    }
}
