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
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.MinMax;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bounds of values of variable length, cut to 64 bytes (format-spec, section 5). Of the current min and max only the
 * first 64 bytes are kept, and whether the value had more: values that agree that far become the same bound.
 */
final class BytesBounds extends Bounds {
    private static final int MAX_BYTES = 64;
    private static final int PREFIX_BYTES = 8;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

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
    /** The first eight bytes, and the next eight. */
    private long minPrefix;

    private long minSecond;
    private long maxPrefix;
    private long maxSecond;
    private boolean minIsLonger;
    private boolean maxIsLonger;
    private boolean any;
    /** A char value goes on below blanks after its 64th byte, so it is below its own prefix. */
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
    void addLength(long bytes) {
        totalLength += bytes;
    }

    @Override
    void bytes(byte[] data, int from, int length) {
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
            minPrefix = prefix(data, from, to);
            minSecond = second(data, from, to);
            maxPrefix = minPrefix;
            maxSecond = minSecond;
            minIsLonger = isLonger;
            maxIsLonger = isLonger;
            return;
        }
        long prefix = prefix(data, from, to);
        int toMin = compare(prefix, data, from, to, minPrefix, minSecond, min);
        if (toMin < 0 || (toMin == 0 && minIsLonger && !isLonger)) {
            min = Arrays.copyOfRange(data, from, to);
            minPrefix = prefix;
            minSecond = second(data, from, to);
            minIsLonger = isLonger;
        }
        int toMax = compare(prefix, data, from, to, maxPrefix, maxSecond, max);
        if (toMax > 0 || (toMax == 0 && isLonger && !maxIsLonger)) {
            max = Arrays.copyOfRange(data, from, to);
            maxPrefix = prefix;
            maxSecond = second(data, from, to);
            maxIsLonger = isLonger;
        }
    }

    /** The first eight bytes as a big-endian number, filled up with zeros; 0 if they say nothing in this order. */
    private long prefix(byte[] data, int from, int to) {
        if (order != BytesOrder.UNSIGNED || to == from) {
            return 0;
        }
        if (data.length - from < PREFIX_BYTES) {
            long prefix = 0;
            for (int i = 0; i < PREFIX_BYTES; i++) {
                prefix = prefix << 8 | (from + i < to ? data[from + i] & 0xFF : 0);
            }
            return prefix;
        }
        long prefix = (long) LONGS.get(data, from);
        return to - from >= PREFIX_BYTES ? prefix : prefix & -1L << 8 * (PREFIX_BYTES - (to - from));
    }

    /** The second eight bytes, likewise. */
    private long second(byte[] data, int from, int to) {
        return to - from <= PREFIX_BYTES ? 0 : prefix(data, from + PREFIX_BYTES, to);
    }

    private int compare(long prefix, byte[] data, int from, int to, long boundPrefix, long boundSecond, byte[] bound) {
        if (prefix != boundPrefix) {
            return Long.compareUnsigned(prefix, boundPrefix);
        }
        if (order == BytesOrder.UNSIGNED) {
            long second = second(data, from, to);
            if (second != boundSecond) {
                return Long.compareUnsigned(second, boundSecond);
            }
            if (to - from <= 2 * PREFIX_BYTES && to - from == bound.length) {
                return 0;
            }
        }
        return order.compare(data, from, to, bound, 0, bound.length);
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
