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
package dev.stoa.arrow;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;

/** How batches go from the reader of Stoa to a consumer. */
enum Way {
    /** The reader itself. */
    DIRECT,
    /** The C stream interface. */
    C_STREAM,
    /** The bytes of the IPC stream format. */
    IPC;

    /** The reader of the consumer. */
    ArrowReader sent(StoaArrowReader reader, BufferAllocator allocator) throws IOException {
        if (this == DIRECT) {
            return reader;
        } else if (this == C_STREAM) {
            try (ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
                reader.exportTo(stream.memoryAddress());
                return Data.importArrayStream(allocator, stream);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ArrowStreamWriter writer =
                new ArrowStreamWriter(reader.getVectorSchemaRoot(), reader, Channels.newChannel(bytes))) {
            writer.start();
            while (reader.loadNextBatch()) {
                writer.writeBatch();
            }
            writer.end();
        }
        return new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator);
    }
}
