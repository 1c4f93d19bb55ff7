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

/** DELTA_BINARY_PACKED values. */
final class DeltaValueDecoder extends ValueDecoder {
    private final DeltaDecoder deltas;
    private long[] scratch = new long[0];

    DeltaValueDecoder(PageBytes in) throws CorruptFileException {
        super("DELTA_BINARY_PACKED");
        deltas = new DeltaDecoder(in);
    }

    @Override
    void readInts(int[] out, int at, int n) throws CorruptFileException {
        if (scratch.length < n) {
            scratch = new long[BytesBuffer.grown(scratch.length, n)];
        }
        deltas.read(scratch, 0, n);
        // Deltas of INT32 are taken modulo 2^32.
        for (int i = 0; i < n; i++) {
            out[at + i] = (int) scratch[i];
        }
    }

    @Override
    void readLongs(long[] out, int at, int n) throws CorruptFileException {
        deltas.read(out, at, n);
    }
}
