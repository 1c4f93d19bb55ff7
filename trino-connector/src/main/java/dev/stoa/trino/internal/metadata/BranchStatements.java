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
package dev.stoa.trino.internal.metadata;

import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.trino.internal.store.StoaErrors;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Trino's statements for branches of a table. They name the table itself as a branch, too. */
final class BranchStatements {
    /** The table itself. */
    static final String MAIN = "main";

    private final Table table;

    BranchStatements(Table table) {
        this.table = table;
    }

    /** Whether a table has a branch of a name. */
    static boolean has(Snapshot newest, String name) {
        return newest.properties().branches().containsKey(name);
    }

    /** The names of the branches of a table; the table itself is the first. */
    static List<String> names(Snapshot newest) {
        List<String> names = new ArrayList<>(newest.properties().branches().keySet());
        names.remove(MAIN);
        names.add(0, MAIN);
        return names;
    }

    /** Makes a branch of the newest version. */
    void create(String name, Optional<String> from) {
        if (from.isPresent() && !from.get().equals(MAIN)) {
            throw StoaErrors.unsupported("a branch begins with a version of the table, not of the branch '" + from.get()
                    + "': leave out FROM");
        } else if (name.equals(MAIN)) {
            throw StoaErrors.unsupported("'" + MAIN + "' is the table itself: choose another name for the branch");
        }
        run(() -> TableOperations.of(table).branch(name, OptionalLong.empty()));
    }

    void drop(String name) {
        run(() -> TableOperations.of(table).dropBranch(name));
    }

    /** Makes the newest version of a branch that of the table. */
    void forward(String name, String to) {
        if (!name.equals(MAIN)) {
            throw StoaErrors.unsupported("the table itself moves forward to a branch, and '" + name
                    + "' is a branch: write ALTER BRANCH " + MAIN + " IN TABLE ... FAST FORWARD TO " + name);
        }
        run(() -> TableOperations.of(table).publish(to));
    }

    private static void run(StoaErrors.Work<?> statement) {
        StoaErrors.unchecked(() -> {
            try {
                return statement.run();
            } catch (IllegalArgumentException e) {
                throw new TrinoException(StandardErrorCode.INVALID_ARGUMENTS, e.getMessage(), e);
            }
        });
    }
}
