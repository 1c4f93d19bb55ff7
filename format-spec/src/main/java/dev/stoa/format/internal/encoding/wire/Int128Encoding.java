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
package dev.stoa.format.internal.encoding.wire;

import java.util.List;

/** The encodings that only columns of shape INT128 have: they make 64-bit integers of the values. */
public sealed interface Int128Encoding extends Encoding {
    /**
     * 128-bit values that fit 64 bits.
     *
     * @param child how they are encoded as LONG
     */
    record Widen(Encoding child) implements Int128Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.WIDEN;
        }

        @Override
        public List<Encoding> children() {
            return List.of(child);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * 128-bit values in two halves.
     *
     * @param low how the low 64 bits are encoded as LONG
     * @param high how the high 64 bits are encoded as LONG
     */
    record Split(Encoding low, Encoding high) implements Int128Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.SPLIT;
        }

        @Override
        public List<Encoding> children() {
            return List.of(low, high);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }
}
