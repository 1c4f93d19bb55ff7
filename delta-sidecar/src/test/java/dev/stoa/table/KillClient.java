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

import dev.stoa.format.StoaException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Works on a table and tells each step before it is done: what it begins, each id that it uses, and what it was told of the
 * outcome. So another can find out by the log what became of it when it is killed, and go on.
 */
final class KillClient {
    /** Lines begin with one of these words. */
    static final String BEGIN = "begin ";

    static final String ID = "id ";
    static final String DONE = "done ";
    static final String NOTHING = "nothing";
    static final String REFUSED = "refused ";
    static final String BROKEN = "broken ";

    private static final int ATTEMPTS = 8;
    private static final int COMMITS = 1000;

    private final Consumer<String> told;
    private final Set<UUID> ids = new LinkedHashSet<>();
    private final Table table;

    KillClient(dev.stoa.vio.Folder folder, Consumer<String> told) throws IOException {
        this.told = told;
        this.table = Table.open(new ToldFolder(folder, told), TableSettings.DEFAULT.withIds(this::newId));
    }

    private UUID newId() {
        UUID id = UUID.randomUUID();
        ids.add(id);
        told.accept(ID + id);
        return id;
    }

    Table table() {
        return table;
    }

    /** Does something for the first time. */
    void run(KillOperation operation, boolean isAlone) {
        run(operation, Set.of(), isAlone);
    }

    /**
     * Does something that somebody has begun who is dead: what he had done is not done again.
     *
     * @param before all ids that he used
     */
    void runAgain(KillOperation operation, Collection<UUID> before) {
        run(operation, before, false);
    }

    private void run(KillOperation operation, Collection<UUID> before, boolean isAlone) {
        ids.clear();
        ids.addAll(before);
        told.accept(BEGIN + operation);
        try {
            told.accept(outcome(operation, before.isEmpty(), isAlone));
        } catch (IOException | RuntimeException | Error e) {
            java.io.StringWriter trace = new java.io.StringWriter();
            e.printStackTrace(new java.io.PrintWriter(trace));
            told.accept(BROKEN + trace.toString().replace("\n", " | "));
        }
    }

    private String outcome(KillOperation operation, boolean isFirst, boolean isAlone) throws IOException {
        boolean again = !isFirst;
        for (int attempt = 1; ; attempt++) {
            try {
                if (again && operation.changesRows()) {
                    Optional<Long> done = find();
                    if (done.isPresent()) {
                        return DONE + done.get();
                    }
                }
                // what is done again must not be so by itself: the first attempt may have arrived in between
                OperationOptions options = OperationOptions.DEFAULT.withAttempts(again ? 1 : 10);
                return operation
                        .run(table, options, isAlone)
                        .map(version -> DONE + version)
                        .orElse(NOTHING);
            } catch (DuplicateKeyException e) {
                return (again ? find() : Optional.<Long>empty())
                        .map(version -> DONE + version)
                        .orElse(REFUSED + e);
            } catch (CommitConflictException e) {
                if (!again || attempt == ATTEMPTS) {
                    return REFUSED + e;
                }
            } catch (DoubtfulCommitException e) {
                again = true;
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            } catch (StoaException e) {
                throw e;
            } catch (IOException e) { // the store's, which says that nothing is visible
                if (attempt == ATTEMPTS || operation.changesRows() && find().isPresent()) {
                    throw e;
                }
            }
        }
    }

    /** The version that one of the ids has made. */
    private Optional<Long> find() throws IOException {
        return table.commits(COMMITS).stream()
                .filter(commit -> ids.contains(commit.transaction()))
                .map(CommitInfo::version)
                .findFirst();
    }
}
