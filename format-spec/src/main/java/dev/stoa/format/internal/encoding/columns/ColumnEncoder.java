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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.choice.Choice;
import dev.stoa.format.internal.encoding.choice.Cost;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.entropy.EntropyCoder;
import dev.stoa.format.internal.encoding.integers.BitsWriter;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.BytesEncoding;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.IntegerEncoding;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Encodes the vectors of one column (format-spec, section 7) and chooses the encodings of its blocks. It analyses the first
 * vector of a block and takes the cheapest tree. A block lasts while its vectors fit and stay near their expected size. The
 * choice depends only on the data.
 *
 * <p>It holds mainly its dictionaries. The scratch space is in the {@link EncoderContext}, which many columns share.
 *
 * <p>The methods take one vector: values from index 0, a null mask (true where null; length 0 for none, as in
 * {@link dev.stoa.format.ColumnVector#nulls()}) and 1..4096 rows. All vectors except the last have 4096. The methods append the
 * payload to {@code out} and change no array. They return true if the vector begins a new block with {@link #encoding()}, and
 * false if it continues the current one.
 */
public final class ColumnEncoder {
    /** The most vectors of a block. Its bytes have a limit, too. */
    private static final int BLOCK_VECTORS = 256;

    private static final int BLOCK_BYTES = 512 << 10;

    /**
     * The number of vectors of a block after which a new model of ENTROPY is tried. The next constant is the number of vectors
     * that are expected to share it, at least.
     */
    private static final int RECONSIDER = 16;

    private static final int SHARERS = 2;

    /** The bytes of a block in the index without its encoding. */
    private static final int BLOCK_ENTRY_BYTES = 2;

    /** Sizes below this are near any size expected. */
    private static final int SMALL = 64;

    private static final int MOST_PATIENCE = 32;

    /** Another encoding must save this share of what vectors take. */
    private static final int LEAST_SAVING = 64;

    private final ColumnState column;
    private EncoderContext context;
    private Encoding root = new Encoding.AllNull();
    private int vectors;
    private long blockBytes;
    private long expected;
    private int patience;
    private int skipChecks;
    /** Vectors since the encoding changed, and at how many it is looked whether it should change again. */
    private int sinceChange;

    private int nextLook;
    private boolean sawNulls;
    private boolean compact;
    private boolean paged;

    /** An encoder of a column of a shape. */
    public ColumnEncoder(Physical shape, EncoderContext context) {
        this.column = new ColumnState(shape, context.dictionaryBudget());
        this.context = context;
    }

    /**
     * Lets the next vectors be encoded with another thread's scratch space, of the same profile and budget. Between vectors
     * nothing of the column is in a context.
     */
    public void use(EncoderContext other) {
        context = other;
    }

    /** The shape of the column. */
    public Physical shape() {
        return column.shape();
    }

    /** Encodes a vector of shape NONE. */
    public boolean validity(boolean[] nulls, int n, ByteSink out) {
        check(Physical.NONE, n);
        int nullCount = 0;
        for (int i = 0; i < n && nulls.length > 0; i++) {
            nullCount += nulls[i] ? 1 : 0;
        }
        boolean begins = vectors == 0 || (root instanceof Encoding.AllNull && nullCount < n);
        if (begins) {
            root = nullCount == n ? new Encoding.AllNull() : new Encoding.Nullable(false, Optional.empty());
        }
        if (root instanceof Encoding.Nullable) {
            writeValidity(nulls, n, nullCount, out);
        }
        vectors++;
        return begins;
    }

    /** Encodes booleans: 0 or 1. */
    public boolean booleans(byte[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.BOOLEAN, n);
        context.booleans().load(values, nulls, n);
        return encode(context.booleans(), out);
    }

    /** Encodes values of shape INT. */
    public boolean ints(int[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.INT, n);
        context.ints().load(values, nulls, n, false);
        return encode(context.ints(), out);
    }

    /** Encodes the lengths of lists or maps; null rows get 0. */
    public boolean lengths(int[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.INT, n);
        context.ints().load(values, nulls, n, true);
        return encode(context.ints(), out);
    }

    /** Encodes values of shape LONG. */
    public boolean longs(long[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.LONG, n);
        context.longs().load(values, nulls, n);
        return encode(context.longs(), out);
    }

    /** Encodes values of shape INT128; {@code high} has length 0 when every value is the sign extension of low. */
    public boolean int128(long[] high, long[] low, boolean[] nulls, int n, ByteSink out) {
        check(Physical.INT128, n);
        context.int128().load(high, low, nulls, n);
        return encode(context.int128(), out);
    }

    /** Encodes values of shape FLOAT; all bits are kept. */
    public boolean floats(float[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.FLOAT, n);
        context.floating().load(values, nulls, n);
        return encode(context.floating(), out);
    }

    /** Encodes values of shape DOUBLE; all bits are kept. */
    public boolean doubles(double[] values, boolean[] nulls, int n, ByteSink out) {
        check(Physical.DOUBLE, n);
        context.floating().load(values, nulls, n);
        return encode(context.floating(), out);
    }

    /**
     * Encodes values of shape BYTES: row i is {@code data[offsets[i]..offsets[i+1])}; n + 1 offsets. Values at null rows are
     * left out. If {@link #isPaged()} is true afterwards, the payload is only the head. Then the caller gives the values of the
     * rows that are not null to a {@link PageWriter}.
     */
    public boolean bytes(byte[] data, int[] offsets, boolean[] nulls, int n, ByteSink out) {
        check(Physical.BYTES, n);
        context.bytes().load(data, offsets, nulls, n);
        return encode(context.bytes(), out);
    }

    /**
     * Encodes the head of a vector of shape BYTES which the caller has streamed through a {@link PageWriter} because its
     * values have more than {@link VectorDecoder#MAX_UNPAGED_BYTES} bytes.
     *
     * @param lengths the lengths of the rows' values; those at null rows do not count
     */
    public boolean pagedHead(int[] lengths, boolean[] nulls, int n, ByteSink out) {
        check(Physical.BYTES, n);
        int[] kept = new int[n];
        int count = 0;
        long total = 0;
        for (int i = 0; i < n; i++) {
            if (nulls.length == 0 || !nulls[i]) {
                kept[count++] = lengths[i];
                total += lengths[i];
            }
        }
        if (total <= VectorDecoder.MAX_UNPAGED_BYTES) {
            throw new IllegalArgumentException("a vector of " + total + " bytes is not paged");
        }
        sawNulls |= count < n;
        Encoding values = new BytesEncoding.Lz4(new IntegerEncoding.Pfor());
        Encoding next = sawNulls ? new Encoding.Nullable(true, values) : values;
        boolean begins = begins(next);
        if (sawNulls) {
            writeValidity(nulls, n, n - count, out);
        }
        context.bytes().writeHead(kept, count, out);
        if (begins) {
            begin(next, -1);
        }
        vectors++;
        paged = true;
        return begins;
    }

    /** True when the last vector is paged. */
    public boolean isPaged() {
        return paged;
    }

    /** Receives values. */
    @FunctionalInterface
    public interface EntryTarget {
        /** A value: {@code data[from..from+length)}. */
        void entry(byte[] data, int from, int length);
    }

    /**
     * Gives the values of the last vector, of shape BYTES, once or a few times each, if its encoding knows them: a constant,
     * runs, or codes of a dictionary. Returns whether it does.
     *
     * @param data the bytes that the vector was made of
     */
    public boolean forEachEntry(byte[] data, EntryTarget target) {
        return shape() == Physical.BYTES && context.bytes().forEachEntry(root.belowValidity(), column, data, target);
    }

    /** The encoding of the current block: that of the last vector. */
    public Encoding encoding() {
        return root;
    }

    /**
     * Whether {@link #sortDictionary} may save anything, when the last vector has been encoded.
     *
     * @param bytes at least the bytes of all vectors
     */
    public boolean maySortDictionary(long bytes) {
        boolean isNumbers = shape() != Physical.BYTES && shape() != Physical.INT128;
        return isNumbers && column.usesDictionary() && bytes >= DictionarySorter.LEAST_BYTES;
    }

    /** All vectors of the column with the entries of its dictionary of numbers sorted; empty if that saves too little. */
    public Optional<List<EncodedVector>> sortDictionary(List<EncodedVector> all) {
        boolean isFloating = shape() == Physical.FLOAT || shape() == Physical.DOUBLE;
        // raw bits of negative numbers grow with their size
        LongUnaryOperator rank = key -> isFloating ? key ^ key >> Long.SIZE - 1 >>> 1 : key;
        return context.sorter().sort(column.longDictionary(), all, rank);
    }

    /** The dictionaries to store, when the last vector has been encoded; encodings name them by their index here. */
    public List<StoredDictionary> dictionaries() {
        if (shape() == Physical.BYTES) {
            return context.bytes().writeDictionaries(column);
        }
        int entries = column.dictionarySize();
        if (entries == 0) {
            return List.of();
        }
        ByteSink out = new ByteSink();
        Encoding encoding = switch (shape()) {
            case INT -> {
                int[] keys = new int[entries];
                for (int i = 0; i < entries; i++) {
                    keys[i] = (int) column.longDictionary().keys()[i];
                }
                Encoding chosen = context.intCoder().chooseValues(keys, entries).encoding();
                context.intCoder().write(chosen, keys, entries, out);
                yield chosen;
            }
            case LONG -> {
                long[] keys = column.longDictionary().keys();
                Encoding chosen =
                        context.longCoder().choose(keys, entries, "entries").encoding();
                context.longCoder().write(chosen, keys, entries, out);
                yield chosen;
            }
            case FLOAT, DOUBLE ->
                context.floating()
                        .writeEntries(column.longDictionary().keys(), entries, shape() == Physical.FLOAT, out);
            case INT128 -> context.int128().writeEntries(column.bytesDictionary(), out);
            case BYTES, NONE, BOOLEAN -> throw new IllegalStateException("no dictionary has the shape " + shape());
        };
        return List.of(new StoredDictionary(encoding, entries, out));
    }

    /** About how many bytes of memory this column's encoder holds between vectors. */
    public long retainedBytes() {
        return 256 + column.retainedBytes();
    }

    /** Frees what only further vectors need, when the last one has been encoded and its dictionaries stored. */
    public void close() {
        column.free();
    }

    private void check(Physical wanted, int n) {
        if (shape() != wanted || n < 1 || n > VectorDecoder.MAX_ROWS) {
            throw new IllegalArgumentException(
                    n + " values of shape " + wanted + " can't be encoded in a column of shape " + shape());
        }
        paged = false;
    }

    private boolean encode(ShapeEncoder shape, ByteSink out) {
        sawNulls |= shape.valid() < shape.rows();
        int mark = out.size();
        int entries = column.dictionarySize();
        boolean goesOn = vectors > 0 && !isFull();
        Optional<Encoding> better = goesOn ? look(shape, entries) : Optional.empty();
        long kept = -1;
        if (goesOn && better.isEmpty()) {
            context.entropy().ifPresent(EntropyCoder::resetDrift);
            kept = write(root, shape, out);
            if (kept >= 0 && isNearExpected(kept)) {
                count(shape, kept);
                return false;
            }
            out.truncate(mark);
            column.cutDictionary(entries);
        }
        Encoding next =
                better.isPresent() ? better.get() : choose(shape, entries).encoding();
        boolean begins = begins(next);
        long bytes = write(next, shape, out);
        if (bytes < 0) {
            throw new IllegalStateException("a vector does not fit the encoding that was chosen for it, " + next);
        }
        if (begins && kept >= 0 && context.entropy().isPresent() && bytes + treeBytes(next) / SHARERS >= kept) {
            // a new model takes room in the index
            out.truncate(mark);
            column.cutDictionary(entries);
            bytes = write(root, shape, out);
            begins = false;
        }
        if (begins) {
            begin(next, bytes);
        } else {
            // the same choice again: be more patient with sizes that vary
            expected = bytes;
            patience = Math.min(MOST_PATIENCE, 2 * patience + 1);
            skipChecks = patience;
        }
        column.dropUnusedSymbols();
        count(shape, bytes);
        return begins;
    }

    private static int treeBytes(Encoding encoding) {
        ByteSink tree = new ByteSink();
        encoding.write(tree);
        return BLOCK_ENTRY_BYTES + tree.size();
    }

    /**
     * The first vector may not be like the others, and data may change so that the encoding takes what it took but another
     * one less. So it is looked again after 1, 2, 4, 8... vectors.
     */
    private Optional<Encoding> look(ShapeEncoder shape, int entries) {
        if (sinceChange < nextLook) {
            return Optional.empty();
        }
        nextLook = 2 * sinceChange;
        Choice choice = choose(shape, entries);
        if (choice.encoding().equals(root) || choice.cost() >= expected - expected / LEAST_SAVING - SMALL) {
            column.dropUnusedSymbols();
            return Optional.empty();
        }
        return Optional.of(choice.encoding());
    }

    private boolean isFull() {
        return vectors >= BLOCK_VECTORS || blockBytes >= BLOCK_BYTES;
    }

    private boolean begins(Encoding next) {
        return vectors == 0 || isFull() || !next.equals(root);
    }

    private void begin(Encoding next, long bytes) {
        if (!next.isLike(root)) {
            sinceChange = 0;
            nextLook = 1;
        }
        root = next;
        column.use(next);
        vectors = 0;
        blockBytes = 0;
        expected = bytes;
        patience = 0;
        skipChecks = 0;
    }

    private void count(ShapeEncoder shape, long bytes) {
        vectors++;
        sinceChange++;
        blockBytes += bytes;
        paged = shape.isPaged(root.belowValidity());
        if (!paged) {
            expected = expected < 0 ? bytes : (3 * expected + bytes) / 4;
        }
        shape.release();
    }

    private boolean isNearExpected(long bytes) {
        if (skipChecks > 0) {
            skipChecks--;
            return bytes <= 2 * expected + SMALL;
        }
        return expected >= 0
                && !mayGainFromModel()
                && bytes <= expected + expected / 4 + SMALL
                && (bytes >= expected / 2 || expected <= 4 * SMALL);
    }

    /** Whether the last vector's models of ENTROPY seem not to suit it; also now and then, since that does not always show. */
    private boolean mayGainFromModel() {
        return context.entropy().isPresent()
                && context.entropy().get().hasWritten()
                && (context.entropy().get().hasDrifted() || vectors % RECONSIDER == 0);
    }

    /** Chooses a root; leaves the dictionary as it was. */
    private Choice choose(ShapeEncoder shape, int entries) {
        Choice choice = context.chooser().choice("column");
        if (shape.valid() == 0) {
            return choice.offer(Cost.NONE, 0, new Encoding.AllNull());
        }
        shape.select(false);
        Choice dense = shape.choose(column);
        column.cutDictionary(entries);
        if (!sawNulls) {
            return dense;
        }
        if (shape.valid() < shape.rows()) {
            choice.offer(Cost.NONE, 0, dense, new Encoding.Nullable(false, dense.encoding()));
            shape.select(true);
            context.chooser().name("compact ");
            Choice compacted = shape.choose(column);
            context.chooser().name("");
            column.cutDictionary(entries);
            choice.offer(Cost.COMPACT, 0, compacted, new Encoding.Nullable(true, compacted.encoding()));
            compact = ((Encoding.Nullable) choice.encoding()).compact();
            return choice;
        }
        compact |= shape.isPaged(dense.encoding());
        return choice.offer(Cost.NONE, 0, dense, new Encoding.Nullable(compact, dense.encoding()));
    }

    /** Writes the vector in an encoding; returns the bytes that took, new entries of dictionaries included, or -1. */
    private long write(Encoding encoding, ShapeEncoder shape, ByteSink out) {
        int mark = out.size();
        long entryBytes = column.dictionaryBytes();
        if (encoding instanceof Encoding.AllNull) {
            return shape.valid() == 0 ? 0 : -1;
        }
        boolean compacted = false;
        if (encoding instanceof Encoding.Nullable nullable) {
            compacted = nullable.compact();
            writeValidity(shape.nulls(), shape.rows(), shape.rows() - shape.valid(), out);
        } else if (shape.valid() < shape.rows()) {
            return -1;
        }
        shape.select(compacted);
        Encoding values = encoding.belowValidity();
        if (!shape.write(values, column, out)) {
            return -1;
        }
        return out.size() - mark + column.dictionaryBytes() - entryBytes;
    }

    private void writeValidity(boolean[] nulls, int n, int nullCount, ByteSink out) {
        if (nullCount == 0) {
            BitsWriter.writeAllTrue(out);
        } else {
            context.bits().writeNegated(nulls, n, out);
        }
    }

    /**
     * A dictionary as it is stored.
     *
     * @param encoding the encoding of the entries
     * @param entries the number of entries
     * @param payload the bytes to store
     */
    public record StoredDictionary(Encoding encoding, int entries, ByteSink payload) {}
}
