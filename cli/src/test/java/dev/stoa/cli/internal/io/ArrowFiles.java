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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Small sound Arrow files: both formats, each compression, vectors of each layout. */
final class ArrowFiles {
    private static final int ROWS = 20;

    private ArrowFiles() {}

    static List<byte[]> all() throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (boolean isStream : new boolean[] {true, false}) {
            files.add(bytes(isStream, Optional.empty()));
            files.add(bytes(isStream, Optional.of(CompressionUtil.CodecType.LZ4_FRAME)));
            files.add(bytes(isStream, Optional.of(CompressionUtil.CodecType.ZSTD)));
        }
        return files;
    }

    static byte[] bytes(boolean isStream, Optional<CompressionUtil.CodecType> codec) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator();
                VarCharVector values = texts(allocator)) {
            DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(8, true));
            MapDictionaryProvider dictionaries = new MapDictionaryProvider(new Dictionary(values, encoding));
            try (VectorSchemaRoot root = new VectorSchemaRoot(vectors(allocator, encoding));
                    ArrowWriter writer = writer(isStream, codec, root, dictionaries, bytes)) {
                root.setRowCount(ROWS);
                writer.start();
                writer.writeBatch();
                writer.writeBatch();
                writer.end();
            }
        }
        return bytes.toByteArray();
    }

    private static ArrowWriter writer(
            boolean isStream,
            Optional<CompressionUtil.CodecType> codec,
            VectorSchemaRoot root,
            MapDictionaryProvider dictionaries,
            ByteArrayOutputStream bytes) {
        CompressionUtil.CodecType type = codec.orElse(CompressionUtil.CodecType.NO_COMPRESSION);
        return isStream
                ? new ArrowStreamWriter(
                        root,
                        dictionaries,
                        Channels.newChannel(bytes),
                        IpcOption.DEFAULT,
                        codec.isPresent() ? CommonsCompressionFactory.INSTANCE : NoCompressionCodec.Factory.INSTANCE,
                        type)
                : new ArrowFileWriter(
                        root,
                        dictionaries,
                        Channels.newChannel(bytes),
                        null,
                        IpcOption.DEFAULT,
                        codec.isPresent() ? CommonsCompressionFactory.INSTANCE : NoCompressionCodec.Factory.INSTANCE,
                        type);
    }

    private static VarCharVector texts(BufferAllocator allocator) {
        VarCharVector texts = new VarCharVector("texts", allocator);
        for (int i = 0; i < 3; i++) {
            texts.setSafe(i, ("text " + i).getBytes(StandardCharsets.UTF_8));
        }
        texts.setValueCount(3);
        return texts;
    }

    private static List<FieldVector> vectors(BufferAllocator allocator, DictionaryEncoding encoding) {
        BigIntVector longs = new BigIntVector("longs", allocator);
        BitVector bits = new BitVector("bits", allocator);
        VarCharVector texts = new VarCharVector("text", allocator);
        ViewVarCharVector views = new ViewVarCharVector("views", allocator);
        FixedSizeBinaryVector fixed = new FixedSizeBinaryVector("fixed", allocator, 5);
        TimeStampMicroTZVector times = new TimeStampMicroTZVector("times", allocator, "UTC");
        TinyIntVector indices =
                new TinyIntVector("indices", new FieldType(true, new ArrowType.Int(8, true), encoding), allocator);
        ListVector lists = ListVector.empty("lists", allocator);
        lists.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)));
        StructVector structs = StructVector.empty("structs", allocator);
        IntVector inner = structs.addOrGet("inner", FieldType.nullable(new ArrowType.Int(32, true)), IntVector.class);
        views.allocateNew();
        lists.allocateNew();
        int element = 0;
        for (int i = 0; i < ROWS; i++) {
            longs.setSafe(i, i * 1_000_000_007L);
            bits.setSafe(i, i & 1);
            byte[] text = "x".repeat(i).getBytes(StandardCharsets.UTF_8);
            texts.setSafe(i, text);
            views.setSafe(i, text);
            fixed.setSafe(i, "12345".getBytes(StandardCharsets.UTF_8));
            times.setSafe(i, i * 86_400_000_000L);
            indices.setSafe(i, i % 3);
            lists.startNewValue(i);
            for (int k = 0; k < i % 4; k++) {
                ((IntVector) lists.getDataVector()).setSafe(element++, k);
            }
            lists.endValue(i, i % 4);
            inner.setSafe(i, i);
            if (i % 5 == 0) {
                longs.setNull(i);
                texts.setNull(i);
            } else {
                structs.setIndexDefined(i);
            }
        }
        List<FieldVector> all = List.of(longs, bits, texts, views, fixed, times, indices, lists, structs);
        all.forEach(vector -> vector.setValueCount(ROWS));
        return all;
    }
}
