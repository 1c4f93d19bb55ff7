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
package dev.stoa.reader;

import java.util.List;

/**
 * A part of a row set that one task may scan: rows, and where the selected columns have them in the file.
 *
 * @param fromRow first row; a multiple of 16 vectors (65,536 rows)
 * @param toRow one past the last row
 * @param bytes stored bytes of the selected columns in these rows, without dictionaries
 * @param parts where those bytes are: sorted, disjoint, neighbours merged; ask the file system for their locations
 */
public record Split(long fromRow, long toRow, long bytes, List<Part> parts) {

    /** Copies the list. */
    public Split {
        parts = List.copyOf(parts);
    }

    /** The number of rows. */
    public long rows() {
        return toRow - fromRow;
    }

    /**
     * Contiguous bytes of the file.
     *
     * @param offset where they start
     * @param length how many
     */
    public record Part(long offset, long length) {}
}
