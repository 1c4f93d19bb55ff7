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
package dev.stoa.format.internal.encoding;

import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/**
 * How the values of a block (or the entries of a dictionary) became bytes: a tree, since the parts of an encoding are
 * encoded again (format-spec, section 7).
 *
 * <p>Immutable, compared by value. {@link #toString()} is for people: {@code NULLABLE(PFOR)},
 * {@code DICTIONARY#0(RLE(PFOR, PFOR))}.
 */
public sealed interface Encoding {
    /** The depth of a tree, its root included, is at most this. */
    int MAX_DEPTH = 8;

    /** A constant of shape BYTES has at most so many bytes. */
    int MAX_CONSTANT_BYTES = 65_536;

    /** What stands for this encoding in a file. */
    EncodingId id();

    /** Writes the tree. */
    void write(ByteSink out);

    /** The dictionary that the values refer to: its ordinal in the column index. */
    default OptionalInt dictionary() {
        return OptionalInt.empty();
    }

    /** Passes the ids of the tree's encodings on, each as often as it occurs. */
    default void ids(IntConsumer consumer) {
        consumer.accept(id().code());
    }

    /**
     * Reads the encoding of a column's block.
     *
     * @param shape the shape of the column
     * @throws dev.stoa.format.CorruptFileException if a rule is broken: shape, depth, place in the tree, lengths
     * @throws dev.stoa.format.UnsupportedFileException if an encoding is unknown
     */
    static Encoding read(ByteBuffer in, Physical shape) throws StoaException {
        return new EncodingReader(in).root(shape);
    }

    /**
     * Reads the encoding of a dictionary's entries, which knows no nulls, and of dictionaries only tables of symbols.
     *
     * @param shape the shape of the column
     * @throws dev.stoa.format.CorruptFileException if a rule is broken
     * @throws dev.stoa.format.UnsupportedFileException if an encoding is unknown
     */
    static Encoding readEntries(ByteBuffer in, Physical shape) throws StoaException {
        return new EncodingReader(in).entries(shape);
    }

