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
package dev.stoa.table.internal.log;

import dev.stoa.reader.FileIdentity;
import dev.stoa.table.internal.logfile.LogRow;

/**
 * A part of checkpoints, as a checkpoint names it (format-spec, section 14).
 *
 * @param path relative to the table's folder
 * @param identity of the file
 * @param version the greatest version that brought one of its rows
 * @param fragments the number of its fragments
 * @param row the row of the checkpoint that names it, with the bounds of all its fragments together
 */
public record PartFile(String path, FileIdentity identity, long version, long fragments, LogRow row) {
    /** Whether another checkpoint names the same. */
    boolean isSame(PartFile other) {
        return path.equals(other.path) && identity.equals(other.identity) && fragments == other.fragments;
    }
}
