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
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.reader.internal.fetch.ColumnData;
import dev.stoa.reader.internal.file.ReadColumn;
import dev.stoa.reader.internal.overlay.FixedValues;
import dev.stoa.reader.internal.overlay.VectorChanges;
import java.io.IOException;

/** Rows of a column of fixed width; of struct columns their validity. */
public final class FixedRows extends VectorRows {
    private final FixedValues values;

    FixedRows(ReadColumn column, ScanContext context) {
        super(column, context);
        this.values = FixedValues.of(column.shape());
    }

    @Override
    boolean decode(ColumnData from, Encoding root, int vector, int n, boolean[] outNulls) throws IOException {
        DecodedDictionary dictionary = from.dictionary(root);
        try {
            return values.decode(context().decoder(), root, from.payload(vector), n, dictionary, outNulls);
        } catch (CorruptFileException e) {
            throw from.inVector(vector, e);
        }
    }

    @Override
    void overlayValues(VectorChanges changed, int n) {
        values.overlay(changed, n);
    }

    @Override
    void beginGather(int count) {
        values.gather(count);
    }

    @Override
    void append(int at, int n, int to) {
        values.copy(at, n, to);
    }

    @Override
    public ColumnVector vector() {
        return values.vector(column().type(), isGathered(), nulls(), rows());
    }

    @Override
    int width() {
        return Math.max(1, values.width()) + (column().shape() == Physical.NONE ? 0 : 1);
    }
}
