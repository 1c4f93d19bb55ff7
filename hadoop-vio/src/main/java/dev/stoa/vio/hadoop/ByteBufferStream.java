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

/** Positional reads straight into buffers, for streams which have them (HDFS); Hadoop 3.3. */
final class ByteBufferStream implements PositionalReader {

    private final FSDataInputStream stream;

    private final long blockBytes;

    /**
     * Makes a reader.
     *
     * @param blockBytes how long the file's blocks are, or 0 if that is not known
     */
    ByteBufferStream(FSDataInputStream stream, long blockBytes) {
        this.stream = stream;
        this.blockBytes = blockBytes;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return stream.read(position, target);
    }

    @Override
    public long blockBytes() {
        return blockBytes;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
