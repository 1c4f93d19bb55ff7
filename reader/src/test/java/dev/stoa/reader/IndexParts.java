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
import dev.stoa.format.internal.meta.ColumnIndex.Block;
import dev.stoa.format.internal.meta.ColumnIndex.DictionaryPart;
import dev.stoa.format.internal.meta.ColumnIndex.Extent;
import dev.stoa.format.internal.meta.ColumnIndex.PagedVector;
import java.util.ArrayList;
import java.util.List;

/** An index in parts, to lie in one of them. */
final class IndexParts {
    List<DictionaryPart> dictionaries;
    List<Extent> extents;
    List<Block> blocks;
    int[] counts;
    int[] lengths;
    int[] crcs;
    List<PagedVector> paged;
    long[] childStarts;

    IndexParts(ColumnIndex index, boolean isList) {
        dictionaries = new ArrayList<>(index.dictionaries());
        extents = new ArrayList<>(index.extents());
        blocks = new ArrayList<>(index.blocks());
        int n = index.granuleCount();
        counts = new int[n];
        lengths = new int[n];
        crcs = new int[n];
        for (int i = 0; i < n; i++) {
            counts[i] = index.granuleStart(i + 1) - index.granuleStart(i);
            lengths[i] = index.granuleLength(i);
            crcs[i] = index.granuleCrc(i);
        }
        paged = new ArrayList<>(index.pagedVectors());
        childStarts = new long[isList ? index.vectorCount() : 0];
        for (int i = 0; i < childStarts.length; i++) {
            childStarts[i] = index.childStart(i);
        }
    }

    byte[] bytes() {
        return new ColumnIndex(
                        dictionaries,
                        extents,
                        blocks,
                        new ColumnIndex.Granules(counts, lengths, crcs),
                        paged,
                        childStarts)
                .toBytes();
    }
}
