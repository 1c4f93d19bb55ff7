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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads the tree of an {@link Encoding} and holds it to the rules of format-spec, section 7. */
final class EncodingReader {
    /** Allowed here: DICTIONARY, since the values are the column's own. */
    private static final int DICTIONARY_ALLOWED = 1;

    /** Allowed here: RLE, since none is above. */
    private static final int RLE_ALLOWED = 2;

    /** Allowed here: SCALE and GAP, since the values are no codes or lengths. */
    private static final int STEPS_ALLOWED = 4;

    /** Allowed here: FSST and PREFIX, since the values are the column's own or a dictionary's. */
    private static final int SYMBOLS_ALLOWED = 8;

    /** Allowed here: FREQUENT and REPEAT, since none is above. */
    private static final int FREQUENT_ALLOWED = 16;

    private static final int ALL_ALLOWED =
            DICTIONARY_ALLOWED | RLE_ALLOWED | STEPS_ALLOWED | SYMBOLS_ALLOWED | FREQUENT_ALLOWED;

    private final ByteBuffer in;

    EncodingReader(ByteBuffer in) {
        this.in = in;
    }

    /** The encoding of a block: nulls may be. */
    Encoding root(Physical shape) throws StoaException {
        EncodingId id = id();
        return switch (id) {
            case ALL_NULL -> new Encoding.AllNull();
            case NULLABLE -> {
                int flags = Wire.u8(in);
                if (flags > 1) {
                    throw Wire.corrupt(in, "NULLABLE has the flags " + flags);
                }
                Optional<Encoding> child =
                        shape == Physical.NONE ? Optional.empty() : Optional.of(values(id(), shape, 2, ALL_ALLOWED));
                yield new Encoding.Nullable(flags == 1, child);
            }
            default -> values(id, shape, 1, ALL_ALLOWED);
        };
    }

    /** The encoding of a dictionary's entries: no nulls, no dictionaries but tables of symbols, and (they are distinct) no runs. */
    Encoding entries(Physical shape) throws StoaException {
        EncodingId id = id();
        if (id == EncodingId.RLE) {
            throw misplaced(id, shape);
        }
        return values(id, shape, 1, ALL_ALLOWED & ~DICTIONARY_ALLOWED);
    }

    private EncodingId id() throws StoaException {
        int code = Wire.u8(in);
        Optional<EncodingId> id = EncodingId.ofCode(code);
        if (id.isEmpty()) {
            throw new UnsupportedFileException("encoding " + code + " is not known to this reader, which knows "
                    + EncodingId.known() + " (at byte " + (in.position() - 1) + "): use a newer release of Stoa");
        }
        return id.get();
    }

    /** Codes or lengths. */
    private Encoding part(Physical shape, int depth, int allowed) throws StoaException {
        return values(id(), shape, depth, allowed & (RLE_ALLOWED | FREQUENT_ALLOWED));
    }

    /** Integers that the values are made from. */
    private Encoding integers(Physical shape, int depth, int allowed) throws StoaException {
        return values(id(), shape, depth, allowed & ~DICTIONARY_ALLOWED);
    }

