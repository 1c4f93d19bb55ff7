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
package dev.stoa.cli.internal.io;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.StructVector;

/** About how many bytes the arrays of a batch take, from their lengths alone. */
final class BatchBytes {
    private BatchBytes() {}

    static long of(Batch batch) {
        long bytes = 0;
        for (ColumnVector column : batch.columns()) {
            bytes += of(column, batch.rowCount());
        }
        return bytes;
    }

    private static long of(ColumnVector vector, int rows) {
        if (vector instanceof BytesVector v) {
            boolean isPlain = v.dictionary().isEmpty() && rows > 0;
            return 4L * rows + (isPlain ? v.offsets()[rows] - v.offsets()[0] : 0);
        } else if (vector instanceof StructVector v) {
            long bytes = 0;
            for (ColumnVector field : v.fields()) {
                bytes += of(field, rows);
            }
            return bytes;
        } else if (vector instanceof ListVector v) {
            return 4L * rows + of(v.elements(), v.offsets()[rows]);
        }
        return switch (vector.type().physical()) {
            case NONE -> 0;
            case BOOLEAN -> rows;
            case INT, FLOAT -> 4L * rows;
            case INT128 -> 16L * rows;
            default -> 8L * rows;
        };
    }
}
