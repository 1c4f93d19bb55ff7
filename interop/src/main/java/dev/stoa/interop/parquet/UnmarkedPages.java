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

import dev.stoa.format.CorruptFileException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Data pages of version 2 that are compressed, though their header says that they are not: parquet-cpp before 2.0.0 wrote
 * such ones (Apache Arrow issue ARROW-10353).
 */
final class UnmarkedPages {
    /** Pages are what their header says. */
    static final UnmarkedPages NONE = new UnmarkedPages(CompressionCodecName.UNCOMPRESSED);

    private static final Pattern WRITER = Pattern.compile("parquet-cpp version (\\d+)\\..*");

    private final CompressionCodecName codec;

    private UnmarkedPages(CompressionCodecName codec) {
        this.codec = codec;
    }

    /** Whether a writer made such pages. */
    static boolean mayBeBy(String createdBy) {
        Matcher matcher = WRITER.matcher(createdBy);
        return matcher.matches() && matcher.group(1).length() < 4 && Integer.parseInt(matcher.group(1)) < 2;
    }

    /** Pages are compressed with this codec, whatever their header says. */
    static UnmarkedPages of(CompressionCodecName codec) {
        return new UnmarkedPages(codec);
    }

    /** The page with its values decompressed. */
    DataPage apply(DataPage page) throws IOException {
        if (page == null) {
            throw new CorruptFileException("the column has fewer pages than its metadata says");
        }
        if (codec == CompressionCodecName.UNCOMPRESSED || !(page instanceof DataPageV2 v2) || v2.isCompressed()) {
            return page;
        }
        long size = v2.getUncompressedSize()
                - v2.getRepetitionLevels().size()
                - v2.getDefinitionLevels().size();
        if (size == v2.getData().size()) {
            return page;
        }
        BytesInput data = new PageCodecs().getDecompressor(codec).decompress(v2.getData(), (int) size);
        return DataPageV2.uncompressed(
                v2.getRowCount(),
                v2.getNullCount(),
                v2.getValueCount(),
                v2.getRepetitionLevels(),
                v2.getDefinitionLevels(),
                v2.getDataEncoding(),
                data,
                v2.getStatistics());
    }
}
