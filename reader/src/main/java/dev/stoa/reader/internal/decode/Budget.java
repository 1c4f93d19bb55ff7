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
package dev.stoa.reader.internal.decode;

import dev.stoa.reader.internal.file.ReadColumn;

/** Bounds what one batch may hold. When it is exceeded the batch is tried again with fewer rows. */
public final class Budget {
    private long limit;
    private long fetchLimit;
    private long used;

    /** Thrown in place of an allocation that would go beyond the limit. */
    public static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExceededException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Starts a batch.
     *
     * @param bytes the most bytes of its arrays
     * @param fetchBytes the most stored bytes that may be fetched for it
     */
    public void start(long bytes, long fetchBytes) {
        limit = bytes;
        fetchLimit = fetchBytes;
        used = 0;
    }

    /** Takes bytes of arrays for a column. */
    void add(long bytes, ReadColumn column) {
        used += bytes;
        if (used > limit || bytes < 0) {
            throw new ExceededException("column '" + column.path() + "' brings it to " + used + " bytes or more, "
                    + limit + " are allowed");
        }
    }

    /** Checks that bytes could be taken, without taking them. */
    void check(long bytes, ReadColumn column) {
        add(bytes, column);
        used -= bytes;
    }

    /** Checks the stored bytes of a fetch. */
    void checkFetch(long bytes, ReadColumn column) {
        if (bytes > fetchLimit) {
            throw new ExceededException(
                    "column '" + column.path() + "' needs " + bytes + " stored bytes, " + fetchLimit + " are allowed");
        }
    }

    public long used() {
        return used;
    }
}
