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
package dev.stoa.format.internal.encoding.decode;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.SymbolTable;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The entries of a dictionary (format-spec, section 7.4) in arrays: decoded once per column and then shared, also
 * between threads.
 */
public final class DecodedDictionary {
    /** The argument for an encoding that refers to no dictionary. */
    public static final DecodedDictionary NONE = new DecodedDictionary(Physical.NONE, 0);

    /** The most entries of a dictionary. */
    public static final int MAX_ENTRIES = 1_048_576;

    /** The most bytes of all entries of a dictionary of shape BYTES. */
    public static final int MAX_BYTES = 16 << 20;

    private final Physical shape;
    private final int size;
    private final int[] ints;
    private final Int128Output longs;
    private final float[] floats;
    private final double[] doubles;
    private final BytesOutput bytes;
    private volatile Optional<SymbolTable> symbols = Optional.empty();

    private DecodedDictionary(Physical shape, int size) {
        this.shape = shape;
        this.size = size;
        this.ints = new int[shape == Physical.INT ? size : 0];
        this.longs = new Int128Output();
        this.floats = new float[shape == Physical.FLOAT ? size : 0];
        this.doubles = new double[shape == Physical.DOUBLE ? size : 0];
        this.bytes = new BytesOutput();
    }

    /**
     * Decodes a dictionary.
     *
     * @param encoding the encoding of its entries
     * @param shape the shape of its column
     * @param entries the number of its entries, 1..{@link #MAX_ENTRIES}
     * @param stored its bytes, from position to limit
     * @throws CorruptFileException if a rule is broken; names the position in the buffer
     */
    public static DecodedDictionary decode(Encoding encoding, Physical shape, int entries, ByteBuffer stored)
            throws CorruptFileException {
        return decode(encoding, shape, entries, stored, NONE);
    }

    /** Decodes a dictionary whose entries' encoding names another one, {@code table} ({@link #NONE} if it names none). */
    public static DecodedDictionary decode(
            Encoding encoding, Physical shape, int entries, ByteBuffer stored, DecodedDictionary table)
            throws CorruptFileException {
        if (entries < 1 || entries > MAX_ENTRIES || (entries > 1 && encoding instanceof Encoding.Constant)) {
            throw Wire.corrupt(stored, "a dictionary encoded as " + encoding + " has " + entries + " entries");
        }
        DecodedDictionary dictionary = new DecodedDictionary(shape, entries);
        dictionary.fill(encoding, stored, table);
        Wire.requireEnd(stored, "the dictionary");
        return dictionary;
    }

    private void fill(Encoding encoding, ByteBuffer in, DecodedDictionary table) throws CorruptFileException {
        IntDecoder intDecoder = new IntDecoder();
        LongDecoder longDecoder = new LongDecoder(intDecoder);
        switch (shape) {
            case INT -> intDecoder.decode(encoding, in, size, NONE, ints);
            case LONG -> {
                longs.narrow(size);
                longDecoder.decode(encoding, in, size, NONE, longs.low());
            }
            case INT128 -> new Int128Decoder(intDecoder, longDecoder).decode(encoding, in, size, NONE, longs);
            case FLOAT -> new FloatingDecoder(intDecoder, longDecoder).decode(encoding, in, size, NONE, floats);
            case DOUBLE -> new FloatingDecoder(intDecoder, longDecoder).decode(encoding, in, size, NONE, doubles);
            case BYTES -> {
                new BytesDecoder(intDecoder).decode(encoding, in, size, table, MAX_BYTES, bytes);
                bytes.requireRepeatable(in);
            }
            case NONE, BOOLEAN -> throw Wire.corrupt(in, "a dictionary can't have the shape " + shape);
        }
    }

    /** The shape of the entries. */
    public Physical shape() {
        return shape;
    }

    /** The number of entries. */
    public int size() {
        return size;
    }

    /** BYTES: the bytes of all entries. */
    public byte[] data() {
        return bytes.data();
    }

    /** BYTES: entry i is {@code data()[offsets()[i]..offsets()[i+1])}; size + 1 offsets. */
    public int[] offsets() {
        return bytes.offsets();
    }

    /** INT: the entries. */
    public int[] ints() {
        return ints;
    }

    /** LONG: the entries. */
    public long[] longs() {
        return longs.low();
    }

    /** INT128: the entries. */
    public Int128Output int128() {
        return longs;
    }

    /** FLOAT: the entries. */
    public float[] floats() {
        return floats;
    }

    /** DOUBLE: the entries. */
    public double[] doubles() {
        return doubles;
    }

    /** BYTES: the entries as symbols; made when it is first asked for. */
    SymbolTable symbols(ByteBuffer in) throws CorruptFileException {
        Optional<SymbolTable> table = symbols;
        if (table.isEmpty()) {
            table = Optional.of(SymbolTable.of(data(), offsets(), size, in));
            symbols = table;
        }
        return table.get();
    }

    /** About how many bytes of memory the entries take. */
    public long retainedBytes() {
        return switch (shape) {
            case INT, FLOAT -> 4L * size;
            case LONG, DOUBLE -> 8L * size;
            case INT128 -> 16L * size;
            case BYTES ->
                4L * size
                        + bytes.data().length
                        + symbols.map(table -> 8L * table.records().length).orElse(0L);
            case NONE, BOOLEAN -> 0;
        };
    }

    /** Refuses the use of a dictionary of another shape, or of none. */
    DecodedDictionary require(Physical wanted, ByteBuffer in) throws CorruptFileException {
        if (shape != wanted) {
            throw Wire.corrupt(in, "a dictionary of shape " + shape + " is used for values of shape " + wanted);
        }
        return this;
    }
}
