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
package dev.stoa.reader.internal.value;

import dev.stoa.format.internal.index.ValueHash;

/**
 * A single value as an index knows it.
 *
 * @param hash its hash (format-spec, section 4.1)
 */
public record ValuePoint(long hash) {
    public static ValuePoint of(long number) {
        return new ValuePoint(ValueHash.ofNumber(number));
    }

    public static ValuePoint ofUnsigned(long number) {
        return new ValuePoint(ValueHash.ofUnsigned(number));
    }

    static ValuePoint of(byte[] bytes) {
        return new ValuePoint(ValueHash.ofBytes(bytes));
    }
}
