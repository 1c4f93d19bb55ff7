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
package dev.stoa.trino.internal.columns;

import dev.stoa.format.BytesVector;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import java.util.Arrays;
import java.util.Optional;

/** Texts and bytes as blocks. Dictionaries stay what they are, and each is copied once. */
final class ByteBlocks {
    private static final int UUID_BYTES = 16;

    /** A page of few rows does not hold a dictionary with many more entries than it has rows. */
    private static final int MOST_ENTRIES_PER_ROW = 16;

    private Optional<BytesVector> last = Optional.empty();
    private Optional<Block> copy = Optional.empty();

    Block of(BytesVector vector, Type type, Rows rows) {
        if (type instanceof UuidType) {
            return uuids(vector, rows);
        }
        boolean[] nulls = rows.nullsOf(vector);
        int entries = vector.dictionary().map(BytesVector::size).orElse(0);
        if (rows.count() > 1 && entries > 0 && entries <= (long) MOST_ENTRIES_PER_ROW * rows.count()) {
            return dictionary(vector, nulls, rows);
        }
        return vector.dictionary().isEmpty() && rows.areAdjacent()
                ? adjacent(vector, nulls, rows)
                : plain(vector, nulls, rows);
    }

    /** Adjacent texts, copied at once. */
    private static Block adjacent(BytesVector vector, boolean[] nulls, Rows rows) {
        int[] offsets = Arrays.copyOfRange(vector.offsets(), rows.first(), rows.first() + rows.count() + 1);
        int start = offsets[0];
        byte[] bytes = Arrays.copyOfRange(vector.data(), start, offsets[rows.count()]);
        if (start != 0) {
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] -= start;
            }
        }
        return block(rows, bytes, offsets, nulls);
    }

    /** Texts from different places; those of adjacent rows are copied together. */
    private static Block plain(BytesVector vector, boolean[] nulls, Rows rows) {
        int count = rows.count();
        int[] offsets = new int[count + 1];
        long length = 0;
        for (int i = 0; i < count; i++) {
            length += isNull(nulls, i) ? 0 : vector.length(rows.row(i));
            offsets[i + 1] = Math.toIntExact(length);
        }
        byte[] bytes = new byte[offsets[count]];
        int next = 0;
        while (next < count) {
            int to = offsets[next];
            int start = vector.start(rows.row(next));
            do {
                next++;
            } while (next < count && vector.start(rows.row(next)) == start + offsets[next] - to);
            System.arraycopy(vector.data(), start, bytes, to, offsets[next] - to);
        }
        return block(rows, bytes, offsets, nulls);
    }

    private static Block block(Rows rows, byte[] bytes, int[] offsets, boolean[] nulls) {
        return new VariableWidthBlock(
                rows.count(), Slices.wrappedBuffer(bytes), offsets, Rows.valid(nulls, rows.count()));
    }

    private static boolean isNull(boolean[] nulls, int position) {
        return nulls.length != 0 && nulls[position];
    }

    private Block dictionary(BytesVector vector, boolean[] nulls, Rows rows) {
        BytesVector entries = vector.dictionary().orElseThrow();
        Block block = copied(entries);
        int[] ids = rows.of(vector.ids());
        if (nulls.length != 0) {
            for (int i = 0; i < ids.length; i++) {
                ids[i] = nulls[i] ? entries.size() : ids[i];
            }
        }
        return DictionaryBlock.create(ids.length, block, ids);
    }

    /** The entries, and one more, which is null. */
    private Block copied(BytesVector entries) {
        if (last.isEmpty() || last.get() != entries) {
            int[] offsets = Arrays.copyOf(entries.offsets(), entries.size() + 2);
            offsets[entries.size() + 1] = offsets[entries.size()];
            Slice bytes = Slices.wrappedBuffer(Arrays.copyOf(entries.data(), offsets[entries.size()]));
            boolean[] nulls = new boolean[entries.size() + 1];
            nulls[entries.size()] = true;
            copy = Optional.of(new VariableWidthBlock(nulls.length, bytes, offsets, Rows.valid(nulls, nulls.length)));
            last = Optional.of(entries);
        }
        return copy.orElseThrow();
    }

    private static Block uuids(BytesVector vector, Rows rows) {
        boolean[] nulls = rows.nullsOf(vector);
        long[] values = new long[2 * rows.count()];
        for (int i = 0; i < rows.count(); i++) {
            if (!isNull(nulls, i)) {
                Slice bytes = Slices.wrappedBuffer(vector.data(), vector.start(rows.row(i)), UUID_BYTES);
                values[2 * i] = bytes.getLong(0);
                values[2 * i + 1] = bytes.getLong(Long.BYTES);
            }
        }
        return new Int128ArrayBlock(rows.count(), Rows.valid(nulls, rows.count()), values);
    }
}
