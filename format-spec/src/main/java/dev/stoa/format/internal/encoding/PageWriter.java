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
package dev.stoa.format.internal.encoding;

import java.io.IOException;

/**
 * Cuts the values of a paged vector into pages and compresses them (format-spec, sections 6.1 and 7.7). Give it the values
 * that are not null, in order, then finish; then it can be used for the next vector.
 */
@SuppressWarnings({"DoNotCallSuggester", "UnusedVariable"})
public final class PageWriter {
    /** An empty one; it holds about 2 MiB from its first use on. */
    public PageWriter() {}

    /** Receives pages. */
    @FunctionalInterface
    public interface Target {
        /**
         * The next page.
         *
         * @param firstValue the ordinal of the value to which the page's first byte belongs, among the values given
         * @param rawLength its number of raw bytes
         * @param stored holds the bytes to store until the call returns
         * @param storedLength how many they are, from index 0 on
         */
        void page(int firstValue, int rawLength, byte[] stored, int storedLength) throws IOException;
    }

    /** Adds the next value. */
    public void value(byte[] data, int from, int length, Target target) throws IOException {
        throw new UnsupportedOperationException("under construction");
    }

    /** Passes on what is left. */
    public void finish(Target target) throws IOException {
        throw new UnsupportedOperationException("under construction");
    }
}
