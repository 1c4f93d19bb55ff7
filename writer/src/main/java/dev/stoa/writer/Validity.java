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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import java.nio.ByteBuffer;

/** Rows of a column that has validity only: of a struct or variant. */
final class Validity extends VectorValues {

    @Override
    boolean encode(ColumnEncoder encoder, ByteSink out) {
        return encoder.validity(nulls(), size(), out);
    }

    @Override
    void collect(Bounds bounds) {}

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {}

    @Override
    long valueBytes() {
        return 0;
    }

    @Override
    void saveValues(ByteSink out) {}

    @Override
    void loadValues(ByteBuffer in, int count) {}

    @Override
    void releaseValues() {}
}
