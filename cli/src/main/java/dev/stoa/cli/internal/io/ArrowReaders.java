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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/** Readers of both IPC formats that decompress and check each batch before they load it. */
final class ArrowReaders {
    private ArrowReaders() {}

    static ArrowReader stream(ArrowChannel channel, BufferAllocator allocator) {
        return new Streams(channel, allocator);
    }

    /** Reads a file whose footer was checked. */
    static ArrowReader file(ArrowChannel channel, BufferAllocator allocator) {
        return new Files(channel, allocator);
    }

    /** Checks a batch, which it releases, and returns it without compression. */
    private static ArrowRecordBatch checked(
            ArrowRecordBatch batch, List<FieldVector> vectors, BufferAllocator allocator) {
        ArrowRecordBatch plain;
        try (batch) {
            plain = plain(batch, allocator);
        }
        boolean done = false;
        try {
            ArrowLayoutCheck.check(plain, vectors);
            done = true;
            return plain;
        } finally {
            if (!done) {
                plain.close();
            }
        }
    }

    private static ArrowRecordBatch plain(ArrowRecordBatch batch, BufferAllocator allocator) {
        byte type = batch.getBodyCompression().getCodec();
        boolean isCompressed = type != NoCompressionCodec.COMPRESSION_TYPE;
        List<ArrowBuf> buffers = new ArrayList<>();
        try {
            CompressionCodec codec = isCompressed
                    ? ArrowCompression.INSTANCE.createCodec(CompressionUtil.CodecType.fromCompressionType(type))
                    : NoCompressionCodec.INSTANCE;
            for (ArrowBuf buffer : batch.getBuffers()) {
                buffer.getReferenceManager().retain();
                boolean isEmpty = buffer.readableBytes() == 0;
                buffers.add(isCompressed && !isEmpty ? codec.decompress(allocator, buffer) : buffer);
            }
            return new ArrowRecordBatch(
                    batch.getLength(),
                    batch.getNodes(),
                    buffers,
                    NoCompressionCodec.DEFAULT_BODY_COMPRESSION,
                    batch.getVariadicBufferCounts(),
                    false);
        } finally {
            buffers.forEach(ArrowBuf::close);
        }
    }

    private static List<FieldVector> vectors(ArrowReader reader) {
        try {
            return reader.getVectorSchemaRoot().getFieldVectors();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ArrowDictionaryBatch checked(
            ArrowDictionaryBatch batch, Map<Long, Dictionary> dictionaries, BufferAllocator allocator) {
        Dictionary dictionary = dictionaries.get(batch.getDictionaryId());
        if (dictionary == null) {
            return batch; // the reader refuses it
        }
        return new ArrowDictionaryBatch(
                batch.getDictionaryId(),
                checked(batch.getDictionary(), List.of(dictionary.getVector()), allocator),
                batch.isDelta());
    }

    private static final class Streams extends ArrowStreamReader {
        private final ArrowChannel channel;

        Streams(ArrowChannel channel, BufferAllocator allocator) {
            super(new ArrowMessages(channel, allocator), allocator, ArrowCompression.INSTANCE);
            this.channel = channel;
        }

        @Override
        public boolean loadNextBatch() throws IOException {
            boolean isLoaded = super.loadNextBatch();
            if (!isLoaded) {
                channel.checkEnd();
            }
            return isLoaded;
        }

        @Override
        protected void loadRecordBatch(ArrowRecordBatch batch) {
            super.loadRecordBatch(checked(batch, vectors(this), allocator));
        }

        @Override
        protected void loadDictionary(ArrowDictionaryBatch batch) {
            super.loadDictionary(checked(batch, dictionaries, allocator));
        }
    }

    private static final class Files extends ArrowFileReader {
        private final Set<Long> loaded = new HashSet<>();
        private int batches;

        Files(ArrowChannel channel, BufferAllocator allocator) {
            super(channel, allocator, ArrowCompression.INSTANCE);
        }

        /** Loads the deltas of dictionaries first. The library reads one batch for each dictionary of the schema, and no delta. */
        @Override
        public boolean loadNextBatch() throws IOException {
            int all = getDictionaryBlocks().size();
            while (batches < all) {
                loadDictionary(readDictionary());
            }
            return super.loadNextBatch();
        }

        @Override
        protected void loadRecordBatch(ArrowRecordBatch batch) {
            super.loadRecordBatch(checked(batch, vectors(this), allocator));
        }

        @Override
        protected void loadDictionary(ArrowDictionaryBatch batch) {
            batches++;
            if (!loaded.add(batch.getDictionaryId()) && !batch.isDelta()) {
                batch.close();
                throw new IllegalArgumentException("the dictionary " + batch.getDictionaryId()
                        + " is replaced, which Arrow allows in streams only, not in files");
            }
            super.loadDictionary(checked(batch, dictionaries, allocator));
        }
    }
}
