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
package dev.stoa.reader;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.ColumnIndex;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.decode.Budget;
import dev.stoa.reader.internal.decode.ListRows;
import dev.stoa.reader.internal.decode.ScanContext;
import dev.stoa.reader.internal.decode.VectorRows;
import dev.stoa.reader.internal.fetch.DataStore;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.overlay.Overlay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The reasons for the encodings of a file's blocks. A file does not hold them. This decodes the first vector of a block
 * and chooses its encoding once more, as if the column began there. So the reasons may differ from those of the writer:
 * it had a dictionary already, another profile, or another version.
 */
public final class EncodingReasons {
    private static final long DICTIONARY_BYTES = 64L << 20;
    private static final long WINDOW_BYTES = 64L << 20;

    private final ScanContext scan;
    private final EncodingProfile profile;
    private final List<Candidate> candidates = new ArrayList<>();

    private EncodingReasons(ScanContext scan, EncodingProfile profile) {
        this.scan = scan;
        this.profile = profile;
    }

    /**
     * Why some neighbouring blocks of a column, which have the same encoding, have it.
     *
     * @param path the column, through lists and maps too
     * @param field its name and type
     * @param firstBlock the first of the blocks
     * @param blocks how many they are
     * @param vectors how many vectors they have
     * @param encoding the encoding they have
     * @param rows the rows of their first vector
     * @param bytes the stored bytes of their first vector, dictionaries not counted
     * @param chosen the encoding that is chosen for their first vector now; empty if its values are too large to say
     * @param candidates what was weighed for it
     */
    public record Reason(
            ColumnPath path,
            Field field,
            int firstBlock,
            int blocks,
            long vectors,
            String encoding,
            int rows,
            long bytes,
            String chosen,
            List<Candidate> candidates) {
        /** Copies the list. */
        public Reason {
            candidates = List.copyOf(candidates);
        }
    }

    /**
     * A candidate.
     *
     * @param part what it would encode: the values, or a part of a tree such as codes or runs
     * @param encoding the encoding
     * @param bytes its estimated bytes for the vector, for a dictionary with a share of its entries
     * @param weight what its decoding costs beyond that of its parts, in thousandths of its bytes
     * @param cost the bytes and weights of the whole tree; the lowest of a part wins
     */
    public record Candidate(String part, String encoding, long bytes, int weight, long cost) {}

    /**
     * Passes the reasons of each column to a consumer.
     *
     * @param profile how candidates are weighed; a file does not say which profile it was written in
     */
    public static void of(StoaFile file, EncodingProfile profile, Consumer<Reason> consumer) throws IOException {
        ScanCounters counters = new ScanCounters();
        int nodes = file.directory().tail().nodeCount();
        for (int node = 0; node < nodes; node++) {
            file.loader().load(List.of(), List.of(node), List.of(), counters);
            ReadColumn column = file.loader().single(node, file.directory().path(node), counters);
            if (column.index().isPresent()) {
                try (ScanContext scan = new ScanContext(file.directory().file(), counters, Overlay.NONE)) {
                    new EncodingReasons(scan, profile).explain(column, consumer);
                }
            }
        }
    }

    private void explain(ReadColumn column, Consumer<Reason> consumer) throws IOException {
        ColumnIndex index = column.index().orElseThrow();
        List<ColumnIndex.Block> blocks = index.blocks();
        int first = 0;
        while (first < blocks.size()) {
            Encoding encoding = blocks.get(first).encoding();
            int end = first;
            long vectors = 0;
            while (end < blocks.size() && blocks.get(end).encoding().equals(encoding)) {
                vectors += blocks.get(end++).vectors();
            }
            consumer.accept(reason(column, index, first, end - first, vectors));
            first = end;
        }
    }

    private Reason reason(ReadColumn column, ColumnIndex index, int block, int blocks, long vectors)
            throws IOException {
        int vector = index.blockStart(block);
        long from = (long) vector * Layout.VECTOR_ROWS;
        int rows = (int) Math.min(Layout.VECTOR_ROWS, column.rowSet().rows() - from);
        candidates.clear();
        try (DataStore.Fetch fetch = scan.store().fetch()) {
            fetch.add(column, from, from + rows, true);
            fetch.run();
            long bytes = scan.store().data(column).payload(vector).remaining();
            int paged = index.pagedOrdinal(vector);
            bytes += paged < 0 ? 0 : index.pagedVectors().get(paged).storedLength();
            scan.budget().start(WINDOW_BYTES, WINDOW_BYTES);
            String chosen = "";
            try {
                VectorRows loaded = scan.rows(column);
                loaded.load(from, rows);
                chosen = choose(column, loaded, rows).toString();
            } catch (Budget.ExceededException e) {
                candidates.clear();
            }
            scan.releaseBatch();
            return new Reason(
                    column.path(),
                    column.field(),
                    block,
                    blocks,
                    vectors,
                    index.blocks().get(block).encoding().toString(),
                    rows,
                    bytes,
                    chosen,
                    candidates);
        }
    }

    private Encoding choose(ReadColumn column, VectorRows loaded, int rows) throws IOException {
        EncoderContext context = new EncoderContext(DICTIONARY_BYTES, profile);
        context.tell((part, c) ->
                candidates.add(new Candidate(part, c.encoding().toString(), c.bytes(), c.weight(), c.cost())));
        ColumnEncoder encoder = new ColumnEncoder(column.shape(), context);
        ByteSink out = new ByteSink();
        boolean[] nulls = loaded.nulls();
        if (loaded instanceof ListRows lists) {
            encoder.lengths(lists.lengths(), nulls, rows, out);
        } else if (column.isStruct()) {
            encoder.validity(nulls, rows, out);
        } else {
            encode(encoder, loaded.vector(), nulls, rows, out);
        }
        return encoder.encoding();
    }

    private static void encode(ColumnEncoder encoder, ColumnVector vector, boolean[] nulls, int rows, ByteSink out) {
        if (vector instanceof IntVector v) {
            encoder.ints(v.values(), nulls, rows, out);
        } else if (vector instanceof LongVector v) {
            encoder.longs(v.values(), nulls, rows, out);
        } else if (vector instanceof DoubleVector v) {
            encoder.doubles(v.values(), nulls, rows, out);
        } else if (vector instanceof FloatVector v) {
            encoder.floats(v.values(), nulls, rows, out);
        } else if (vector instanceof BooleanVector v) {
            encoder.booleans(v.values(), nulls, rows, out);
        } else if (vector instanceof Int128Vector v) {
            encoder.int128(v.isNarrow() ? new long[0] : v.high(), v.low(), nulls, rows, out);
        } else if (vector instanceof BytesVector v) {
            ByteSink data = new ByteSink();
            int[] offsets = new int[rows + 1];
            for (int i = 0; i < rows; i++) {
                if (nulls.length == 0 || !nulls[i]) {
                    data.bytes(v.data(), v.start(i), v.length(i));
                }
                offsets[i + 1] = data.size();
            }
            encoder.bytes(data.array(), offsets, nulls, rows, out);
        }
    }
}
