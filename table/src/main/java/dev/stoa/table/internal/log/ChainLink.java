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

import dev.stoa.format.ContentHash;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * How a file of the log is chained to others.
 *
 * @param table the id of the table
 * @param hash of the file itself
 * @param previous the hash of the entry before: of the version below an entry's, or of a checkpoint's own version
 * @param floor of a checkpoint: the floor when it was written
 * @param parts of a checkpoint: the files that it shares with others
 */
public record ChainLink(
        UUID table, ContentHash hash, Optional<ContentHash> previous, Optional<Floor> floor, List<PartFile> parts) {}