    /** Every row is null; no payload. */
    record AllNull() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.ALL_NULL;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
        }

        @Override
        public String toString() {
            return id().name();
        }
    }

    /**
     * Validity, then the values.
     *
     * @param compact true when only the values of the valid rows are encoded
     * @param child how the values are encoded; absent for shape NONE
     */
    record Nullable(boolean compact, Optional<Encoding> child) implements Encoding {
        /** Validity of rows that have values. */
        public Nullable(boolean compact, Encoding child) {
            this(compact, Optional.of(child));
        }

        @Override
        public EncodingId id() {
            return EncodingId.NULLABLE;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.u8(compact ? 1 : 0);
            child.ifPresent(c -> c.write(out));
        }

        @Override
        public OptionalInt dictionary() {
            return child.isPresent() ? child.get().dictionary() : OptionalInt.empty();
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            child.ifPresent(c -> c.ids(consumer));
        }

        @Override
        public String toString() {
            return id().name()
                    + (compact ? "[compact]" : "")
                    + child.map(c -> "(" + c + ")").orElse("");
        }
    }

    /** Values as they are in memory. */
    record Plain() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PLAIN;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
        }

        @Override
        public String toString() {
            return id().name();
        }
    }

    /** Patched frame of reference: offsets from a base, bit-packed, with exceptions apart. */
    record Pfor() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
        }

        @Override
        public String toString() {
            return id().name();
        }
    }

    /** Differences between neighbours, as in {@link Pfor}. */
    record PforDelta() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR_DELTA;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
        }

        @Override
        public String toString() {
            return id().name();
        }
    }

    /**
     * Bins of a model as long as their information, offsets within them bit-packed.
     *
     * @param deltas true when what is encoded are the differences between neighbours
     * @param model the bins and how frequent they are
     */
    record Entropy(boolean deltas, Bins model) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.ENTROPY;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.u8(deltas ? 1 : 0);
            model.write(out);
        }

        @Override
        public String toString() {
            return id().name() + (deltas ? "[deltas, " : "[") + model + "]";
        }
    }

    /**
     * Codes: ordinals of a dictionary's entries.
     *
     * @param ordinal the dictionary's ordinal in the column index
     * @param codes how the codes (INT) are encoded
     */
    record Dictionary(int ordinal, Encoding codes) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.DICTIONARY;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.varint(ordinal);
            codes.write(out);
        }

        @Override
        public OptionalInt dictionary() {
            return OptionalInt.of(ordinal);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            codes.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "#" + ordinal + "(" + codes + ")";
        }
    }

    /**
     * Runs of equal values.
     *
     * @param values how the runs' values are encoded
     * @param lengths how the runs' lengths (INT) are encoded
     */
    record Rle(Encoding values, Encoding lengths) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.RLE;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            values.write(out);
            lengths.write(out);
        }

        @Override
        public OptionalInt dictionary() {
            return values.dictionary();
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            values.ids(consumer);
            lengths.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + values + ", " + lengths + ")";
        }
    }

    /** Booleans as a bitmap, or as the rows at which they change. */
    record Bits() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.BITS;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
        }

        @Override
        public String toString() {
            return id().name();
        }
    }

    /**
     * Values of variable length, as they are.
     *
     * @param lengths how the lengths (INT) are encoded
     */
    record Bytes(Encoding lengths) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.BYTES;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            lengths.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            lengths.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + lengths + ")";
        }
    }

    /**
     * Values of variable length, all compressed together.
     *
     * @param lengths how the lengths (INT) are encoded
     */
    record Lz4(Encoding lengths) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.LZ4;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            lengths.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            lengths.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + lengths + ")";
        }
    }

    /**
     * Values of variable length as sequences of symbols.
     *
     * @param ordinal the ordinal in the column index of the dictionary that holds the symbols
     * @param counts how the numbers of symbols of the values (INT) are encoded
     * @param codes how the symbols' codes (INT) are encoded
     */
    record Fsst(int ordinal, Encoding counts, Encoding codes) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.FSST;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.varint(ordinal);
            counts.write(out);
            codes.write(out);
        }

        @Override
        public OptionalInt dictionary() {
            return OptionalInt.of(ordinal);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            counts.ids(consumer);
            codes.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "#" + ordinal + "(" + counts + ", " + codes + ")";
        }
    }

    /**
     * Values of variable length that begin like the ones before them.
     *
     * @param shared how the numbers of leading bytes (INT) that the values share with those before them are encoded
     * @param rest how the bytes behind those are encoded, as values of their own: BYTES, LZ4 or FSST
     */
    record Prefix(Encoding shared, Encoding rest) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PREFIX;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            shared.write(out);
            rest.write(out);
        }

        @Override
        public OptionalInt dictionary() {
            return rest.dictionary();
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            shared.ids(consumer);
            rest.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + shared + ", " + rest + ")";
        }
    }

    /**
     * 128-bit values that fit 64 bits.
     *
     * @param child how they are encoded as LONG
     */
    record Widen(Encoding child) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.WIDEN;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            child.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            child.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + child + ")";
        }
    }

    /**
     * 128-bit values in two halves.
     *
     * @param high how the high 64 bits are encoded as LONG
     * @param low how the low 64 bits are encoded as LONG
     */
    record Split(Encoding high, Encoding low) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.SPLIT;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            high.write(out);
            low.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            high.ids(consumer);
            low.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + high + ", " + low + ")";
        }
    }

    /**
     * Floating-point numbers that are decimals of few digits, with exceptions apart.
     *
     * @param digits how the digits are encoded: as INT for FLOAT, as LONG for DOUBLE
     */
    record Alp(Encoding digits) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.ALP;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            digits.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            digits.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + digits + ")";
        }
    }

    /**
     * Floating-point numbers as integers of the same bits, which lie near each other when the numbers are of like size.
     *
     * @param child how the integers are encoded: as INT for FLOAT, as LONG for DOUBLE
     */
    record Rotate(Encoding child) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.ROTATE;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            child.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            child.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "(" + child + ")";
        }
    }

    /**
     * Integers that lie a multiple of a step apart: {@code offset + factor * child}.
     *
     * @param factor the step, at least {@link #MIN_FACTOR}
     * @param offset what is added
     * @param child how the multiples are encoded, in the same shape
     */
    record Scale(long factor, long offset, Encoding child) implements Encoding {
        /** The least factor. */
        static final long MIN_FACTOR = 2;

        @Override
        public EncodingId id() {
            return EncodingId.SCALE;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.zigzag(factor);
            out.zigzag(offset);
            child.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            child.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "[" + factor + (offset == 0 ? "" : offset > 0 ? "+" + offset : offset) + "](" + child
                    + ")";
        }
    }

    /**
     * Integers some of whose bits are the same in all of them; those bits are cut out.
     *
     * @param low the number of bits below the gap, at least 1
     * @param gap the number of bits cut out, at least 1; with {@code low} fewer than the shape has
     * @param offset what is added: holds the bits of the gap
     * @param child how the other bits are encoded, in the same shape
     */
    record Gap(int low, int gap, long offset, Encoding child) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.GAP;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            out.u8(low);
            out.u8(gap);
            out.zigzag(offset);
            child.write(out);
        }

        @Override
        public void ids(IntConsumer consumer) {
            consumer.accept(id().code());
            child.ids(consumer);
        }

        @Override
        public String toString() {
            return id().name() + "[" + low + "+" + gap + "](" + child + ")";
        }
    }

    /**
     * One value for all rows, which stands in the encoding; no payload.
     *
     * @param value the value
     */
    record Constant(ConstantValue value) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.CONSTANT;
        }

        @Override
        public void write(ByteSink out) {
            out.u8(id().code());
            value.write(out);
        }

        @Override
        public String toString() {
            return id().name();
        }
    }
}
