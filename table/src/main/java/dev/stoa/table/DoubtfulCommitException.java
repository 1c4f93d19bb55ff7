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
import java.util.UUID;

/**
 * A commit failed, and a read could not settle whether it exists. It may become visible later, or it is visible and a
 * crash of the machine may lose it. Look for the transaction in the table's history before you repeat it.
 */
public final class DoubtfulCommitException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final long version;
    private final UUID transaction;

    public DoubtfulCommitException(String table, long version, UUID transaction, Throwable cause) {
        super(
                table + ": it is not known whether version " + version + " was committed by transaction " + transaction
                        + ": look into the table's log before doing it again",
                cause);
        this.version = version;
        this.transaction = transaction;
    }

    /**
     * A commit took so long that its number was below the floor when it was done.
     *
     * @param floor the oldest version of the table then
     */
    public DoubtfulCommitException(String table, long version, UUID transaction, long floor) {
        super(table + ": it is not known whether version " + version + " was committed by transaction " + transaction
                + ": the commit took longer than the safe age, and all versions before " + floor
                + " were expired meanwhile. Look for its rows before doing it again");
        this.version = version;
        this.transaction = transaction;
    }

    /** The version that it would have made. */
    public long version() {
        return version;
    }

    /** The transaction. */
    public UUID transaction() {
        return transaction;
    }
}
