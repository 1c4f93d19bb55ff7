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

import com.github.luben.zstd.Zstd;
import dev.stoa.interop.Codec;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Compresses pages as one of {@link Codec}. */
record PageCompressor(CompressionCodecName codec) implements BytesInputCompressor {
    private static final int ZSTD_LEVEL = 3;

    @Override
    @SuppressWarnings("deprecation") // the codecs take whole arrays
    public BytesInput compress(BytesInput bytes) throws IOException {
        return switch (codec) {
            case UNCOMPRESSED -> bytes;
            case SNAPPY -> BytesInput.from(Snappy.compress(bytes.toByteArray()));
            case ZSTD -> BytesInput.from(Zstd.compress(bytes.toByteArray(), ZSTD_LEVEL));
            default -> throw new IOException("pages can't be compressed as " + codec);
        };
    }

    @Override
    public CompressionCodecName getCodecName() {
        return codec;
    }

    @Override
    public void release() {}
}
