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

import dev.stoa.format.internal.meta.ColumnIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of a column: consecutive vectors with the same encoding.
 *
 * @param firstVector the number of its first vector in the column
 * @param vectors the number of its vectors
 * @param encoding its encoding as text
 * @param bytes stored bytes of the granules that begin in it, and of their pages
 */
public record ColumnBlock(int firstVector, int vectors, String encoding, long bytes) {

    /** The blocks of an index. */
    static List<ColumnBlock> of(ColumnIndex index) {
        long[] bytes = new long[index.blocks().size()];
        for (int granule = 0; granule < index.granuleCount(); granule++) {
            bytes[index.blockOf(index.granuleStart(granule))] += index.granuleLength(granule);
        }
        for (ColumnIndex.PagedVector paged : index.pagedVectors()) {
            bytes[index.blockOf(paged.vector())] += paged.storedLength();
        }
        List<ColumnBlock> blocks = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            ColumnIndex.Block block = index.blocks().get(i);
            blocks.add(new ColumnBlock(
                    index.blockStart(i), block.vectors(), block.encoding().toString(), bytes[i]));
        }
        return List.copyOf(blocks);
    }
}
