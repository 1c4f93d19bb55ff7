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
package dev.stoa.benchmarks.engines;

import java.util.Locale;

/** The contenders in Trino. */
enum TrinoFormat {
    /** Stoa's own connector. */
    STOA("stoa.tables", "stoa"),
    /** Parquet by the Hive connector. */
    PARQUET("hive.parquet", "hive"),
    /** ORC by the Hive connector. */
    ORC("hive.orc", "hive"),
    /** The Parquet files of the Hive connector as tables of the Iceberg connector. */
    ICEBERG("iceberg.tables", "iceberg");

    private final String schema;
    private final String folder;

    TrinoFormat(String schema, String folder) {
        this.schema = schema;
        this.folder = folder;
    }

    /** The name in results. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The catalog and the schema of its tables. */
    String schema() {
        return schema;
    }

    /** The folder of what its connector writes. */
    String folder() {
        return folder;
    }
}
