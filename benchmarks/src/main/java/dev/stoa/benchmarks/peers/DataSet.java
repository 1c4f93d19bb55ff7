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
package dev.stoa.benchmarks.peers;

import dev.stoa.benchmarks.data.Orders;
import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.data.WideTable;
import dev.stoa.format.Field;
import dev.stoa.interop.tpch.LineItems;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * A table by name, and the files of each contender for it. Files are written once and found again by the contender's version.
 *
 * @param name {@code lineitem-SCALE}, {@code shuffled-SCALE}, {@code orders-SCALE} or {@code wide-COLUMNS-ROWS}
 */
public record DataSet(String name) {
    private static final String LINE_ITEM = "lineitem-";
    private static final String SHUFFLED = "shuffled-";
    private static final String ORDERS = "orders-";
    private static final String WIDE = "wide-";

    /** The variant of the Parquet file that peers make their files from. */
    static final String PARQUET = "v1_none";

    /** A table of many columns. */
    public static DataSet wide(int columns, int rows) {
        return new DataSet(WIDE + columns + "-" + rows);
    }

    public static DataSet lineItem(double scale) {
        return new DataSet(LINE_ITEM + scale);
    }

    /** {@code lineitem} with its rows in no order. */
    public static DataSet shuffled(double scale) {
        return new DataSet(SHUFFLED + scale);
    }

    public static DataSet orders(double scale) {
        return new DataSet(ORDERS + scale);
    }

    private Table table() {
        if (name.startsWith(ORDERS)) {
            return new Orders(Double.parseDouble(name.substring(ORDERS.length())));
        }
        if (name.startsWith(LINE_ITEM)) {
            return Table.lineItems(Double.parseDouble(name.substring(LINE_ITEM.length())));
        }
        return name.startsWith(SHUFFLED)
                ? Table.shuffledLineItems(Double.parseDouble(name.substring(SHUFFLED.length())))
                : wideTable();
    }

    private WideTable wideTable() {
        String[] sizes = name.substring(WIDE.length()).split("-", -1);
        return new WideTable(Integer.parseInt(sizes[0]), Integer.parseInt(sizes[1]));
    }

    private Path folder() {
        return Path.of(System.getProperty("stoa.benchmarks.target"), "data", name);
    }

    /** The file of a contender's variant. */
    public Path file(Contender contender, String variant) throws IOException {
        Contender writer = Contenders.named(contender.filesOf());
        return folder().resolve(writer.name() + "." + variant + "." + writer.version());
    }

    /** The contender that writes the Parquet file for the peers. */
    public static Contender parquetWriter() {
        return Contenders.named("parquet-java");
    }

    /** That Parquet file. */
    Path parquet() throws IOException {
        return file(parquetWriter(), PARQUET);
    }

    /** Deletes the files of other versions of a contender, and what is left of those that were not finished. */
    void cleanUp(Contender contender, List<String> variants) throws IOException {
        Files.createDirectories(folder());
        for (String variant : variants) {
            try (DirectoryStream<Path> old =
                    Files.newDirectoryStream(folder(), contender.name() + "." + variant + ".*")) {
                for (Path path : old) {
                    Files.delete(path);
                }
            }
        }
    }

    /** Writes the files that a contender lacks. */
    public void prepare(Contender contender, List<String> variants) throws IOException {
        Optional<Table> table = Optional.empty();
        for (String variant : variants) {
            Path file = file(contender, variant);
            if (Files.exists(file)) {
                continue;
            }
            Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
            if (contender instanceof JavaPeer peer) {
                peer.write(parquet(), variant, unfinished);
            } else {
                if (table.isEmpty()) {
                    table = Optional.of(table());
                }
                contender.write(table.get(), variant, unfinished);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** The table's columns. */
    public List<String> columns() {
        return (name.startsWith(WIDE) ? wideTable().schema() : LineItems.schema())
                .fields().stream().map(Field::name).toList();
    }
}
