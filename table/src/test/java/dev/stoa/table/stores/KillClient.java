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
package dev.stoa.table.stores;

import dev.stoa.format.StoaException;
import dev.stoa.table.AlreadyCommittedException;
import dev.stoa.table.CommitConflictException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.DuplicateKeyException;
import dev.stoa.table.Once;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.Table;
import dev.stoa.table.TableSettings;
import dev.stoa.table.ToldFolder;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Works on a table and tells each step before it is done: what it begins, each id that it uses, and what it was told of the
 * outcome. So another can go on when it is killed, under the same id, by which nothing is done twice.
 */
final class KillClient {
    /** Lines begin with one of these words. */
    static final String BEGIN = "begin ";

    static final String ID = "id ";
    static final String ONCE = "once ";
    static final String DONE = "done ";
    static final String NOTHING = "nothing";
    static final String REFUSED = "refused ";
    static final String BROKEN = "broken ";

    private static final int ATTEMPTS = 8;

    private final Consumer<String> told;
    private final Table table;

    KillClient(dev.stoa.vio.Folder folder, Consumer<String> told) throws IOException {
        this.told = told;
        this.table = Table.open(new ToldFolder(folder, told), TableSettings.DEFAULT.withIds(this::newId));
    }

    private UUID newId() {
        UUID id = UUID.randomUUID();
        told.accept(ID + id);
        return id;
    }

    Table table() {
        return table;
    }

    /**
     * Does something.
     *
     * @param begun how somebody has begun it who is dead; what he had done is not done again
     */
    void run(KillOperation operation, Optional<Once> begun, boolean isAlone) {
        told.accept(BEGIN + operation);
        try {
            told.accept(outcome(operation, begun, isAlone));
        } catch (IOException | RuntimeException | Error e) {
            java.io.StringWriter trace = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(trace));
            told.accept(BROKEN + trace.toString().replace("\n", " | "));
        }
    }

    private Once newOnce() throws IOException {
        return new Once(newId(), table.snapshot().version());
    }

    private String outcome(KillOperation operation, Optional<Once> begun, boolean isAlone) throws IOException {
        Once once = begun.isPresent() ? begun.get() : newOnce();
        told.accept(ONCE + once.transaction() + " " + once.after());
        boolean mayBeThere = begun.isPresent();
        for (int attempt = 1; ; attempt++) {
            try {
                return operation
                        .run(table, OperationOptions.DEFAULT.withOnce(once), isAlone)
                        .map(version -> DONE + version)
                        .orElse(NOTHING);
            } catch (AlreadyCommittedException e) {
                if (!mayBeThere) {
                    throw e; // though the store had said that nothing is visible
                }
                return DONE + e.version();
            } catch (DuplicateKeyException | CommitConflictException e) {
                return REFUSED + e;
            } catch (DoubtfulCommitException e) {
                mayBeThere = true;
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (StoaException e) {
                throw e;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
