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
import org.apache.hadoop.fs.StreamCapabilities;

/** Positional reads of a Hadoop stream: straight into the buffer where the stream can (HDFS), else through an array. */
final class PositionalStream implements PositionalReader {

    private final FSDataInputStream stream;
    private final boolean readsIntoBuffers;

    PositionalStream(FSDataInputStream stream) {
        this.stream = stream;
        this.readsIntoBuffers = stream.hasCapability(StreamCapabilities.PREADBYTEBUFFER);
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        if (readsIntoBuffers) {
            return stream.read(position, target);
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
