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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Refuses local files with a colon in their names: Hadoop can't build the path of their checksum file, and fails without a reason. */
final class Colons {
    private Colons() {}

    /**
     * Refuses a file to read.
     *
     * @throws CommandException if it is local and its name has a colon
     */
    static void refuseInput(FileSystem fs, Path file) {
        if (isLocalWithColon(fs, file)) {
            throw CommandException.usage(
                    file + ": the name has a colon, and Hadoop does not read such local files: rename"
                            + " the file, or give it as standard input, by - and < FILE");
        }
    }

    /**
     * Refuses a file to write.
     *
     * @throws CommandException if it is local and its name has a colon
     */
    static void refuseOutput(FileSystem fs, Path file) {
        if (isLocalWithColon(fs, file)) {
            throw CommandException.usage(
                    file + ": the name has a colon, and Hadoop does not write such local files: choose another name");
        }
    }

    private static boolean isLocalWithColon(FileSystem fs, Path file) {
        return file.getName().indexOf(':') >= 0 && Stores.isLocal(fs);
    }
}
