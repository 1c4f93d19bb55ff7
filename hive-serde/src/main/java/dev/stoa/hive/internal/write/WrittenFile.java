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
package dev.stoa.hive.internal.write;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/**
 * A file that a task wrote for a statement.
 *
 * @param path relative to the table's folder
 * @param deletedFrom the fragment of which it deletes rows; absent if it holds new rows
 */
public record WrittenFile(String path, Optional<UUID> deletedFrom) {

    /** As a line of text. */
    String text() {
        return deletedFrom.map(UUID::toString).orElse("-") + " " + path;
    }

    /**
     * What a line says.
     *
     * @throws IOException if it is none
     */
    static WrittenFile parse(String line) throws IOException {
        int space = line.indexOf(' ');
        try {
            String fragment = line.substring(0, space);
            return new WrittenFile(
                    line.substring(space + 1),
                    fragment.equals("-") ? Optional.empty() : Optional.of(UUID.fromString(fragment)));
        } catch (RuntimeException e) {
            throw new IOException("'" + line + "' tells of no file", e);
        }
    }
}
