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
package dev.stoa.interop.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet schema as the value of a metadata key: the schema part of a Parquet footer (Thrift compact protocol), in
 * Base64. A file has it if its data came from Parquet in a form that the Stoa schema alone would not lead back to.
 */
final class StoredSchema {
    /** The key. */
    static final String KEY = "stoa.parquet.schema";

    private StoredSchema() {}

    static String encode(MessageType schema) throws IOException {
        ParquetMetadata footer = new ParquetMetadata(new FileMetaData(schema, Map.of(), "stoa"), List.of());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeFileMetaData(new ParquetMetadataConverter().toParquetMetadata(1, footer), out);
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    /** The schema, or nothing if the text is not what {@link #encode} makes. */
    static Optional<MessageType> decode(String text) {
        try {
            ByteArrayInputStream in =
                    new ByteArrayInputStream(Base64.getDecoder().decode(text));
            return Optional.of(new ParquetMetadataConverter()
                    .fromParquetMetadata(Util.readFileMetaData(in))
                    .getFileMetaData()
                    .getSchema());
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
