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
package dev.stoa.arrow;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Gathers texts or bytes as ids into a dictionary of its own. The dictionary has the values that occur, and grows from batch to
 * batch. An entry of a dictionary of Stoa is looked up once, for as long as the scan gives the same dictionary.
 */
final class DictionaryExport extends ColumnExport {
    /**
     * A dictionary with this number of entries ends with its batch, and the next batch begins a new one. One with more entries
     * than a batch has rows saves nothing.
     */
    static final int MOST_ENTRIES = StoaArrowReader.MAX_ROWS;

    /** The same for the bytes of the entries. Each batch with a new entry has a copy of all, so it stays as small as a batch. */
    static final long MOST_BYTES = StoaArrowReader.BATCH_BYTES;

    /** With at most this number of bytes for each row, a whole dictionary is a good bound. */
    private static final int SHORT = 16;

    private static final int UNKNOWN = -1;

    private final long id;
    private final OffHeap ids;
    private DistinctBytes entries = new DistinctBytes();
    /** How many entries the last batch has, and their bytes; {@link #UNKNOWN} before the first batch of a dictionary. */
    private int given = UNKNOWN;

    private int givenBytes;
    /** The dictionary of the last vector with one, and by its entries their ids here. */
    private Optional<BytesVector> source = Optional.empty();

    private int[] known = new int[0];
    private int[] found = new int[0];

    DictionaryExport(BatchMemory memory, Field field, String path, long id) {
        super(memory, field, path);
        this.id = id;
        this.ids = new OffHeap(memory);
    }

    @Override
    long bytes(ColumnVector vector, Runs selected) {
        BytesVector bytes = (BytesVector) vector;
        long most = Long.MAX_VALUE;
        if (bytes.dictionary().isPresent()) {
            BytesVector dictionary = bytes.dictionary().get();
            most = dictionary.offsets()[dictionary.size()];
        }
        boolean isGoodEnough = most <= (long) SHORT * selected.rows();
        return 4L * selected.rows() + (isGoodEnough ? most : Math.min(most, BytesExport.lengths(bytes, selected)));
    }

    @Override
    long bytes() {
        return ids.used() + entries.bytes() - givenBytes;
    }

    @Override
    void values(ColumnVector vector, Runs selected) {
        BytesVector bytes = (BytesVector) vector;
        if (found.length < selected.rows()) {
            found = new int[selected.rows()];
        }
        Optional<BytesVector> dictionary = bytes.dictionary();
        if (dictionary.isPresent() && dictionary.get().size() <= MOST_ENTRIES) {
            begin(dictionary.get());
            translate(bytes, selected);
        } else {
            find(bytes, selected);
        }
        ids.putInts(found, 0, selected.rows());
    }

    @SuppressWarnings("ReferenceEquality") // a dictionary is the same as long as the object is
    private void begin(BytesVector dictionary) {
        if (source.isPresent() && source.get() == dictionary) {
            return;
        }
        source = Optional.of(dictionary);
        if (known.length < dictionary.size()) {
            known = new int[dictionary.size()];
        }
        Arrays.fill(known, 0, dictionary.size(), UNKNOWN);
    }

    private void translate(BytesVector bytes, Runs selected) {
        int[] from = bytes.ids();
        int[] to = known;
        int[] out = found;
        boolean[] nulls = bytes.nulls();
        boolean hasNulls = nulls.length != 0;
        int n = 0;
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++) {
                int number = 0; // at nulls
                if (!hasNulls || !nulls[row]) {
                    number = to[from[row]];
                    if (number == UNKNOWN) {
                        number = number(bytes, row);
                        to[from[row]] = number;
                    }
                }
                out[n++] = number;
            }
        }
    }

    private void find(BytesVector bytes, Runs selected) {
        int n = 0;
        for (int run = 0; run < selected.count(); run++) {
            for (int row = selected.from(run); row < selected.to(run); row++) {
                found[n++] = bytes.isNull(row) ? 0 : number(bytes, row);
            }
        }
    }

    private int number(BytesVector bytes, int row) {
        return entries.number(bytes.data(), bytes.start(row), bytes.length(row));
    }

    @Override
    void giveDictionaries(Consumer<ArrowDictionaryBatch> target) {
        if (given == entries.size()) {
            return;
        }
        int size = entries.size();
        List<ArrowBuf> buffers = new ArrayList<>();
        try {
            buffers.add(Bits.ones(memory(), size));
            BatchMemory.Buffer offsets = memory().buffer(4L * size + 4);
            buffers.add(offsets.arrow().writerIndex(4L * size + 4));
            offsets.view().position(0).asIntBuffer().put(entries.offsets(), 0, size + 1);
            ArrowBuf data = entries.bytes() == 0
                    ? memory().empty()
                    : memory().buffer(entries.bytes()).arrow();
            buffers.add(data);
            data.setBytes(0, entries.data(), 0, entries.bytes());
            data.writerIndex(entries.bytes());
            ArrowRecordBatch batch = new ArrowRecordBatch(size, List.of(new ArrowFieldNode(size, 0)), buffers);
            target.accept(new ArrowDictionaryBatch(id, batch, false));
        } finally {
            buffers.forEach(ArrowBuf::close);
        }
        given = size;
        givenBytes = entries.bytes();
    }

    @Override
    void takeValues(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
        buffers.add(ids.take());
        if (entries.size() >= MOST_ENTRIES || entries.bytes() >= MOST_BYTES) {
            entries = new DistinctBytes();
            given = UNKNOWN;
            givenBytes = 0;
            source = Optional.empty();
        }
    }

    @Override
    public void close() {
        ids.close();
    }
}
