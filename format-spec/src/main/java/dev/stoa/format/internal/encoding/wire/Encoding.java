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

/**
 * How the values of a block (or the entries of a dictionary) became bytes: a tree, since the parts of an encoding are
 * encoded again (format-spec, section 7). The records here serve several shapes, or none. The encodings that only one family
 * of shapes has are apart: {@link IntegerEncoding}, {@link FloatingEncoding}, {@link Int128Encoding}, {@link BytesEncoding}.
 *
 * <p>Immutable, compared by value. {@code toString()} is for people: {@code NULLABLE(PFOR)},
 * {@code DICTIONARY#0(RLE(PFOR, PFOR))}.
 */
public sealed interface Encoding
        permits Encoding.AllNull,
                Encoding.Nullable,
                Encoding.Plain,
                Encoding.Dictionary,
                Encoding.Rle,
                Encoding.Bits,
                Encoding.Constant,
                IntegerEncoding,
                FloatingEncoding,
                Int128Encoding,
                BytesEncoding {
    /** The depth of a tree, its root included, is at most this. */
    int MAX_DEPTH = 8;

    /**
     * The most bytes of a value of shape BYTES that rows share: a constant, the value of a run, an entry of a dictionary.
     */
    int MAX_REPEATED_BYTES = 65_536;

    /** Returns the id of this encoding in a file. */
    EncodingId id();

    /** Returns the encodings of the parts, in their order in the file. */
    default List<Encoding> children() {
        return List.of();
    }

    /** Returns the encoding of the values, below their validity. */
    default Encoding belowValidity() {
        return this;
    }

    /** Writes the parameters, which are between the id and the children. */
    default void writeParameters(ByteSink out) {}

    /** Returns the parameters as a text for people; empty or in brackets. */
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

    /** Whether two trees have the same encodings. Their parameters, such as models of ENTROPY, may differ. */
    default boolean isLike(Encoding other) {
        if (id() != other.id() || children().size() != other.children().size()) {
            return false;
        }
        for (int i = 0; i < children().size(); i++) {
            if (!children().get(i).isLike(other.children().get(i))) {
                return false;
            }
        }
        return true;
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
            return EncodingText.of(this);
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

        /** Returns the child; without one, this. */
        @Override
        public Encoding belowValidity() {
            return child.orElse(this);
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
            return EncodingText.of(this);
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
            return EncodingText.of(this);
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
            return EncodingText.of(this);
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
            return EncodingText.of(this);
        }
    }

    /** Booleans as a bitmap, or as the rows that differ from the row before. */
    record Bits() implements Encoding {
        @Override
        public EncodingId id() {
            return EncodingId.BITS;
        }

        @Override
        public String toString() {
            return EncodingText.of(this);
        }
    }

    /**
     * One value for all rows, which is part of the encoding; no payload.
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
            return EncodingText.of(this);
        }
    }
}
