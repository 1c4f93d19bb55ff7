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

import java.util.List;
import java.util.UUID;

/**
 * Something that may be done to make scans of a table cheaper.
 *
 * @param kind the kind of the job
 * @param fragments the fragments; those with rows among theirs belong to the job, too
 * @param fields of {@link Kind#COLUMNS}, the ids of the top-level fields
 * @param readBytes about how much is read
 * @param writtenBytes about how much is written
 * @param gain by how many bytes each scan of the table becomes cheaper
 * @param reason why
 */
public record CompactionJob(
        Kind kind,
        List<UUID> fragments,
        List<Integer> fields,
        long readBytes,
        long writtenBytes,
        long gain,
        String reason) {

    /** Kinds of jobs. */
    public enum Kind {
        /** Several sidecars become one. */
        FOLD,
        /** Rewrites some columns of a fragment with their changes. */
        COLUMNS,
        /** Rewrites a fragment with all its changes and inserted rows. */
        REWRITE,
        /** Merges small fragments into one. */
        MERGE
    }

    /** Copies the lists. */
    public CompactionJob {
        fragments = List.copyOf(fragments);
        fields = List.copyOf(fields);
    }

    /** Returns the bytes that the job reads and writes. */
    public long cost() {
        return readBytes + writtenBytes;
    }
}
