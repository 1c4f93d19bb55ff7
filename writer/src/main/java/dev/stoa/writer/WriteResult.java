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

import java.util.List;
import java.util.UUID;

/**
 * Counts of a written file.
 *
 * @param uuid the identity of the file
 * @param rows rows of the table
 * @param bytes length of the file
 * @param spilledBytes bytes that went to the spill folder in between
 * @param columns the bytes of each column, nested ones too, in pre-order
 */
public record WriteResult(UUID uuid, long rows, long bytes, long spilledBytes, List<ColumnBytes> columns) {

    /** Copies the list. */
    public WriteResult {
        columns = List.copyOf(columns);
    }

    /**
     * The bytes of a column.
     *
     * @param path the dotted path of the column
     * @param bytes its stored bytes, without index and MinMax
     */
    public record ColumnBytes(String path, long bytes) {}
}
