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
package dev.stoa.interop;

import dev.stoa.vio.FileSink;
import java.io.IOException;
import java.io.OutputStream;

/** A sink as a stream. Closing it hands over the last bytes, but neither publishes nor closes the sink. */
public final class SinkStream extends OutputStream {
    private static final int BUFFER = 256 << 10;

    private final FileSink sink;
    private final byte[] buffer = new byte[BUFFER];
    private int held;

    /** A stream into a sink. */
    public SinkStream(FileSink sink) {
        this.sink = sink;
    }

    /** The number of bytes written so far. */
    public long position() {
        return sink.position() + held;
    }

    @Override
    public void write(int b) throws IOException {
        if (held == BUFFER) {
            flush();
        }
        buffer[held++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > BUFFER - held) {
            flush();
        }
        if (length > BUFFER) {
            sink.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, held, length);
            held += length;
        }
    }

    @Override
    public void flush() throws IOException {
        if (held > 0) {
            sink.write(buffer, 0, held);
            held = 0;
        }
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
