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

import dev.stoa.interop.SinkStream;
import dev.stoa.vio.FileSink;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** Lets parquet-java write into a sink. Closing the stream hands over the last bytes, but does not publish the file. */
record SinkOutputFile(FileSink sink) implements OutputFile {
    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return new Stream(sink);
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return new Stream(sink);
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }

    @Override
    public String getPath() {
        return sink.id();
    }

    private static final class Stream extends PositionOutputStream {
        private final SinkStream out;

        private Stream(FileSink sink) {
            out = new SinkStream(sink);
        }

        @Override
        public long getPos() {
            return out.position();
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
