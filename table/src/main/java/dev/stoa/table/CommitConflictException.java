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
 * A transaction can't be committed, because another one that was committed since it began has changed the same. Nothing of
 * it is visible; start again.
 */
public final class CommitConflictException extends StoaException {
    private static final long serialVersionUID = 1L;

    /** Kinds of conflicts of two transactions. */
    public enum Kind {
        /** Deleted one row, modified one column of one row, or one has deleted what the other modified. */
        ROW,
        /** Inserted rows with the same key. */
        KEY,
        /** One has removed or replaced rows that the other has changed, or has overwritten what the other has added to. */
        OVERWRITE,
        /** One changed the schema, or the declared columns, and the other relies on them. */
        SCHEMA,
        /** Nothing: others were always faster. */
        RACE
    }

    private final Kind kind;
    private final long version;
    private final UUID transaction;

    public CommitConflictException(String table, Kind kind, CommitInfo other, String what) {
        super(table + ": conflict with version " + other.version() + " (" + other.operation() + ", transaction "
                + other.transaction() + "): " + what + "; nothing was committed, begin anew");
        this.kind = kind;
        this.version = other.version();
        this.transaction = other.transaction();
    }

    /** The kind of the conflict. */
    public Kind kind() {
        return kind;
    }

    /** The version that the other transaction has made. */
    public long version() {
        return version;
    }

    /** The other transaction. */
    public UUID transaction() {
        return transaction;
    }
}
