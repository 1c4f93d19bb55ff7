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
package dev.stoa.benchmarks;

import dev.stoa.cli.tpch.LineItems;
import dev.stoa.format.Field;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * A table by name, and the files in which each contender keeps it. Files are written once and found again by the contender's
 * version.
 *
 * @param name {@code lineitem-SCALE} or {@code wide}
 */
record DataSet(String name) {
    private static final String LINE_ITEM = "lineitem-";

    static final DataSet WIDE = new DataSet("wide");

    static DataSet lineItem(double scale) {
        return new DataSet(LINE_ITEM + scale);
    }

    private Table table() {
        return name.startsWith(LINE_ITEM)
                ? Table.lineItems(Double.parseDouble(name.substring(LINE_ITEM.length())))
                : new WideTable();
    }

    private Path folder() {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "data", name);
    }

    /** The file of a contender's variant. */
    Path file(Contender contender, String variant) throws IOException {
        return folder().resolve(contender.name() + "." + variant + "." + contender.version());
    }

    /** Writes the files that a contender lacks, and deletes those of its other versions. */
    void prepare(Contender contender, List<String> variants) throws IOException {
        Files.createDirectories(folder());
        Optional<Table> table = Optional.empty();
        for (String variant : variants) {
            Path file = file(contender, variant);
            if (Files.exists(file)) {
                continue;
            }
            try (DirectoryStream<Path> old =
                    Files.newDirectoryStream(folder(), contender.name() + "." + variant + ".*")) {
                for (Path path : old) {
                    Files.delete(path);
                }
            }
            if (table.isEmpty()) {
                table = Optional.of(table());
            }
            Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
            contender.write(table.get(), variant, unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** The table's columns. */
    List<String> columns() {
        return (name.startsWith(LINE_ITEM) ? LineItems.schema() : new WideTable().schema())
                .fields().stream().map(Field::name).toList();
    }
}
