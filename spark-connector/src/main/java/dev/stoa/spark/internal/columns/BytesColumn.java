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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** A column of texts or bytes. Of texts that are ids into a dictionary, each entry is made an object once. */
class BytesColumn extends StoaColumn {
    private static final UTF8String[] NONE = new UTF8String[0];

    private byte[] data = new byte[0];
    private int[] offsets = new int[0];
    private int[] ids = new int[0];
    private Optional<BytesVector> dictionary = Optional.empty();
    private UTF8String[] entries = NONE;

    BytesColumn(DataType type) {
        super(type);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a dictionary is the same as long as the object is
    void take(ColumnVector vector) {
        BytesVector bytes = (BytesVector) vector;
        Optional<BytesVector> now = bytes.dictionary();
        if (now.isEmpty()) {
            entries = NONE;
        } else if (dictionary.isEmpty() || dictionary.get() != now.get()) {
            entries = new UTF8String[now.get().size()];
        }
        dictionary = now;
        data = bytes.data();
        offsets = bytes.offsets();
        ids = bytes.ids();
    }

    @Override
    public UTF8String getUTF8String(int row) {
        if (isNullAt(row)) {
            return null;
        }
        int at = at(row);
        if (dictionary.isEmpty()) {
            return text(at);
        }
        int id = ids[at];
        UTF8String entry = entries[id];
        if (entry == null) {
            entry = text(id);
            entries[id] = entry;
        }
        return entry;
    }

    /** A text of the vector, or of its dictionary. */
    UTF8String text(int entry) {
        int start = offsets[entry];
        return UTF8String.fromBytes(data, start, offsets[entry + 1] - start);
    }

    @Override
    public byte[] getBinary(int row) {
        if (isNullAt(row)) {
            return null;
        }
        int at = at(row);
        int entry = dictionary.isPresent() ? ids[at] : at;
        return java.util.Arrays.copyOfRange(data, offsets[entry], offsets[entry + 1]);
    }
}
