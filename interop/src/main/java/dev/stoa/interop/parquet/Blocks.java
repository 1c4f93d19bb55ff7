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
import dev.stoa.format.CorruptFileException;
import java.io.IOException;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.xerial.snappy.Snappy;

/** Decompresses whole blocks into arrays; each returns the number of bytes that came out, at most the array's length. */
final class Blocks {
    private static final LZ4SafeDecompressor LZ4 = LZ4Factory.fastestInstance().safeDecompressor();

    private Blocks() {}

    static int snappy(byte[] in, int start, int length, byte[] out) throws IOException {
        int size = Snappy.uncompressedLength(in, start, length);
        if (size != out.length) {
            return size < 0 ? 0 : size;
        }
        return Snappy.uncompress(in, start, length, out, 0);
    }

    static int zstd(byte[] in, int start, int length, byte[] out) throws CorruptFileException {
        long got = Zstd.decompressByteArray(out, 0, out.length, in, start, length);
        if (Zstd.isError(got)) {
            throw new CorruptFileException("a page can't be decompressed (ZSTD): " + Zstd.getErrorName(got));
        }
        return (int) got;
    }

    static int lz4(byte[] in, int start, int length, byte[] out) {
        return LZ4.decompress(in, start, length, out, 0, out.length);
    }

    /**
     * The codec that Parquet calls LZ4: blocks as Hadoop frames them, or, from other writers, one bare block. A frame has,
     * in big-endian, the raw length of one or more blocks, and before each its compressed length.
     */
    static int hadoopLz4(byte[] in, int start, int length, byte[] out) {
        int got = framedLz4(in, start, start + length, out);
        return got >= 0 ? got : lz4(in, start, length, out);
    }

    private static int framedLz4(byte[] in, int start, int end, byte[] out) {
        int at = start;
        int done = 0;
        while (end - at >= 8) {
            int raw = Integer.reverseBytes(PageBytes.intAt(in, at));
            at += 4;
            if (raw < 0 || raw > out.length - done) {
                return -1;
            }
            int until = done + raw;
            while (done < until) {
                int compressed = end - at < 4 ? -1 : Integer.reverseBytes(PageBytes.intAt(in, at));
                at += 4;
                if (compressed < 1 || compressed > end - at) {
                    return -1;
                }
                try {
                    done += LZ4.decompress(in, at, compressed, out, done, until - done);
                } catch (LZ4Exception e) {
                    return -1;
                }
                at += compressed;
            }
        }
        return at == end ? done : -1;
    }
}
