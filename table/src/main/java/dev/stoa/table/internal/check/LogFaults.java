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
package dev.stoa.table.internal.check;

import dev.stoa.format.StoaException;
import dev.stoa.table.TableFault;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.LostBounds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Gathers the faults of a log, the first found first. */
final class LogFaults {
    private final Log log;
    private final List<TableFault> all;

    LogFaults(Log log, Collection<TableFault> known) {
        this.log = log;
        this.all = new ArrayList<>(known);
    }

    /** Adds a file that can't be used. */
    void add(TableFault.Kind kind, String path, StoaException e) {
        add(kind, path, log.withoutPath(path, e));
    }

    /** Adds what is wrong with a file. */
    void add(TableFault.Kind kind, String path, String what) {
        all.add(new TableFault(kind, path, what, true));
    }

    /** Adds what is wrong with a file, and which bounds it no longer tells, see {@link LostBounds}. */
    void add(TableFault.Kind kind, String path, String what, Optional<String> lost) {
        add(kind, path, what + lost.map(bounds -> "; " + bounds).orElse(""));
    }

    /** All of them. */
    List<TableFault> all() {
        return all;
    }
}
