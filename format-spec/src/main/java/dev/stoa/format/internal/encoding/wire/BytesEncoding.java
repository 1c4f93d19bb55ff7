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
import java.util.OptionalInt;

/** The encodings that only columns of shape BYTES have: values of variable length. */
public sealed interface BytesEncoding extends Encoding {
    /**
     * Values of variable length, as they are.
     *
     * @param lengths how the lengths (INT) are encoded
     */
    record Bytes(Encoding lengths) implements BytesEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.BYTES;
        }

        @Override
        public List<Encoding> children() {
            return List.of(lengths);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Values of variable length, all compressed together.
     *
     * @param lengths how the lengths (INT) are encoded
     */
    record Lz4(Encoding lengths) implements BytesEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.LZ4;
        }

        @Override
        public List<Encoding> children() {
            return List.of(lengths);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Values of variable length as sequences of symbols.
     *
     * @param ordinal the ordinal in the column index of the dictionary that holds the symbols
     * @param counts how the numbers of symbols of the values (INT) are encoded
     * @param codes how the symbols' codes (INT) are encoded
     */
    record Fsst(int ordinal, Encoding counts, Encoding codes) implements BytesEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.FSST;
        }

        @Override
        public void writeParameters(ByteSink out) {
            out.varint(ordinal);
        }

        @Override
        public String parameters() {
            return "#" + ordinal;
        }

        @Override
        public List<Encoding> children() {
            return List.of(counts, codes);
        }

        @Override
        public OptionalInt dictionary() {
            return OptionalInt.of(ordinal);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Values of variable length that begin like the ones before them.
     *
     * @param shared how the numbers of leading bytes (INT) that the values share with those before them are encoded
     * @param rest how the bytes after those are encoded, as values of their own: BYTES, LZ4 or FSST
     */
    record Prefix(Encoding shared, Encoding rest) implements BytesEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.PREFIX;
        }

        @Override
        public List<Encoding> children() {
            return List.of(shared, rest);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }
}
