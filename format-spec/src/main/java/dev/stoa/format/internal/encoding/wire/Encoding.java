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

import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

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

    /** Returns how the parts are encoded, in the order in which they stand in the file. */
    default List<Encoding> children() {
        return List.of();
    }

    /** Writes what stands between the id and the children. */
    default void writeParameters(ByteSink out) {}

    /** Returns what people shall see of the parameters; empty or in brackets. */
    default String parameters() {
        return "";
    }

    /** Writes the tree. */
    default void write(ByteSink out) {
        out.u8(id().code());
        writeParameters(out);
        children().forEach(child -> child.write(out));
    }

    /** The dictionary that the values refer to: its ordinal in the column index. */
    default OptionalInt dictionary() {
        for (Encoding child : children()) { // once per vector: no stream
            OptionalInt found = child.dictionary();
            if (found.isPresent()) {
                return found;
            }
        }
        return OptionalInt.empty();
    }

    /** Passes the ids of the tree's encodings on, each as often as it occurs. */
    default void ids(IntConsumer consumer) {
        consumer.accept(id().code());
        children().forEach(child -> child.ids(consumer));
    }

    private static String text(Encoding encoding) {
        List<Encoding> children = encoding.children();
        return encoding.id().name()
                + encoding.parameters()
                + (children.isEmpty()
                        ? ""
                        : children.stream().map(Encoding::toString).collect(Collectors.joining(", ", "(", ")")));
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
        public String toString() {
            return Encoding.text(this);
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
        public void writeParameters(ByteSink out) {
            out.u8(compact ? 1 : 0);
        }

        @Override
        public String parameters() {
            return compact ? "[compact]" : "";
        }

        @Override
        public List<Encoding> children() {
            return child.stream().toList();
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }

    /** Values as they are in memory. */
    record Plain() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PLAIN;
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }

    /** Patched frame of reference: offsets from a base, bit-packed, with exceptions apart. */
    record Pfor() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR;
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }

    /** Differences between neighbours, as in {@link Pfor}. */
    record PforDelta() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.PFOR_DELTA;
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
            return Encoding.text(this);
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
        public void writeParameters(ByteSink out) {
            out.varint(ordinal);
        }

        @Override
        public String parameters() {
            return "#" + ordinal;
        }

        @Override
        public List<Encoding> children() {
            return List.of(codes);
        }

        @Override
        public OptionalInt dictionary() {
            return OptionalInt.of(ordinal);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(values, lengths);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }

    /** Booleans as a bitmap, or as the rows at which they change. */
    record Bits() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.BITS;
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(lengths);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(lengths);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
            return Encoding.text(this);
        }
    }

    /**
     * Values of variable length that begin like the ones before them.
     *
     * @param shared how the numbers of leading bytes (INT) that the values share with those before them are encoded
     * @param rest how the bytes after those are encoded, as values of their own: BYTES, LZ4 or FSST
     */
    record Prefix(Encoding shared, Encoding rest) implements Encoding {
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
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(child);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }

    /**
     * 128-bit values in two halves.
     *
     * @param low how the low 64 bits are encoded as LONG
     * @param high how the high 64 bits are encoded as LONG
     */
    record Split(Encoding low, Encoding high) implements Encoding {
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
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(digits);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
        public List<Encoding> children() {
            return List.of(child);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
            return Encoding.text(this);
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
            return Encoding.text(this);
        }
    }

    /**
     * Integers of which one is frequent: which values are others, and those.
     *
     * @param others how the other values are encoded, in the same shape
     */
    record Frequent(Encoding others) implements Encoding {
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
            return Encoding.text(this);
        }
    }

    /**
     * Integers that come in the order in which they came before: values as such, and copies of earlier ones.
     *
     * @param counts how the numbers of literals before each copy (INT) are encoded
     * @param lengths how the lengths of copies (INT) are encoded
     * @param distances how the distances of copies from what they repeat (INT) are encoded
     * @param literals how the values that are not copied are encoded, in the same shape
     */
    record Repeat(Encoding counts, Encoding lengths, Encoding distances, Encoding literals) implements Encoding {
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
            return Encoding.text(this);
        }
    }

    /**
     * Floating-point numbers that lie near decimals of few digits: what calculations make of decimals.
     *
     * @param digits how the digits are encoded as LONG
     * @param steps how many representable numbers are between each decimal and the value, encoded as LONG
     */
    record Near(Encoding digits, Encoding steps) implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.NEAR;
        }

        @Override
        public List<Encoding> children() {
            return List.of(digits, steps);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
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
        public void writeParameters(ByteSink out) {
            value.write(out);
        }

        @Override
        public String toString() {
            return Encoding.text(this);
        }
    }
}
