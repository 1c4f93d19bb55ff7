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

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.ByteSink;
import dev.stoa.format.internal.meta.MinMax;
import java.util.Arrays;

/**
 * Bounds of values of variable length, cut to 64 bytes (format-spec, section 5). Of the current min and max only the
 * first 64 bytes are kept, and whether there were more: values that agree that far end as the same bound.
 */
final class BytesBounds extends Bounds {
    private static final int MAX_BYTES = 64;

    private final Type type;
    private final boolean ordered;
    private final BytesOrder order;
    private final boolean text;
    private final boolean cut;
    private final ByteSink mins = new ByteSink(8);
    private final ByteSink maxs = new ByteSink(8);
    private final Ints minOffsets = new Ints();
    private final Ints maxOffsets = new Ints();
    private long totalLength;
    private byte[] min = new byte[0];
    private byte[] max = new byte[0];
    private boolean minIsLonger;
    private boolean maxIsLonger;
    private boolean any;
    /** A char value goes on below blanks behind its 64th byte, so it lies below its own prefix. */
    private boolean belowPrefix;

    BytesBounds(Type type, int vectorsPerZone) {
        super(vectorsPerZone);
        this.type = type;
        this.ordered = MinMax.isOrdered(type);
        this.order = BytesOrder.of(type);
        this.text = isText(type.kind());
        this.cut = type.kind() != TypeKind.DECIMAL;
        minOffsets.add(0);
        maxOffsets.add(0);
    }

    /** Whether values are UTF-8 text. */
    static boolean isText(TypeKind kind) {
        return switch (kind) {
            case STRING, CHAR, VARCHAR, JSON, ENUM -> true;
            default -> false;
        };
    }

    @Override
    void bytes(byte[] data, int from, int length, int times) {
        totalLength += (long) length * times;
        if (!ordered) {
            return;
        }
        boolean isLonger = cut && length > MAX_BYTES;
        int to = from + (isLonger ? MAX_BYTES : length);
        if (isLonger && order == BytesOrder.PADDED && BytesOrder.withBlanks(data, to, from + length) < 0) {
            belowPrefix = true;
        }
        if (!any) {
            any = true;
            min = Arrays.copyOfRange(data, from, to);
            max = min;
            minIsLonger = isLonger;
            maxIsLonger = isLonger;
            return;
        }
        int toMin = order.compare(data, from, to, min, 0, min.length);
        if (toMin < 0 || (toMin == 0 && minIsLonger && !isLonger)) {
            min = Arrays.copyOfRange(data, from, to);
            minIsLonger = isLonger;
        }
        int toMax = order.compare(data, from, to, max, 0, max.length);
        if (toMax > 0 || (toMax == 0 && isLonger && !maxIsLonger)) {
            max = Arrays.copyOfRange(data, from, to);
            maxIsLonger = isLonger;
        }
    }

    @Override
    int closeZone() {
        int flags = 0;
        if (any) {
            if (!belowPrefix) {
                int length = minIsLonger ? prefixLength(min) : min.length;
                mins.bytes(min, 0, length);
                flags |= MinMax.HAS_MIN | (minIsLonger ? 0 : MinMax.MIN_EXACT);
            }
            if (!maxIsLonger) {
                maxs.bytes(max);
                flags |= MinMax.HAS_MAX | MinMax.MAX_EXACT;
            } else if (text ? incrementText() : incrementBytes()) {
                flags |= MinMax.HAS_MAX;
            }
        }
        minOffsets.add(mins.size());
        maxOffsets.add(maxs.size());
        any = false;
        belowPrefix = false;
        return flags;
    }

    /** The first 64 bytes of a longer value without a code point that is cut in two. */
    private int prefixLength(byte[] prefix) {
        if (!text) {
            return prefix.length;
        }
        int last = Utf8.lastStart(prefix, 0, prefix.length);
        return last + Utf8.length(prefix[last]) <= prefix.length ? prefix.length : last;
    }

    private boolean incrementText() {
        int to = prefixLength(max);
        while (to > 0) {
            int last = Utf8.lastStart(max, 0, to);
            int codePoint = new String(max, last, to - last, java.nio.charset.StandardCharsets.UTF_8).codePointAt(0);
            if (codePoint < Utf8.MAX_CODE_POINT) {
                int next = codePoint + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : codePoint + 1;
                maxs.bytes(max, 0, last);
                maxs.bytes(Character.toString(next).getBytes(java.nio.charset.StandardCharsets.UTF_8));
                return true;
            }
            to = last;
        }
        return false;
    }

    private boolean incrementBytes() {
        for (int last = max.length - 1; last >= 0; last--) {
            if (max[last] != -1) {
                maxs.bytes(max, 0, last);
                maxs.u8(max[last] + 1);
                return true;
            }
        }
        return false;
    }

    @Override
    ColumnVector mins() {
        return vector(mins, minOffsets);
    }

    @Override
    ColumnVector maxs() {
        return vector(maxs, maxOffsets);
    }

    private ColumnVector vector(ByteSink data, Ints offsets) {
        return ordered
                ? new BytesVector(type, data.toByteArray(), offsets.toArray(), ColumnVector.NO_NULLS, zones())
                : new NullVector(zones());
    }

    @Override
    long totalLength() {
        return totalLength;
    }
}
