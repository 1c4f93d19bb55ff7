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
package dev.stoa.reader.internal.decode;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.FixedValues;
import dev.stoa.reader.internal.overlay.VectorChanges;
import java.io.IOException;

/** Rows of a list or map column: the lengths, and where their elements start. */
public final class ListRows extends VectorRows {
    private int[] decoded = new int[0];
    private long[] decodedStarts = new long[0];
    private int[] gathered = new int[0];

    ListRows(ReadColumn column, ScanContext context) {
        super(column, context);
    }

    @Override
    boolean decode(ColumnData from, Encoding root, int vector, int n, boolean[] outNulls) throws IOException {
        if (decoded.length < n) {
            decoded = new int[Layout.VECTOR_ROWS];
            decodedStarts = new long[Layout.VECTOR_ROWS + 1];
        }
        DecodedDictionary dictionary = from.dictionary(root);
        boolean hasNulls;
        try {
            hasNulls = context().decoder().lengths(root, from.payload(vector), n, dictionary, decoded, outNulls);
        } catch (CorruptFileException e) {
            throw from.inVector(vector, e);
        }
        long start = column().childStart(vector);
        for (int i = 0; i < n; i++) {
            decodedStarts[i] = start;
            start += decoded[i];
        }
        decodedStarts[n] = start;
        if (start != column().childStart(vector + 1)) {
            throw new CorruptFileException(from.whereVector(vector) + ": its elements end at row " + start
                    + " of theirs, those of the next vector start at "
                    + column().childStart(vector + 1));
        }
        return hasNulls;
    }

    /** Not where the elements start. */
    @Override
    boolean dependsOnValuesOnly() {
        return false;
    }

    /** Lengths stay, since they say where elements are; who reads elements puts new lists in the place of old ones. */
    @Override
    void overlayValues(VectorChanges changed, int n) {
        // see ColumnReader
    }

    /** Returns the row of the element row set where the elements of a row start. */
    long elementStart(long row) throws IOException {
        decode((int) (row / Layout.VECTOR_ROWS));
        return decodedStarts[(int) (row % Layout.VECTOR_ROWS)];
    }

    @Override
    void beginGather(int count) {
        if (gathered.length < count) {
            gathered = new int[FixedValues.capacity(count)];
        }
    }

    @Override
    void append(int at, int n, int to) {
        System.arraycopy(decoded, at, gathered, to, n);
    }

    /** The numbers of elements of the loaded rows. */
    public int[] lengths() {
        return isGathered() ? gathered : decoded;
    }

    @Override
    public ColumnVector vector() {
        throw new IllegalStateException("a list needs its elements");
    }

    @Override
    int width() {
        return 5;
    }
}
