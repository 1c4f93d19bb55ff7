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

import dev.stoa.format.StoaException;

/**
 * One row needs more memory than a batch may have, most likely because of a list with very many elements. Scan the list's
 * elements as a row set of their own ({@link StoaFile#rowSet}), or raise {@link ScanBuilder#maxRowBytes}.
 */
public final class RowTooLargeException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final long row;

    /** With the row and a message that names file, column and size. */
    public RowTooLargeException(long row, String message) {
        super(message);
        this.row = row;
    }

    /** The ordinal of the row in its row set. */
    public long row() {
        return row;
    }
}
