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
 * What is committed at most once, whoever tries and how often: by a client that goes on for one that was killed, or for a
 * batch of a stream that is run again.
 *
 * @param transaction the id that it has in the log; all who try use the same
 * @param after a version that was there before anybody tried: commits after it are searched, with a read or two each
 */
public record Once(UUID transaction, long after) {
    /** Checks that an id is present. */
    public Once {
        Objects.requireNonNull(transaction, "transaction is null");
    }
}
