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

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file format with its library. A new one is a class more, and a line in {@link Contenders}.
 *
 * <p>A variant is a way to write the same table, such as a compression codec; every method that takes one is given a member
 * of one of the two lists.
 */
public interface Contender {

    /** The fixed name in results and in {@code --without}. */
    String name();

    /** A text that changes when the files that it writes may change, such as the library's version. */
    String version() throws IOException;

    /** The variants whose sizes are compared. */
    List<String> sizeVariants();

    /** The variants whose speed of reading is compared. */
    List<String> readVariants();

    /** The variants whose speed of writing is compared. */
    List<String> writeVariants();

    /**
     * Makes ready what the contender's processes need.
     *
     * @throws IOException if that fails; the contender is missing then
     */
    default void install() throws IOException {}

    /** The name of the contender whose files it reads: its own, or another's of the same format. */
    default String filesOf() {
        return name();
    }

    /** Whether it writes its files from the Parquet file of the data set, and not from a {@link Table}. */
    default boolean startsFromParquet() {
        return false;
    }

    /** How it can deliver what is timed. */
    default Set<Delivery> deliveries() {
        return Set.of(Delivery.ARRAYS, Delivery.VALUES);
    }

    /** The command that runs a task of {@code ForkMain} for this contender. */
    default List<String> command(List<String> flags, List<String> task) throws IOException {
        return Fork.java(System.getProperty("java.class.path"), flags, task);
    }

    /** Writes a table to a new local file. */
    void write(Table table, String variant, Path file) throws IOException;

    /** The bytes of each top-level column in the file, with the column's own dictionaries and indexes. */
    Map<String, Long> columnBytes(Path file) throws IOException;

    /**
     * Opens the file, decodes all rows of the columns on the calling thread, and {@link Touch}es what it gets.
     */
    ReadResult read(Path file, List<String> columns) throws IOException;

    /**
     * Opens the file unless it stays open, and answers the query of Figure 1 on the calling thread. The result does not count
     * its reads.
     *
     * @param variant the way to read the file, if the contender has several
     */
    default ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        throw new UnsupportedOperationException(name() + " takes no part in this");
    }

    /** The same, and counts what it read. */
    default ReadResult counted(StoredFile file, String variant, Fig1Query query) throws IOException {
        return file.counted(() -> answer(file, variant, query));
    }

    /**
     * Finds the rows of keys by {@link LookupQuery#KEY}, one key after the other, each time from the opening of the file, and adds
     * up their {@link LookupQuery#VALUE}.
     *
     * @param variant of the file, followed by the way to read it, if the contender has several
     */
    default ReadResult lookup(Path file, String variant, long[] keys) throws IOException {
        throw new UnsupportedOperationException(name() + " takes no part in this");
    }

    /** The same, and counts what it read. */
    default ReadResult countedLookup(Path file, String variant, long[] keys) throws IOException {
        IoCounts before = CountingFileSystem.counts();
        ReadResult result = lookup(file, variant, keys);
        return result.withIo(CountingFileSystem.counts().minus(before));
    }

    /** Opens the file, and puts the values of rows by number, which ascend, into arrays, on the calling thread. */
    default TakenRows take(StoredFile file, List<String> columns, long[] rows) throws IOException {
        throw new UnsupportedOperationException(name() + " takes no part in this");
    }
}
