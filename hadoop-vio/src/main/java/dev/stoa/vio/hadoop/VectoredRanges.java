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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.Range;
import java.io.EOFException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.FileRange;

/** The rules of Hadoop's contract of {@code readVectored} for the requested ranges. */
final class VectoredRanges {

    private VectoredRanges() {}

    /**
     * Checks ranges and returns them sorted by offset.
     *
     * @throws NullPointerException if the list or a range is missing
     * @throws IllegalArgumentException if a length is negative, or two ranges overlap
     * @throws EOFException if an offset is negative, or a range ends beyond what a file can hold
     */
    static List<FileRange> checkedAndSorted(List<? extends FileRange> ranges, String file) throws EOFException {
        Objects.requireNonNull(ranges, "ranges");
        List<FileRange> sorted = new ArrayList<>(ranges.size());
        for (FileRange range : ranges) {
            Objects.requireNonNull(range, "a range of the list is null");
            if (range.getLength() < 0) {
                throw new IllegalArgumentException(file + ": the length of range " + range + " is negative");
            }
            if (range.getOffset() < 0) {
                throw new EOFException(file + ": the offset of range " + range + " is negative");
            }
            if (range.getOffset() > Long.MAX_VALUE - range.getLength()) {
                throw new EOFException(file + ": no file is so long that it holds range " + range);
            }
            sorted.add(range);
        }
        sorted.sort(Comparator.comparingLong(FileRange::getOffset).thenComparingInt(FileRange::getLength));
        for (int i = 1; i < sorted.size(); i++) {
            FileRange before = sorted.get(i - 1);
            if (sorted.get(i).getOffset() < before.getOffset() + before.getLength()) {
                throw new IllegalArgumentException(
                        file + ": ranges " + before + " and " + sorted.get(i) + " overlap; ask for each byte once");
            }
        }
        return sorted;
    }

    static List<Range> toRanges(List<FileRange> ranges) {
        List<Range> converted = new ArrayList<>(ranges.size());
        for (FileRange range : ranges) {
            converted.add(new Range(range.getOffset(), range.getLength()));
        }
        return converted;
    }
}
