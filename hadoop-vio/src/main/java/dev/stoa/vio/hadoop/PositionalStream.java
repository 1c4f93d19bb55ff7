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
package dev.stoa.vio.hadoop;

import dev.stoa.vio.PositionalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;

/** Positional reads into arrays, which every stream of every Hadoop has. */
final class PositionalStream implements PositionalReader {

    private final FSDataInputStream stream;

    PositionalStream(FSDataInputStream stream) {
        this.stream = stream;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        if (target.hasArray()) {
            int start = target.position();
            int got = stream.read(position, target.array(), target.arrayOffset() + start, target.remaining());
            if (got > 0) {
                target.position(start + got);
            }
            return got;
        }
        byte[] bytes = new byte[target.remaining()];
        int got = stream.read(position, bytes, 0, bytes.length);
        if (got > 0) {
            target.put(bytes, 0, got);
        }
        return got;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
