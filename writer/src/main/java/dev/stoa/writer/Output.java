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
package dev.stoa.writer;

import dev.stoa.vio.FileSink;
import java.io.IOException;

/** The file under way: gathers small writes, and knows the position. */
final class Output {
    private static final int BUFFER_BYTES = 256 << 10;

    private final FileSink sink;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int size;
    private long position;

    Output(FileSink sink) {
        this.sink = sink;
        this.position = sink.position();
    }

    /** Where the next byte goes. */
    long position() {
        return position;
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.length - size) {
            flush();
        }
        if (length > buffer.length) {
            sink.write(bytes, offset, length);
        } else {
            System.arraycopy(bytes, offset, buffer, size, length);
            size += length;
        }
        position += length;
    }

    void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    void flush() throws IOException {
        if (size > 0) {
            sink.write(buffer, 0, size);
            size = 0;
        }
    }
}
