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
package dev.stoa.format.internal.encoding.wire;

import dev.stoa.format.CorruptFileException;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4 blocks, with the decompressor that checks every bound. The compressor is always the one in plain Java: the native one
 * makes other bytes, and the same rows must make the same file on every platform.
 */
public final class Lz4Blocks {
    private static final LZ4SafeDecompressor DECOMPRESSOR =
            LZ4Factory.fastestInstance().safeDecompressor();
    private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();

    private Lz4Blocks() {}

    /** Decompresses a block of {@code stored} bytes from the buffer's position, and moves the position to its end. */
    public static void decompress(ByteBuffer in, int stored, byte[] out, int at, int raw) throws CorruptFileException {
        Wire.require(in, stored, "an LZ4 block");
        int made;
        try {
            made = DECOMPRESSOR.decompress(in, in.position(), stored, ByteBuffer.wrap(out), at, raw);
        } catch (LZ4Exception e) {
            throw new CorruptFileException(
                    "the LZ4 block of " + stored + " bytes at byte " + in.position() + " does not decompress to " + raw
                            + " bytes",
                    e);
        }
        if (made != raw) {
            throw Wire.corrupt(in, "an LZ4 block holds " + made + " bytes instead of " + raw);
        }
        in.position(in.position() + stored);
    }

    /** Compresses bytes to the end of a sink; returns the length of the block. */
    public static int compress(byte[] source, int from, int length, ByteSink out) {
        int most = COMPRESSOR.maxCompressedLength(length);
        int at = out.reserve(most);
        int stored = COMPRESSOR.compress(source, from, length, out.array(), at, most);
        out.truncate(at + stored);
        return stored;
    }
}
