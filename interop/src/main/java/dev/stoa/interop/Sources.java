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

import dev.stoa.interop.avro.AvroSource;
import dev.stoa.interop.avro.AvroSourceOptions;
import dev.stoa.interop.orc.OrcSource;
import dev.stoa.interop.orc.OrcSourceOptions;
import dev.stoa.interop.parquet.ParquetSource;
import dev.stoa.interop.parquet.ParquetSourceOptions;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens files of other formats that are read in batches.
 *
 * @param parquet how Parquet is read
 * @param orc how ORC is read
 * @param avro how Avro is read
 */
public record Sources(ParquetSourceOptions parquet, OrcSourceOptions orc, AvroSourceOptions avro) {
    /** The defaults of each format. */
    public static final Sources DEFAULT =
            new Sources(ParquetSourceOptions.DEFAULT, OrcSourceOptions.DEFAULT, AvroSourceOptions.DEFAULT);

    /**
     * Opens a file of a format that is read in batches.
     *
     * @param conf the settings of its file system
     * @throws IllegalArgumentException if the kind is Stoa, text, Arrow or only written
     * @throws dev.stoa.format.StoaException if the file is damaged, or has types that can't be carried
     * @throws IOException if the store fails
     */
    public RowSource open(Configuration conf, Path path, FileKind kind) throws IOException {
        return switch (kind) {
            case PARQUET -> ParquetSource.open(conf, path, parquet);
            case ORC -> OrcSource.open(conf, path, orc);
            case AVRO -> AvroSource.open(conf, path, avro);
            case STOA, CSV, TSV, ARROW, JSON, MARKDOWN ->
                throw new IllegalArgumentException(kind + " is not read here");
        };
    }
}
