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

import java.util.List;
import java.util.Optional;

/**
 * Properties and row sets of a file (format-spec, sections 2 and 3.5).
 *
 * @param identity UUID, length and hash
 * @param edition its edition of the format
 * @param createdBy who wrote it
 * @param encodings the names of the encodings in use
 * @param sortColumns the declared order of the table's rows; empty if none exists
 * @param keyValues key-value pairs in order; keys may repeat
 * @param rowSets the row sets, the table first
 */
public record FileInfo(
        FileIdentity identity,
        int edition,
        String createdBy,
        List<String> encodings,
        List<SortOrder> sortColumns,
        List<KeyValue> keyValues,
        List<RowSetInfo> rowSets) {

    /** Copies the lists. */
    public FileInfo {
        encodings = List.copyOf(encodings);
        sortColumns = List.copyOf(sortColumns);
        keyValues = List.copyOf(keyValues);
        rowSets = List.copyOf(rowSets);
    }

    /**
     * A column of the sort order.
     *
     * @param column its path
     * @param descending whether large values come first
     * @param nullsFirst whether nulls come first
     */
    public record SortOrder(ColumnPath column, boolean descending, boolean nullsFirst) {}

    /**
     * A key and perhaps a value.
     *
     * @param key the key
     * @param value the value; absent for a key without one
     */
    public record KeyValue(String key, Optional<String> value) {}

    /**
     * A row set.
     *
     * @param kind what its rows are
     * @param name elements: the path of the list or map; the table: empty
     * @param rows number of rows
     * @param vectorsPerZone vectors of 4096 rows per zone
     */
    public record RowSetInfo(Kind kind, String name, long rows, int vectorsPerZone) {}

    /** Kinds of row sets. */
    public enum Kind {
        /** The rows of the table. */
        TABLE,
        /** The elements of a list, or entries of a map. */
        ELEMENTS
    }
}
