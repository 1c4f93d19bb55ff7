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
package dev.stoa.vio;

/**
 * A contiguous run of bytes of a file: {@code length} bytes from the absolute position {@code offset}. May be empty.
 *
 * @param offset first byte, counted from the file's start; not negative
 * @param length number of bytes; not negative
 */
public record Range(long offset, int length) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is negative or the end does not fit a {@code long}
     */
    public Range {
        if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException(
                    "not a range: offset " + offset + ", length " + length + "; both must be 0 or more");
        }
    }

    /** Returns the position just after the last byte. */
    public long end() {
        return offset + length;
    }

    @Override
    public String toString() {
        return "[" + offset + ", " + end() + ")";
    }
}
