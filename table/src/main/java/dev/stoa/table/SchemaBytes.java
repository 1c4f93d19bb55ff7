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

import dev.stoa.format.Schema;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.table.internal.logfile.MemorySink;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;

/** A schema as bytes, for those who must send it to another process: it is that of a file without rows. */
public final class SchemaBytes {
    private static final String NAME = "a schema";

    private SchemaBytes() {}

    /** The bytes of a schema. */
    public static byte[] of(Schema schema) throws IOException {
        MemorySink sink = new MemorySink(NAME, Integer.MAX_VALUE);
        try (StoaWriter writer = StoaWriter.create(sink, schema, WriterOptions.DEFAULT)) {
            writer.finish();
        }
        return sink.toByteArray();
    }

    /**
     * The schema of bytes.
     *
     * @throws dev.stoa.format.CorruptFileException if they are not as they were
     */
    public static Schema read(byte[] bytes) throws IOException {
        try (StoaFile file = StoaFile.open(new MemoryFile(NAME, bytes).open())) {
            return file.schema();
        }
    }
}
