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
package dev.stoa.cli.internal.tables;

import dev.stoa.format.UnsupportedFileException;
import dev.stoa.table.OtherTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the file that describes the newest state of a table of Iceberg, such as {@code metadata/v7.metadata.json} or
 * {@code metadata/00007-UUID.metadata.json}: the one with the largest number. Where a catalog keeps the table, the catalog names it,
 * and a commit that failed may have left a newer one. So a person can name the file.
 */
final class IcebergMetadata {
    private static final String FOLDER = "metadata";
    private static final String BY_RENAME = "v";

    private IcebergMetadata() {}

    /**
     * Finds the file of a table.
     *
     * @param source the folder of a table, or the file itself
     * @param notes takes a sentence where a catalog may name another file
     * @return nothing if the source is no table of Iceberg
     * @throws UnsupportedFileException if two files are the newest
     */
    static Optional<Path> find(FileSystem fs, Path source, Consumer<String> notes) throws IOException {
        if (OtherTable.icebergState(source.getName()).isPresent()
                && fs.exists(source)
                && fs.getFileStatus(source).isFile()) {
            return Optional.of(fs.makeQualified(source));
        }
        List<Path> newest = new ArrayList<>();
        int highest = -1;
        for (FileStatus file : files(fs, new Path(source, FOLDER))) {
            int number = OtherTable.icebergState(file.getPath().getName()).orElse(-1);
            if (number > highest) {
                newest.clear();
                highest = number;
            }
            if (number >= 0 && number == highest) {
                newest.add(file.getPath());
            }
        }
        if (newest.size() > 1) {
            throw new UnsupportedFileException(source + ": " + newest.get(0).getName() + " and "
                    + newest.get(1).getName() + " may both be its newest state: name the file that its catalog names,"
                    + " in place of the folder");
        }
        Optional<Path> found = newest.stream().findFirst();
        found.filter(file -> !file.getName().startsWith(BY_RENAME))
                .ifPresent(file -> notes.accept("took " + file.getName()
                        + ", which is the newest: if the table's catalog names another file, import that file in place of the"
                        + " folder"));
        return found;
    }

    private static FileStatus[] files(FileSystem fs, Path folder) throws IOException {
        try {
            return fs.listStatus(folder);
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }
}