    /** An encoding of values without nulls. */
    private Encoding values(EncodingId id, Physical shape, int depth, int allowed) throws StoaException {
        if (depth > Encoding.MAX_DEPTH) {
            throw Wire.corrupt(in, "an encoding is deeper than " + Encoding.MAX_DEPTH);
        }
        if (!fits(id, shape)
                || (id == EncodingId.DICTIONARY && (allowed & DICTIONARY_ALLOWED) == 0)
                || ((id == EncodingId.FSST || id == EncodingId.PREFIX) && (allowed & SYMBOLS_ALLOWED) == 0)
                || (id == EncodingId.RLE && (allowed & RLE_ALLOWED) == 0)
                || ((id == EncodingId.FREQUENT || id == EncodingId.REPEAT) && (allowed & FREQUENT_ALLOWED) == 0)
                || ((id == EncodingId.SCALE || id == EncodingId.GAP) && (allowed & STEPS_ALLOWED) == 0)) {
            throw misplaced(id, shape);
        }
        return switch (id) {
            case CONSTANT -> new Encoding.Constant(ConstantValue.read(in, shape));
            case PLAIN -> new Encoding.Plain();
            case PFOR -> new IntegerEncoding.Pfor();
            case PFOR_DELTA -> new IntegerEncoding.PforDelta();
            case ENTROPY -> {
                int flags = Wire.u8(in);
                if (flags > 1) {
                    throw Wire.corrupt(in, "ENTROPY has the flags " + flags);
                }
                yield new IntegerEncoding.Entropy(flags == 1, Bins.read(in, shape));
            }
            case BITS -> new Encoding.Bits();
            case DICTIONARY -> {
                int ordinal = Wire.count(in, Integer.MAX_VALUE, "a dictionary's ordinal");
                yield new Encoding.Dictionary(ordinal, part(Physical.INT, depth + 1, allowed));
            }
            case RLE -> {
                Encoding values = values(id(), shape, depth + 1, allowed & ~RLE_ALLOWED);
                yield new Encoding.Rle(values, part(Physical.INT, depth + 1, 0));
            }
            case BYTES -> new BytesEncoding.Bytes(part(Physical.INT, depth + 1, allowed));
            case LZ4 -> new BytesEncoding.Lz4(part(Physical.INT, depth + 1, allowed));
            case FSST -> {
                int ordinal = Wire.count(in, Integer.MAX_VALUE, "a dictionary's ordinal");
                Encoding counts = part(Physical.INT, depth + 1, allowed);
                yield new BytesEncoding.Fsst(ordinal, counts, part(Physical.INT, depth + 1, allowed));
            }
            case PREFIX -> {
                Encoding shared = part(Physical.INT, depth + 1, allowed);
                EncodingId rest = id();
                if (rest != EncodingId.BYTES && rest != EncodingId.LZ4 && rest != EncodingId.FSST) {
                    throw misplaced(rest, shape);
                }
                yield new BytesEncoding.Prefix(shared, values(rest, shape, depth + 1, allowed));
            }
            case WIDEN -> new Int128Encoding.Widen(integers(Physical.LONG, depth + 1, allowed));
            case SPLIT -> {
                Encoding low = integers(Physical.LONG, depth + 1, allowed);
                yield new Int128Encoding.Split(low, integers(Physical.LONG, depth + 1, allowed));
            }
            case ALP -> new FloatingEncoding.Alp(integers(ofSameSize(shape), depth + 1, allowed));
            case NEAR -> {
                Encoding digits = integers(Physical.LONG, depth + 1, allowed);
                yield new FloatingEncoding.Near(digits, integers(Physical.LONG, depth + 1, allowed));
            }
            case ROTATE -> new FloatingEncoding.Rotate(integers(ofSameSize(shape), depth + 1, allowed));
            case SCALE -> {
                long factor = integer(shape, "the factor of SCALE");
                if (factor < IntegerEncoding.Scale.MIN_FACTOR) {
                    throw Wire.corrupt(in, "the factor of SCALE is " + factor);
                }
                long offset = integer(shape, "the offset of SCALE");
                yield new IntegerEncoding.Scale(factor, offset, integers(shape, depth + 1, allowed));
            }
            case GAP -> {
                int low = Wire.u8(in);
                int gap = Wire.u8(in);
                if (low < 1 || gap < 1 || low + gap >= bits(shape)) {
                    throw Wire.corrupt(in, "GAP cuts " + gap + " bits out above " + low + " of " + bits(shape));
                }
                long offset = integer(shape, "the offset of GAP");
                yield new IntegerEncoding.Gap(low, gap, offset, integers(shape, depth + 1, allowed));
            }
            case FREQUENT -> new IntegerEncoding.Frequent(integers(shape, depth + 1, allowed & ~FREQUENT_ALLOWED));
            case REPEAT -> {
                int below = allowed & ~FREQUENT_ALLOWED;
                Encoding counts = part(Physical.INT, depth + 1, below);
                Encoding lengths = part(Physical.INT, depth + 1, below);
                Encoding distances = part(Physical.INT, depth + 1, below);
                yield new IntegerEncoding.Repeat(counts, lengths, distances, integers(shape, depth + 1, below));
            }
            case ALL_NULL, NULLABLE -> throw misplaced(id, shape);
        };
    }

    private long integer(Physical shape, String what) throws CorruptFileException {
        return shape == Physical.INT ? Wire.zigzag32(in, what) : Wire.zigzag(in);
    }

    private static Physical ofSameSize(Physical shape) {
        return shape == Physical.FLOAT ? Physical.INT : Physical.LONG;
    }

    private static int bits(Physical shape) {
        return shape == Physical.INT ? Integer.SIZE : Long.SIZE;
    }

    private static boolean fits(EncodingId id, Physical shape) {
        return switch (id) {
            case CONSTANT, RLE -> shape != Physical.NONE;
            case PLAIN -> shape != Physical.NONE && shape != Physical.BOOLEAN && shape != Physical.BYTES;
            case PFOR, PFOR_DELTA, SCALE, GAP, ENTROPY, FREQUENT -> shape == Physical.INT || shape == Physical.LONG;
            case REPEAT -> shape == Physical.INT;
            case NEAR -> shape == Physical.DOUBLE;
            case DICTIONARY -> shape != Physical.NONE && shape != Physical.BOOLEAN;
            case ALP, ROTATE -> shape == Physical.FLOAT || shape == Physical.DOUBLE;
            case BITS -> shape == Physical.BOOLEAN;
            case BYTES, LZ4, FSST, PREFIX -> shape == Physical.BYTES;
            case WIDEN, SPLIT -> shape == Physical.INT128;
            case ALL_NULL, NULLABLE -> false;
        };
    }

    private CorruptFileException misplaced(EncodingId id, Physical shape) {
        return Wire.corrupt(in, id + " can't stand here for values of shape " + shape);
    }
}
