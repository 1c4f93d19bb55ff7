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

import dev.stoa.format.Schema;
import dev.stoa.interop.avro.AvroTarget;
import dev.stoa.interop.orc.OrcTarget;
import dev.stoa.interop.parquet.ParquetTarget;
import dev.stoa.interop.parquet.ParquetTargetOptions;
import dev.stoa.vio.FileSink;
import dev.stoa.writer.KeyValue;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Creates files of other formats that are written in batches.
 *
 * @param parquet how Parquet is written, except for its compression
 * @param codec the compression; absent: zstd for ORC, snappy for Parquet and Avro
 */
public record Targets(ParquetTargetOptions parquet, Optional<Codec> codec) {
    /** The defaults of each format. */
    public static final Targets DEFAULT = new Targets(ParquetTargetOptions.DEFAULT, Optional.empty());

    /**
     * Creates a file of a format that is written in batches. The target owns the sink from now on, also if this call fails.
     *
     * @param conf settings for the libraries of the formats
     * @param keyValues the metadata to keep, as {@link RowSource#keyValues} or a Stoa file gives it
     * @throws IllegalArgumentException if the kind is Stoa, Arrow, text, JSON or Markdown
     * @throws dev.stoa.format.StoaException if the format can't express a column; it names the column
     * @throws IOException if the sink fails
     */
    public RowTarget create(Configuration conf, FileSink sink, FileKind kind, Schema schema, List<KeyValue> keyValues)
            throws IOException {
        return switch (kind) {
            case PARQUET ->
                ParquetTarget.create(sink, schema, keyValues, parquet.withCodec(codec.orElse(Codec.SNAPPY)));
            case ORC -> OrcTarget.create(sink, schema, keyValues, codec.orElse(Codec.ZSTD), conf);
            case AVRO -> AvroTarget.create(sink, schema, keyValues, codec.orElse(Codec.SNAPPY));
            case STOA, CSV, TSV, ARROW, JSON, MARKDOWN -> {
                try (sink) {
                    throw new IllegalArgumentException(sink.id() + ": " + kind + " is not written here");
                }
            }
        };
    }
}
