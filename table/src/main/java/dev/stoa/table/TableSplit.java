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
package dev.stoa.table;

import dev.stoa.reader.Split;
import java.util.List;
import java.util.UUID;

/**
 * A part of a table for one task: rows of a fragment, and their place in a file.
 *
 * @param fragment the fragment
 * @param fromRow first row
 * @param toRow one past the last row
 * @param bytes about how many stored bytes of the selected columns they have; of a file that is not divided, its length
 * @param path of the file, of those of the fragment, that has most of them, relative to the table's folder
 * @param fileLength its length
 * @param parts where in that file they are; ask the file system for their locations
 */
public record TableSplit(
        UUID fragment, long fromRow, long toRow, long bytes, String path, long fileLength, List<Split.Part> parts) {

    /** Copies the list. */
    public TableSplit {
        parts = List.copyOf(parts);
    }
}
