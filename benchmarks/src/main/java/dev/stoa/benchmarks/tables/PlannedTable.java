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
package dev.stoa.benchmarks.tables;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** A table of one format that has only metadata. */
interface PlannedTable {
    /** Adds files by one commit, with all that a writer does after one. */
    void add(List<PlannedFile> files) throws IOException;

    /** Does what upkeep of the metadata does once in a while. */
    void settle() throws IOException;

    /** The number of small commits after large ones until all is as it is in daily use. */
    int unsettled();

    /** The number of commits after which a writer has done everything that it does from time to time. */
    int period();

    /** Opens the table anew, as a process does that knows nothing of it. */
    Opened open() throws IOException;

    /** A table that was opened. */
    interface Opened {
        /** Plans a scan of one day, or of everything; the number of files to read. */
        long plan(OptionalInt day) throws IOException;
    }
}
