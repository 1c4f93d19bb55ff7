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
package dev.stoa.cli.internal.io;

import dev.stoa.cli.internal.arguments.CommandException;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/** Folders where Hive's transactions leave files. Only Hive's metastore knows which of them count. */
final class HiveFolders {
    private static final Pattern TRANSACTION =
            Pattern.compile("base_\\d+(_v\\d+)?|(delete_)?delta_\\d+_\\d+(_\\d+)?(_v\\d+)?");

    private HiveFolders() {}

    /**
     * Refuses a file in such a folder.
     *
     * @throws CommandException if it is in one
     */
    static void refuse(Path file) {
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            if (TRANSACTION.matcher(folder.getName()).matches()) {
                throw CommandException.usage(
                        file + " lies in " + folder.getName()
                                + ", which a transaction of Hive wrote: only Hive knows whether it counts; ask Hive for the rows");
            }
        }
    }
}
