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
package dev.stoa.format.internal.encoding.columns;

import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Lz4Blocks;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts the values of a paged vector into pages and compresses them (format-spec, sections 6.1 and 7.7). Give it the values
 * that are not null, in order, then finish; then it can be used for the next vector.
 */
public final class PageWriter {
    private byte[] buffer = new byte[0];
    private int size;
    private int firstValue;
    private int values;
    private final ByteSink packed = new ByteSink();

    /** An empty one; it holds about 2 MiB from its first use on. */
    public PageWriter() {}

    /** Receives pages. */
    @FunctionalInterface
    public interface Target {
        /**
         * The next page.
         *
         * @param firstValue the ordinal of the value that the page's first byte belongs to, among the given values
         * @param rawLength its number of raw bytes
         * @param stored holds the bytes to store until the call returns
         * @param storedLength the number of these bytes, from index 0 on
         */
        void page(int firstValue, int rawLength, byte[] stored, int storedLength) throws IOException;
    }

    /** Adds the next value: {@code data[from..from+length)}. */
    public void value(byte[] data, int from, int length, Target target) throws IOException {
        if (size > 0 && length > VectorDecoder.MAX_PAGE_BYTES - size) {
            page(target);
        }
        int at = from;
        int left = length;
        while (left > 0) {
            if (size == 0) {
                firstValue = values;
            }
            int part = Math.min(left, VectorDecoder.MAX_PAGE_BYTES - size);
            if (buffer.length < size + part) {
                buffer = Arrays.copyOf(
                        buffer, Math.min(VectorDecoder.MAX_PAGE_BYTES, Math.max(size + part, 2 * buffer.length)));
            }
            System.arraycopy(data, at, buffer, size, part);
            size += part;
            at += part;
            left -= part;
            if (size == VectorDecoder.MAX_PAGE_BYTES) {
                page(target);
            }
        }
        values++;
    }

    /** Passes on what is left. */
    public void finish(Target target) throws IOException {
        if (size > 0) {
            page(target);
        }
        values = 0;
    }

    private void page(Target target) throws IOException {
        packed.clear();
        int stored = Lz4Blocks.compress(buffer, 0, size, packed);
        int raw = size;
        size = 0;
        if (stored < raw) {
            target.page(firstValue, raw, packed.array(), stored);
        } else {
            target.page(firstValue, raw, buffer, raw);
        }
    }
}
