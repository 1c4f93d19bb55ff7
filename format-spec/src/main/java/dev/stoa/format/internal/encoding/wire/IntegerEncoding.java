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

/** The encodings that only integers have: values of shape INT or LONG, and the codes and lengths of other encodings. */
public sealed interface IntegerEncoding extends Encoding {
    /** Patched frame of reference: offsets from a base, bit-packed, with exceptions apart. */
    record Pfor() implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR;
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /** Differences between neighbours, as in {@link Pfor}. */
    record PforDelta() implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR_DELTA;
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Bins of a model as long as their information, offsets within them bit-packed.
     *
     * @param deltas true when what is encoded are the differences between neighbours
     * @param model the bins and how frequent they are
     */
    record Entropy(boolean deltas, Bins model) implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.ENTROPY;
        }

        @Override
        public void writeParameters(ByteSink out) {
            out.u8(deltas ? 1 : 0);
            model.write(out);
        }

        @Override
        public String parameters() {
            return (deltas ? "[deltas, " : "[") + model + "]";
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Integers with differences that are multiples of a step: {@code offset + factor * child}.
     *
     * @param factor the step, at least {@link #MIN_FACTOR}
     * @param offset what is added
     * @param child how the multiples are encoded, in the same shape
     */
    record Scale(long factor, long offset, Encoding child) implements IntegerEncoding {
        /** The least factor. */
        static final long MIN_FACTOR = 2;

        @Override
        public EncodingId id() {
            return EncodingId.SCALE;
        }

        @Override
        public void writeParameters(ByteSink out) {
            out.zigzag(factor);
            out.zigzag(offset);
        }

        @Override
        public String parameters() {
            return "[" + factor + (offset == 0 ? "" : offset > 0 ? "+" + offset : offset) + "]";
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
     * Integers that have some bits in common; these bits are cut out.
     *
     * @param low the number of bits below the gap, at least 1
     * @param gap the number of bits cut out, at least 1; with {@code low} fewer than the shape has
     * @param offset what is added: holds the bits of the gap
     * @param child how the other bits are encoded, in the same shape
     */
    record Gap(int low, int gap, long offset, Encoding child) implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.GAP;
        }

        @Override
        public void writeParameters(ByteSink out) {
            out.u8(low);
            out.u8(gap);
            out.zigzag(offset);
        }

        @Override
        public String parameters() {
            return "[" + low + "+" + gap + "]";
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
     * Integers with one frequent value: the rows that have other values, and those values.
     *
     * @param others how the other values are encoded, in the same shape
     */
    record Frequent(Encoding others) implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.FREQUENT;
        }

        @Override
        public List<Encoding> children() {
            return List.of(others);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * Integers that repeat earlier sequences: literal values, and copies of earlier ones.
     *
     * @param counts how the numbers of literals before each copy (INT) are encoded
     * @param lengths how the lengths of copies (INT) are encoded
     * @param distances how the distances of copies from what they repeat (INT) are encoded
     * @param literals how the values that are not copied are encoded, in the same shape
     */
    record Repeat(Encoding counts, Encoding lengths, Encoding distances, Encoding literals) implements IntegerEncoding {
        @Override
        public EncodingId id() {
            return EncodingId.REPEAT;
        }

        @Override
        public List<Encoding> children() {
            return List.of(counts, lengths, distances, literals);
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }
}
