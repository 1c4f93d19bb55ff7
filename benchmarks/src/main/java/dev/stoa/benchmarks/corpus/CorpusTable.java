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
package dev.stoa.benchmarks.corpus;

import dev.stoa.format.Schema;
import dev.stoa.writer.StoaWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A table of the corpora.
 *
 * @param folder the folder of the corpora that it belongs to
 * @param name its name there
 * @param rows its rows
 * @param parquet the sizes of the same table as Parquet, where they are on record
 */
public record CorpusTable(String folder, String name, Rows rows, Optional<ParquetBytes> parquet) {

    /** The rows of a table, which can be read more than once. */
    @FunctionalInterface
    public interface Rows {
        /**
         * Writes them all, and finishes the file.
         *
         * @return the number of rows
         */
        long writeTo(WriterOpener opener) throws IOException;
    }

    /** Opens the writer for a schema. */
    @FunctionalInterface
    public interface WriterOpener {
        /** A writer that the caller closes. */
        StoaWriter open(Schema schema) throws IOException;
    }

    /**
     * The sizes of a table as Parquet.
     *
     * @param rows the number of rows in those files
     * @param snappy bytes of the file with snappy
     * @param zstd bytes of the file with zstd, level 3
     */
    public record ParquetBytes(long rows, long snappy, long zstd) {}

    /** The folder and the name. */
    public String fullName() {
        return folder + "/" + name;
    }

    /** The path of a file in a folder below another one, with slashes whatever the system uses. */
    static String relative(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
