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

/** A row can't be inserted, because its key already exists, or comes twice. No change is visible. */
public final class DuplicateKeyException extends StoaException {
    private static final long serialVersionUID = 1L;

    private final String key;

    public DuplicateKeyException(String table, String key, String problem) {
        super(table + ": the key (" + key + ") " + problem);
        this.key = key;
    }

    /** The key, as {@code column = value} for each of its columns. */
    public String key() {
        return key;
    }
}
