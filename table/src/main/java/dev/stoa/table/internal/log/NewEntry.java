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

import dev.stoa.format.StoaException;
import dev.stoa.table.DoubtfulCommitException;
import dev.stoa.table.TableSettings;
import dev.stoa.table.internal.logfile.LogKind;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An entry that a transaction puts into the log, unless another has taken its place. */
public final class NewEntry {
    private static final Logger LOG = LoggerFactory.getLogger(NewEntry.class);
    private static final int ATTEMPTS = 3;

    private final Log log;
    private final TableSettings settings;
    private final UUID transaction;
    private final long version;
    private final byte[] bytes;
    private final OptionalInt copies;

    /**
     * Makes an entry.
     *
     * @param copies as {@link dev.stoa.table.TableProperties#logReplication} says
     */
    public NewEntry(Log log, TableSettings settings, UUID transaction, long version, byte[] bytes, OptionalInt copies) {
        this.log = log;
        this.settings = settings;
        this.transaction = transaction;
        this.version = version;
        this.bytes = bytes;
        this.copies = copies;
    }

    /** Returns the contents of the entry. */
    public LogContents contents() throws IOException {
        return new MemoryFile(log.entryPath(version), bytes).contents(LogKind.ENTRY, version);
    }

    /**
     * Creates it; gives another's that already exists. Another may go on under the same id: only what was sent is one's own.
     *
     * @throws DoubtfulCommitException if it is not known whether it is, or will be, there, or whether it outlasts a crash
     * @throws WriteFailedException if a local disk fails, and it is not there
     */
    public Optional<LogContents> create() throws IOException {
        for (int attempt = 1; ; attempt++) {
            IOException failure;
            try {
                log.create(version, bytes, copies);
                return Optional.empty();
            } catch (StoaException e) {
                throw e;
            } catch (IOException e) {
                failure = e;
            }
            Optional<LogContents> there = settle(failure);
            if (there.isPresent()) {
                if (!there.get().isSame(contents())) {
                    return there;
                }
                if (failure instanceof WriteFailedException) {
                    throw doubtful(failure); // it is there, but may be lost in a crash
                }
                return Optional.empty();
            }
            boolean isDefinite = failure instanceof WriteFailedException failed && !failed.mayBeVisible();
            if (isDefinite || failure instanceof UnsafeStoreException || attempt == ATTEMPTS) {
                // the store may still do what it was asked before, though it said that it had failed
                throw attempt == 1 ? failure : doubtful(failure);
            }
            LOG.debug(
                    "{}: version {} failed, and is not there; again",
                    log.folder().id(),
                    version,
                    failure);
            settings.pauseBefore(attempt + 1);
        }
    }

    /**
     * Asks for the floor after the entry was created or found. Numbers below the floor are free again, so an entry there
     * proves nothing.
     *
     * @param known a state of the table
     * @throws DoubtfulCommitException if the entry is below the floor, or the floor can't be read
     */
    public Floor floor(TableState known) throws IOException {
        Floors floors = new Floors(log.folder());
        for (int attempt = 1; ; attempt++) {
            try {
                Floor floor = floors.behind(known.position());
                if (floor.version() > version) {
                    throw new DoubtfulCommitException(log.folder().id(), version, transaction, floor.version());
                }
                return floor;
            } catch (DoubtfulCommitException e) {
                throw e;
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw doubtful(e);
                }
            }
            settings.pauseBefore(attempt + 1);
        }
    }

    private Optional<LogContents> settle(IOException failure) throws IOException {
        try {
            Optional<LogContents> there = log.entry(version);
            if (there.isEmpty() && failure instanceof TargetExistsException) {
                throw doubtful(failure);
            }
            return there;
        } catch (StoaException e) {
            throw e;
        } catch (IOException e) {
            e.addSuppressed(failure);
            throw doubtful(e);
        }
    }

    private DoubtfulCommitException doubtful(IOException cause) {
        return new DoubtfulCommitException(log.folder().id(), version, transaction, cause);
    }
}
