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
package dev.stoa.interop.parquet;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;

/**
 * Decodes the values of a data page, nulls left out, in order. Floats are delivered as their bits; fixed and INT96
 * values as bytes. A decoder knows only the shapes that its encoding can hold.
 */
abstract class ValueDecoder {
    private final String name;

    ValueDecoder(String name) {
        this.name = name;
    }

    /** Booleans as 0 and 1. */
    void readBooleans(byte[] out, int at, int n) throws StoaException {
        throw wrongShape("BOOLEAN");
    }

    /** INT32, or the bits of FLOAT. */
    void readInts(int[] out, int at, int n) throws StoaException {
        throw wrongShape("INT32 or FLOAT");
    }

    /** INT64, or the bits of DOUBLE. */
    void readLongs(long[] out, int at, int n) throws StoaException {
        throw wrongShape("INT64 or DOUBLE");
    }

    /**
     * How many of the next {@code n} byte strings have at most {@code bytes} bytes in all, for sure; at least 1. Only to
     * bound memory: what {@link #readBytes} finds wrong is no concern here.
     */
    int fitting(int n, long bytes) {
        return n;
    }

    /** BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY or INT96. */
    void readBytes(BytesBuffer out, int n) throws StoaException {
        throw wrongShape("bytes");
    }

    private CorruptFileException wrongShape(String shape) {
        return new CorruptFileException("a page of " + shape + " values says that its encoding is " + name);
    }
}
