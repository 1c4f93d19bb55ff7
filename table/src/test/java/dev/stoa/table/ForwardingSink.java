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
package dev.stoa.table;

import dev.stoa.vio.FileSink;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A sink that passes everything on to another one: tests override what they watch or break. */
public abstract class ForwardingSink implements FileSink {
    protected final FileSink sink;

    protected ForwardingSink(FileSink sink) {
        this.sink = sink;
    }

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
        sink.write(bytes);
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
