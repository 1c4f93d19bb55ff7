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
package dev.stoa.benchmarks.kernels;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Physical;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder.StoredDictionary;
import dev.stoa.format.internal.encoding.columns.EncoderContext;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Encoding;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/**
 * One encoded vector, as the encoder chose to store it, in direct memory as if it had been read.
 *
 * @param encoding of the vector
 * @param payload its bytes
 * @param dictionary that the encoding names, decoded
 */
record StoredVector(Encoding encoding, ByteBuffer payload, DecodedDictionary dictionary) {

    /** Lets an encoder of a shape store one vector. */
    static StoredVector of(Physical shape, BiConsumer<ColumnEncoder, ByteSink> encode) throws CorruptFileException {
        ColumnEncoder encoder = new ColumnEncoder(shape, new EncoderContext(64 << 20));
        ByteSink bytes = new ByteSink();
        encode.accept(encoder, bytes);
        Encoding encoding = encoder.encoding();
        DecodedDictionary dictionary = dictionary(encoding, shape, encoder);
        ByteBuffer payload = ByteBuffer.allocateDirect(bytes.size());
        payload.put(bytes.toByteArray()).flip();
        return new StoredVector(encoding, payload, dictionary);
    }

    private static DecodedDictionary dictionary(Encoding named, Physical shape, ColumnEncoder encoder)
            throws CorruptFileException {
        if (named.dictionary().isEmpty()) {
            return DecodedDictionary.NONE;
        }
        StoredDictionary stored = encoder.dictionaries().get(named.dictionary().getAsInt());
        return DecodedDictionary.decode(
                stored.encoding(),
                shape,
                stored.entries(),
                ByteBuffer.wrap(stored.payload().toByteArray()),
                dictionary(stored.encoding(), shape, encoder));
    }
}
