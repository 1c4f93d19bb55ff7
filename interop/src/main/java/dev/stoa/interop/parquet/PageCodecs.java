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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The compression codecs of pages, without Hadoop's native libraries. A page must have exactly the length in its header, and
 * takes no more memory than that. A page of more than a quarter of the heap is refused.
 */
final class PageCodecs implements CompressionCodecFactory {
    /** The codecs that it reads. */
    static final Set<CompressionCodecName> READABLE = EnumSet.complementOf(EnumSet.of(CompressionCodecName.LZO));

    private static final long ALWAYS_ALLOWED = 64L << 20;

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return new Decompressor(codec);
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return new PageCompressor(codec);
    }

    @Override
    public void release() {}

    private record Decompressor(CompressionCodecName codec) implements BytesInputDecompressor {
        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
            if (codec == CompressionCodecName.UNCOMPRESSED) {
                if (bytes.size() != size) {
                    throw new CorruptFileException(
                            "an uncompressed page of " + size + " bytes has " + bytes.size() + " bytes");
                }
                return bytes;
            }
            PageBytes in = DataPageContent.bytes(bytes);
            return BytesInput.from(decompress(in.data(), in.position(), in.remaining(), size));
        }

        @Override
        public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int size) throws IOException {
            byte[] in = new byte[compressedSize];
            input.get(in);
            output.put(decompress(in, 0, compressedSize, size));
        }

        private byte[] decompress(byte[] in, int start, int length, int size) throws IOException {
            if (size < 0 || size > Math.max(ALWAYS_ALLOWED, Runtime.getRuntime().maxMemory() / 4)) {
                throw new CorruptFileException("a page says that it has " + size
                        + " bytes, which is more than a quarter of the memory that Java may use (-Xmx)");
            }
            if (length == 0 && size == 0) {
                return new byte[0];
            }
            byte[] out = new byte[size];
            int got;
            try {
                got = switch (codec) {
                    case SNAPPY -> Blocks.snappy(in, start, length, out);
                    case ZSTD -> Blocks.zstd(in, start, length, out);
                    case LZ4_RAW -> Blocks.lz4(in, start, length, out);
                    case LZ4 -> Blocks.hadoopLz4(in, start, length, out);
                    case GZIP -> fill(new GZIPInputStream(new ByteArrayInputStream(in, start, length)), out);
                    case BROTLI -> fill(Brotli.open(new ByteArrayInputStream(in, start, length)), out);
                    default -> throw new CorruptFileException("a page is compressed as " + codec);
                };
            } catch (CorruptFileException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                throw new CorruptFileException("a page can't be decompressed (" + codec + "): " + e.getMessage(), e);
            }
            if (got != size) {
                throw new CorruptFileException(
                        "a page has " + got + " bytes when it is decompressed, its header says " + size);
            }
            return out;
        }

        /** Fills an array from a stream; returns one more than its length if the stream has more. */
        private static int fill(InputStream in, byte[] out) throws IOException {
            try (in) {
                int got = in.readNBytes(out, 0, out.length);
                return got == out.length && in.read() >= 0 ? got + 1 : got;
            }
        }

        @Override
        public void release() {}
    }
}
