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
package dev.stoa.hive.internal.store;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * Folders where Hive's transactions leave files. Hive knows which of them count, and names those of a transactional table
 * itself. A reader that finds others below a folder must leave them alone.
 */
public final class TransactionFolders {
    private static final Pattern NAME =
            Pattern.compile("base_\\d+(_v\\d+)?|(delete_)?delta_\\d+_\\d+(_\\d+)?(_v\\d+)?");

    private TransactionFolders() {}

    /**
     * Refuses a file in such a folder that is not one of the named ones, nor below one.
     *
     * @throws IOException if it is
     */
    public static void refuse(Path file, List<Path> named) throws IOException {
        for (Path at = file; at != null; at = at.getParent()) {
            Path folder = at;
            if (named.stream().anyMatch(path -> samePlace(path, folder))) {
                return;
            }
            if (NAME.matcher(folder.getName()).matches()) {
                throw new IOException(file + " lies in " + folder.getName()
                        + ", which a transaction of Hive wrote, but the table is not transactional: which rows count is not"
                        + " known; read the table that wrote it");
            }
        }
    }

    private static boolean samePlace(Path a, Path b) {
        return a.toUri().getPath().equals(b.toUri().getPath());
    }
}
