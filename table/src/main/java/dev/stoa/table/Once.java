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

import java.util.Objects;
import java.util.UUID;

/**
 * Makes several attempts, of one client or many, commit at most once: such as when a client goes on for a killed one, or a stream
 * runs a batch again.
 *
 * @param transaction the id in the log; all attempts use the same
 * @param after a version from before the first attempt: an attempt searches the commits after it, with a read or two each
 */
public record Once(UUID transaction, long after) {
    /** Checks that an id is present. */
    public Once {
        Objects.requireNonNull(transaction, "transaction is null");
    }
}
