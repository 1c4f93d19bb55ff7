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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Footers of writers that leave out whether a field is repeated. parquet-java (1.18.1) stumbles over them; Arrow and others take
 * such a field for required, and so it is here.
 */
final class LenientFooter {
    private static final int END_BYTES = 8;
    private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;

    private LenientFooter() {}

    /**
     * Reads a footer that lacks repetitions; empty if it lacks none, or is no footer.
     *
     * @param in the open file. The caller reads the data from it, too, as a second stream may be of another file
     * @param length of the file
     */
    static Optional<ParquetMetadata> read(SeekableInputStream in, long length, ParquetReadOptions options)
            throws IOException {
        if (length < END_BYTES) {
            return Optional.empty();
        }
        byte[] end = new byte[END_BYTES];
        in.seek(length - END_BYTES);
        in.readFully(end);
        ByteBuffer numbers = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
        int bytes = numbers.getInt(0);
        if (numbers.getInt(4) != MAGIC || bytes < 0 || bytes > length - END_BYTES) {
            return Optional.empty();
        }
        byte[] footerBytes = new byte[bytes];
        in.seek(length - END_BYTES - bytes);
        in.readFully(footerBytes);
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(footerBytes));
        boolean isLacking = false;
        for (SchemaElement element : footer.getSchema()) {
            if (!element.isSetRepetition_type()) {
                element.setRepetition_type(FieldRepetitionType.REQUIRED);
                isLacking = true;
            }
        }
        return isLacking
                ? Optional.of(new ParquetMetadataConverter(options).fromParquetMetadata(footer))
                : Optional.empty();
    }
}
