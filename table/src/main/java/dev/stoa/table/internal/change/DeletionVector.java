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
package dev.stoa.table.internal.change;

import dev.stoa.delta.SidecarWriter;
import dev.stoa.reader.RowRanges;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** The rows of a fragment to delete, added in any order: a bit for each row in the ranges that have some. */
final class DeletionVector {
    private static final int CHUNK_BITS = 16;

    private final Map<Long, BitSet> chunks = new TreeMap<>();

    void add(long row) {
        chunks.computeIfAbsent(row >> CHUNK_BITS, chunk -> new BitSet()).set((int) (row & ((1 << CHUNK_BITS) - 1)));
    }

    boolean isEmpty() {
        return chunks.isEmpty();
    }

    /** Deletes the rows. */
    void writeTo(SidecarWriter writer) throws IOException {
        for (Map.Entry<Long, BitSet> chunk : chunks.entrySet()) {
            long first = chunk.getKey() << CHUNK_BITS;
            writer.delete(RowRanges.of(
                    chunk.getValue().stream().mapToLong(bit -> first + bit).toArray()));
        }
    }
}
