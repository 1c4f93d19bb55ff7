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
package dev.stoa.interop;

import dev.stoa.writer.KeyValue;
import java.util.List;
import java.util.Set;

/**
 * Keys of metadata that describe all columns of a Parquet file. Their readers believe them more than the file's own schema, so they
 * hold only where all columns stay in their order.
 */
public final class ColumnKeys {
    /** The Arrow types of the columns, by their positions. */
    public static final String ARROW = "ARROW:schema";

    /** Those of Spark, Iceberg and of Avro's readers, who add columns that the file lacks. */
    private static final Set<String> ALL = Set.of(
            ARROW, "org.apache.spark.sql.parquet.row.metadata", "parquet.avro.schema", "avro.schema", "iceberg.schema");

    private ColumnKeys() {}

    /**
     * Returns the metadata that holds for a selection of columns.
     *
     * @param selected the columns in their order; empty: all as in the file
     */
    public static List<KeyValue> kept(List<KeyValue> metadata, List<String> selected) {
        return selected.isEmpty()
                ? metadata
                : metadata.stream().filter(pair -> !ALL.contains(pair.key())).toList();
    }
}
