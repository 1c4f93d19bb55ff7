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
package dev.stoa.reader;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.reader.internal.verify.FileReporter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * How a file is built: its columns, and which part of it holds what. Made from the metadata alone.
 *
 * @param columns all nodes, nested ones too, in pre-order
 * @param regions the parts of the file, by offset; bytes outside of all regions are unused
 */
public record FileReport(List<Column> columns, List<Region> regions) {

    /** Copies the lists. */
    public FileReport {
        columns = List.copyOf(columns);
        regions = List.copyOf(regions);
    }

    /** The report of an open file. */
    public static FileReport of(StoaFile file) throws IOException {
        return new FileReporter(file.directory(), file.loader()).report();
    }

    /**
     * A column.
     *
     * @param path its path; through lists and maps too
     * @param depth 0 for top-level columns
     * @param field name, type, nullability and field id
     * @param rowSet the ordinal of its row set; 0 is the table
     * @param rows rows of its row set
     * @param encodings the encodings of its vectors, most vectors first
     * @param vectors number of vectors
     * @param blocks number of blocks
     * @param granules number of granules
     * @param pagedVectors vectors whose values are in pages
     * @param pages number of pages
     * @param dictionaries number of dictionaries
     * @param dataBytes stored bytes: granules, pages and dictionaries
     * @param indexBytes bytes of its index
     * @param minMaxBytes bytes of its MinMax
     * @param nullCount number of null rows
     * @param nanCount number of NaNs; 0 for types without
     * @param valueBytes bytes of all values if they have variable length and the column has MinMax, else 0
     * @param min a vector of one row: the smallest value, if MinMax has it
     * @param minExact whether min is a value of the column, not just a lower bound
     * @param max a vector of one row: the largest value, if MinMax has it
     * @param maxExact whether max is a value of the column, not just an upper bound
     */
    public record Column(
            ColumnPath path,
            int depth,
            Field field,
            int rowSet,
            long rows,
            List<EncodingUse> encodings,
            long vectors,
            int blocks,
            int granules,
            int pagedVectors,
            long pages,
            int dictionaries,
            long dataBytes,
            long indexBytes,
            long minMaxBytes,
            long nullCount,
            long nanCount,
            long valueBytes,
            Optional<ColumnVector> min,
            boolean minExact,
            Optional<ColumnVector> max,
            boolean maxExact) {}

    /**
     * An encoding and how much it is used.
     *
     * @param tree the encoding as text
     * @param vectors number of vectors
     */
    public record EncodingUse(String tree, long vectors) {}

    /** Kinds of parts of a file. */
    public enum RegionKind {
        /** The first 8 bytes. */
        HEADER,
        /** Granules and pages of one column that are contiguous. */
        EXTENT,
        /** A dictionary of one column. */
        DICTIONARY,
        /** The index of one column. */
        INDEX,
        /** The MinMax of one column. */
        MIN_MAX,
        /** The directory of columns, names and properties. */
        FOOTER,
        /** The last 64 bytes. */
        TAIL
    }

    /**
     * A part of a file.
     *
     * @param kind what it is
     * @param offset where it starts
     * @param length its bytes
     * @param column the ordinal in {@link #columns} of its column, or -1
     */
    public record Region(RegionKind kind, long offset, long length, int column) {}
}
