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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and streams of Arrow whose dictionaries grow, or are replaced. */
final class ArrowDictionariesTest {
    private static final DictionaryEncoding ENCODING = new DictionaryEncoding(7, false, new ArrowType.Int(8, true));

    @TempDir
    private Path folder;

    /** Writes the texts a and b as a dictionary, then c and d, which is the delta of that dictionary, or another one. */
    private record More(BufferAllocator allocator, boolean isDelta) {
        ArrowDictionaryBatch batch() {
            try (VarCharVector texts = texts(allocator, "c", "d");
                    VectorSchemaRoot root = VectorSchemaRoot.of(texts)) {
                return new ArrowDictionaryBatch(ENCODING.getId(), new VectorUnloader(root).getRecordBatch(), isDelta);
            }
        }
    }

    private static final class FileWriter extends ArrowFileWriter {
        private final More more;

        FileWriter(VectorSchemaRoot root, DictionaryProvider dictionaries, WritableByteChannel out, More more) {
            super(root, dictionaries, out);
            this.more = more;
        }

        @Override
        protected void ensureDictionariesWritten(DictionaryProvider provider, Set<Long> used) throws IOException {
            super.ensureDictionariesWritten(provider, used);
            try (ArrowDictionaryBatch batch = more.batch()) {
                writeDictionaryBatch(batch);
            }
        }
    }

    private static final class StreamWriter extends ArrowStreamWriter {
        private final More more;

        StreamWriter(VectorSchemaRoot root, DictionaryProvider dictionaries, WritableByteChannel out, More more) {
            super(root, dictionaries, out);
            this.more = more;
        }

        @Override
        protected void ensureDictionariesWritten(DictionaryProvider provider, Set<Long> used) throws IOException {
            super.ensureDictionariesWritten(provider, used);
            try (ArrowDictionaryBatch batch = more.batch()) {
                writeDictionaryBatch(batch);
            }
        }
    }

    private static VarCharVector texts(BufferAllocator allocator, String... texts) {
        VarCharVector vector = new VarCharVector("texts", allocator);
        for (int i = 0; i < texts.length; i++) {
            vector.setSafe(i, texts[i].getBytes(StandardCharsets.UTF_8));
        }
        vector.setValueCount(texts.length);
        return vector;
    }

    private Path write(String name, boolean isDelta, int... indices) throws IOException {
        Path file = folder.resolve(name);
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector values = texts(allocator, "a", "b");
                TinyIntVector column =
                        new TinyIntVector("t", new FieldType(true, ENCODING.getIndexType(), ENCODING), allocator);
                OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < indices.length; i++) {
                column.setSafe(i, indices[i]);
            }
            column.setValueCount(indices.length);
            MapDictionaryProvider dictionaries = new MapDictionaryProvider(new Dictionary(values, ENCODING));
            WritableByteChannel channel = Channels.newChannel(out);
            More more = new More(allocator, isDelta);
            try (VectorSchemaRoot root = VectorSchemaRoot.of(column);
                    ArrowWriter writer = name.endsWith(".arrows")
                            ? new StreamWriter(root, dictionaries, channel, more)
                            : new FileWriter(root, dictionaries, channel, more)) {
                writer.start();
                writer.writeBatch();
                writer.end();
            }
        }
        return file;
    }

    @Test
    void dictionariesGrow() throws IOException {
        for (String name : List.of("t.arrow", "t.arrows")) {
            assertEquals(
                    "{\"t\":\"a\"}\n{\"t\":\"c\"}\n{\"t\":\"d\"}\n{\"t\":\"b\"}\n",
                    CommandRun.ok("scan", write(name, true, 0, 2, 3, 1), "--json"));
        }
    }

    @Test
    void onlyStreamsReplaceDictionaries() throws IOException {
        assertEquals("{\"t\":\"d\"}\n{\"t\":\"c\"}\n", CommandRun.ok("scan", write("t.arrows", false, 1, 0), "--json"));
        CommandRun.fails(
                1,
                List.of("t.arrow: can't be read as Arrow", "the dictionary 7 is replaced"),
                "scan",
                write("t.arrow", false, 1, 0));
    }
}
