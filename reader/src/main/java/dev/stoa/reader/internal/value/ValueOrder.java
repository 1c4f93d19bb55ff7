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
package dev.stoa.reader.internal.value;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigInteger;
import java.util.Arrays;

/** The order of a type's values (format-spec, section 4); NaN is equal to NaN and greater than all numbers. */
public final class ValueOrder {
    private final Type type;

    /** The order of the values of a type that has one. */
    public ValueOrder(Type type) {
        this.type = type;
    }

    /** Compares two values that are not null. */
    public int compare(ColumnVector a, int i, ColumnVector b, int j) {
        if (type.physical() == Physical.INT128) {
            Int128Vector x = (Int128Vector) a;
            Int128Vector y = (Int128Vector) b;
            int order = Long.compare(x.high(i), y.high(j));
            return order != 0 ? order : Long.compareUnsigned(x.low()[i], y.low()[j]);
        } else if (type.physical() == Physical.BYTES) {
            return compareBytes((BytesVector) a, i, (BytesVector) b, j);
        }
        return Long.compare(Keys.of(type, a, i), Keys.of(type, b, j));
    }

    private int compareBytes(BytesVector a, int i, BytesVector b, int j) {
        if (type.kind() == TypeKind.DECIMAL) {
            return unscaled(a, i).compareTo(unscaled(b, j));
        } else if (type.kind() == TypeKind.CHAR) {
            return BytesSet.compare(true, a.data(), a.start(i), a.length(i), b.get(j));
        }
        int from = a.start(i);
        int otherFrom = b.start(j);
        return Arrays.compareUnsigned(a.data(), from, from + a.length(i), b.data(), otherFrom, otherFrom + b.length(j));
    }

    private static BigInteger unscaled(BytesVector v, int row) {
        return v.length(row) == 0 ? BigInteger.ZERO : new BigInteger(v.data(), v.start(row), v.length(row));
    }
}
