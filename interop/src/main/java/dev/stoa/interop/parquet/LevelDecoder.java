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
import java.util.Optional;

/** Decodes the repetition or definition levels of a page. */
final class LevelDecoder {
    private final int max;
    private final int width;
    private final Optional<RunDecoder> runs;
    private final PageBytes packed;
    private long bit;

    private LevelDecoder(int max, Optional<RunDecoder> runs, PageBytes packed) {
        this.max = max;
        this.width = width(max);
        this.runs = runs;
        this.packed = packed;
        this.bit = packed.position() * 8L;
    }

    private static int width(int max) {
        return 32 - Integer.numberOfLeadingZeros(max);
    }

    /** Levels in runs; {@code in} holds only them. */
    static LevelDecoder ofRuns(PageBytes in, int max) throws CorruptFileException {
        return new LevelDecoder(max, Optional.of(new RunDecoder(in, width(max))), in);
    }

    /** The deprecated encoding: {@code count} levels packed from the highest bit of each byte down; taken from {@code in}. */
    static LevelDecoder ofBitPacked(PageBytes in, int max, int count) throws CorruptFileException {
        return new LevelDecoder(max, Optional.empty(), in.slice(((long) count * width(max) + 7) / 8));
    }

    void read(byte[] out, int at, int n) throws CorruptFileException {
        if (runs.isPresent()) {
            runs.get().read(out, at, n, max);
            return;
        }
        byte[] data = packed.data();
        for (int i = 0; i < n; i++) {
            int value = 0;
            for (int b = 0; b < width; b++, bit++) {
                value = value << 1 | (data[(int) (bit >>> 3)] >> (7 - (int) (bit & 7)) & 1);
            }
            if (value > max) {
                throw new CorruptFileException("a level is " + value + ", the largest is " + max);
            }
            out[at + i] = (byte) value;
        }
    }
}
