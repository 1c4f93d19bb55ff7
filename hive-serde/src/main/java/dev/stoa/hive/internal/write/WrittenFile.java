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

import dev.stoa.table.FragmentWriter;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * A file that a task wrote for a statement.
 *
 * @param path relative to the table's folder
 * @param deletedFrom the fragment whose rows it deletes; absent if it holds new rows
 * @param partition of all its new rows; absent if the table has no partitions
 */
public record WrittenFile(String path, Optional<UUID> deletedFrom, Optional<String> partition) {
    /** The beginning of the line of new rows; their partition follows. */
    private static final String ROWS = "-";

    /** A file of new rows. */
    static WrittenFile ofRows(FragmentWriter.Written file) {
        return new WrittenFile(file.path(), Optional.empty(), Optional.ofNullable(file.partition()));
    }

    /** A sidecar that deletes rows of a fragment. */
    public static WrittenFile ofDeletes(String path, UUID fragment) {
        return new WrittenFile(path, Optional.of(fragment), Optional.empty());
    }

    /** As a line of text. */
    String text() {
        String rows = ROWS + URLEncoder.encode(partition.orElse(""), StandardCharsets.UTF_8);
        return deletedFrom.map(UUID::toString).orElse(rows) + " " + path;
    }

    /**
     * Reads a line.
     *
     * @throws IOException if it is none
     */
    static WrittenFile parse(String line) throws IOException {
        int space = line.indexOf(' ');
        try {
            String of = line.substring(0, space);
            String path = line.substring(space + 1);
            if (!of.startsWith(ROWS)) {
                return ofDeletes(path, UUID.fromString(of));
            }
            String partition = URLDecoder.decode(of.substring(ROWS.length()), StandardCharsets.UTF_8);
            return new WrittenFile(
                    path, Optional.empty(), partition.isEmpty() ? Optional.empty() : Optional.of(partition));
        } catch (RuntimeException e) {
            throw new IOException("'" + line + "' tells of no file", e);
        }
    }
}
