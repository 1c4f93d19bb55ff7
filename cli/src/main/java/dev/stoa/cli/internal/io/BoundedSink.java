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

import dev.stoa.vio.FileSink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An output that may not grow beyond what the guard allows. */
public record BoundedSink(FileSink sink, Guard guard) implements FileSink {
    @Override
    public String id() {
        return sink.id();
    }

    @Override
    public long position() {
        return sink.position();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        guard.check(id(), position() + bytes.remaining());
        sink.write(bytes);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        guard.check(id(), position() + length);
        sink.write(bytes, offset, length);
    }

    @Override
    public void commit() throws IOException {
        sink.commit();
    }

    @Override
    public void abort() throws IOException {
        sink.abort();
    }
}
