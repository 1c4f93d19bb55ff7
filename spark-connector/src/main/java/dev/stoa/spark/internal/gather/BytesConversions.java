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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.TypeKind;
import dev.stoa.format.build.BytesBuilder;
import dev.stoa.spark.internal.columns.SpatialTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Converts text, binary and spatial values. */
final class BytesConversions {
    private BytesConversions() {}

    static Gatherer.Conversion of(BytesBuilder to, DataType from) {
        if (from instanceof StringType) {
            boolean isPadded =
                    to.type().kind() == TypeKind.CHAR; // a row that is changed has the blanks that it was read with
            return (row, ordinal) -> {
                UTF8String text = isPadded ? row.getUTF8String(ordinal).trimRight() : row.getUTF8String(ordinal);
                int at = to.reserve(text.numBytes());
                text.writeToMemory(to.data(), (long) Platform.BYTE_ARRAY_OFFSET + at);
            };
        } else if (SpatialTypes.isOne(from)) {
            return (row, ordinal) -> to.add(SpatialTypes.toStoa(from, row.getBinaryView(ordinal)));
        }
        return (row, ordinal) -> to.add(row.getBinary(ordinal));
    }
}
