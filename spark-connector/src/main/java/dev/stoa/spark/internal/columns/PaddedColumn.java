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

import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;

/** Of char, which is stored without its trailing blanks. */
final class PaddedColumn extends BytesColumn {
    private static final UTF8String BLANK = UTF8String.fromString(" ");

    private final int length;

    /**
     * Of nothing yet.
     *
     * @param length how many characters a text has with its blanks
     */
    PaddedColumn(DataType type, int length) {
        super(type);
        this.length = length;
    }

    @Override
    UTF8String text(int entry) {
        UTF8String text = super.text(entry);
        return text.numChars() < length ? text.rpad(length, BLANK) : text;
    }
}
