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
package dev.stoa.table.internal.logfile;

import dev.stoa.table.TableException;
import dev.stoa.vio.FileSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file in memory, within a limit: an entry is put together before its place in the log is known. */
public final class MemorySink implements FileSink {
    private final String name;
    private final int limit;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public MemorySink(String name, int limit) {
        this.name = name;
        this.limit = limit;
    }

    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    @Override
    public String id() {
        return name;
    }

    @Override
    public long position() {
        return bytes.size();
    }

    @Override
    public void write(ByteBuffer buffer) throws IOException {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        write(copy, 0, copy.length);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (length > limit - bytes.size()) {
            throw new TableException(
                    name + ": the commit takes more than " + limit + " bytes: add fewer files or keys at once");
        }
        bytes.write(source, offset, length);
    }

    @Override
    public void commit() {
        // whoever made it takes the bytes
    }

    @Override
    public void abort() {
        // nothing outlives the object
    }
}
