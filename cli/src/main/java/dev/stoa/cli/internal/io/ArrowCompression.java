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
package dev.stoa.cli.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/**
 * Decompresses buffers of untrusted files. The LZ4 codec of arrow-java allocates the claimed length on the heap. This one takes a
 * buffer of the allocator, whose limit bounds it.
 */
final class ArrowCompression implements CompressionCodec.Factory {
    static final ArrowCompression INSTANCE = new ArrowCompression();

    private ArrowCompression() {}

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type) {
        return type == CompressionUtil.CodecType.LZ4_FRAME
                ? new Lz4()
                : CommonsCompressionFactory.INSTANCE.createCodec(type);
    }

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
        return createCodec(type);
    }

    private static final class Lz4 extends AbstractCompressionCodec {
        private final byte[] chunk = new byte[1 << 16];

        @Override
        protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf buffer) {
            throw new UnsupportedOperationException("buffers are only read");
        }

        @Override
        protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf compressed) {
            long length = readUncompressedLength(compressed);
            ArrowBuf plain = allocator.buffer(length);
            boolean done = false;
            try (InputStream in = new FramedLZ4CompressorInputStream(new BufferInput(compressed))) {
                long filled = 0;
                for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                    if (filled + read > length) {
                        throw new IOException("a buffer has more than the " + length + " bytes that it claims");
                    }
                    plain.setBytes(filled, chunk, 0, read);
                    filled += read;
                }
                if (filled < length) {
                    throw new IOException("a buffer has " + filled + " bytes, and claims " + length);
                }
                plain.writerIndex(length);
                done = true;
                return plain;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                if (!done) {
                    plain.close();
                }
            }
        }

        @Override
        public CompressionUtil.CodecType getCodecType() {
            return CompressionUtil.CodecType.LZ4_FRAME;
        }
    }

    /** The compressed bytes after the length. */
    private static final class BufferInput extends InputStream {
        private final ArrowBuf buffer;
        private long position = CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;

        BufferInput(ArrowBuf buffer) {
            this.buffer = buffer;
        }

        @Override
        public int read() {
            return position < buffer.writerIndex() ? buffer.getByte(position++) & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = (int) Math.min(length, buffer.writerIndex() - position);
            if (count <= 0) {
                return length == 0 ? 0 : -1;
            }
            buffer.getBytes(position, to, offset, count);
            position += count;
            return count;
        }
    }
}
