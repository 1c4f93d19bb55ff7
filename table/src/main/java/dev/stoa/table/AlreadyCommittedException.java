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
 * A transaction began under an id that already has a commit: an earlier client with this id was faster than it seemed. The
 * work is done; nothing of the second transaction is visible.
 */
public final class AlreadyCommittedException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final long version;

    AlreadyCommittedException(String table, UUID transaction, long version) {
        super(table + ": transaction " + transaction + " was committed before, as version " + version);
        this.version = version;
    }

    /** The version that it made. */
    public long version() {
        return version;
    }
}
