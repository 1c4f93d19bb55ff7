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

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the tables of paths, globs and folders, and those below them. */
public final class TableFolders {
    private TableFolders() {}

    /** The folders of all tables of some arguments, in their order. */
    public static List<Path> find(List<String> arguments, Configuration conf) throws IOException {
        List<Path> tables = new ArrayList<>();
        for (String argument : arguments) {
            Path path = InputFiles.path(argument, conf);
            FileSystem fs = Stores.of(path, conf);
            for (FileStatus status : InputFiles.matches(fs, path)) {
                if (status.isDirectory()) {
                    list(fs, status.getPath(), tables);
                }
            }
        }
        return tables;
    }

    private static void list(FileSystem fs, Path folder, List<Path> tables) throws IOException {
        if (Tables.isTable(fs, folder)) {
            tables.add(fs.makeQualified(folder));
            return;
        }
        Links.refuse(fs, folder);
        for (FileStatus child : fs.listStatus(folder)) {
            String name = child.getPath().getName();
            if (child.isDirectory() && !name.startsWith(".") && !name.startsWith("_")) {
                list(fs, child.getPath(), tables);
            }
        }
    }

    /** The files of some arguments, without those in the tables. */
    public static List<InputFiles.Input> filesBeside(
            List<Path> tables, List<String> arguments, Configuration conf, Guard guard) throws IOException {
        List<InputFiles.Input> inputs = new ArrayList<>();
        for (String argument : arguments) {
            List<InputFiles.Input> found = InputFiles.of(argument, conf, tables);
            if (found.isEmpty() && find(List.of(argument), conf).isEmpty()) { // a new table has no files
                throw InputFiles.noFiles(argument);
            }
            inputs.addAll(found);
        }
        inputs.removeIf(input -> tables.stream().anyMatch(table -> isBelow(input.path(), table)));
        InputFiles.refuseRepeatedPipes(inputs);
        return InputFiles.withoutPipes(inputs, guard);
    }

    private static boolean isBelow(Path file, Path table) {
        for (Path at = file; at != null; at = at.getParent()) {
            if (at.equals(table)) {
                return true;
            }
        }
        return false;
    }
}
