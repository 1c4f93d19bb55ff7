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

import java.time.Instant;
import java.util.UUID;

/**
 * A commit, as the log records it.
 *
 * @param version the version that it made; the first is 0
 * @param time when, by the clock of the writer, but never before the version below; whole microseconds
 * @param transaction the id of the transaction
 * @param operation what was done, such as {@code insert}
 * @param base the version that the transaction read
 * @param overwrite whether it replaced the rows of the whole table
 * @param keys how many keys it inserted
 */
public record CommitInfo(
        long version, Instant time, UUID transaction, String operation, long base, boolean overwrite, long keys) {}
