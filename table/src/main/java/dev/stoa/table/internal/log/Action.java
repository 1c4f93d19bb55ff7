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

import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import java.util.Optional;
import java.util.UUID;

/** A row of the log, as a change to the fragments of a table. */
public sealed interface Action {

    /** A fragment begins, without files yet. */
    record AddFragment(Fragment fragment) implements Action {}

    /**
     * A fragment ends.
     *
     * @param fragment its id
     * @param successor the fragment that holds its remaining rows in the same order, if one does
     * @param first their first row there
     */
    record RemoveFragment(UUID fragment, Optional<UUID> successor, long first) implements Action {}

    /** A fragment gets a file. */
    record AddFile(UUID fragment, DataFile file) implements Action {}

    /** A fragment gets a sidecar. */
    record AddSidecar(UUID fragment, SidecarFile sidecar) implements Action {}

    /** A fragment loses a sidecar, as everything that it changes is in files. */
    record DropSidecar(UUID fragment, UUID sidecar) implements Action {}

    /** The fragment that it is about. */
    default UUID about() {
        if (this instanceof AddFragment a) {
            return a.fragment().id();
        } else if (this instanceof RemoveFragment a) {
            return a.fragment();
        } else if (this instanceof AddFile a) {
            return a.fragment();
        } else if (this instanceof AddSidecar a) {
            return a.fragment();
        }
        return ((DropSidecar) this).fragment();
    }
}
