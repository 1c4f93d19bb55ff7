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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.flatbuffers.FlatBufferBuilder;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Untrusted Arrow files as {@code convert} and {@code insert} read them: batches, or a {@link StoaException} that names the
 * file; within bounded memory and rows.
 */
final class ArrowFuzzTest {
    private static final long MOST_ROWS = 1 << 20;
    private static final long MOST_HEAP = 64 << 20;
    private static final int CHANGE_BYTES = 4;
    private static final int CHANGES = Integer.getInteger("stoa.arrow.changes", 500);
    private static final List<byte[]> FILES = files();

    private static List<byte[]> files() {
        try {
            return ArrowFiles.all();
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Stream<Arguments> sound() {
        return FILES.stream().map(bytes -> arguments((Object) bytes));
    }

    static Stream<Arguments> changes() {
        return Stream.of(0, 1, 2, 3, 4, 5).map(file -> arguments((Object) new byte[] {(byte) (int) file, 0, 9, 3, 1}));
    }

    /** Any bytes. */
    @MethodSource("sound")
    @FuzzTest(maxDuration = "60s")
    void bytes(byte[] input) throws IOException {
        if (input != null) {
            read(input);
        }
    }

    /** A byte for the file, then changes of four bytes each: position (two bytes, from the end if the third is odd), new value. */
    @MethodSource("changes")
    @FuzzTest(maxDuration = "60s")
    void changes(byte[] input) throws IOException {
        if (input == null || input.length <= CHANGE_BYTES) {
            return;
        }
        byte[] file = FILES.get((input[0] & 0xFF) % FILES.size()).clone();
        for (int i = 1; i + CHANGE_BYTES <= input.length; i += CHANGE_BYTES) {
            int place = ((input[i] & 0xFF) << 8 | input[i + 1] & 0xFF) % file.length;
            file[(input[i + 2] & 1) == 0 ? place : file.length - 1 - place] = input[i + 3];
        }
        read(file);
    }

    /** Returns the rows, up to a bound. */
    private static long read(byte[] bytes) throws IOException {
        Path path = Files.createTempFile("stoa-fuzz", "");
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        long rows = 0;
        try {
            Files.write(path, bytes);
            FileSystem fs = FileSystem.getLocal(new Configuration(false));
            org.apache.hadoop.fs.Path hadoop = new org.apache.hadoop.fs.Path(path.toUri());
            try (ArrowSource source = ArrowSource.open(new InputFiles.Input(fs, fs.getFileStatus(hadoop), "x"))) {
                while (rows < MOST_ROWS && source.next()) {
                    assertTrue(source.batch().rowCount() > 0);
                    rows += source.batch().rowCount();
                }
            } catch (StoaException e) {
                assertTrue(e.getMessage().contains(path.getFileName().toString()), e::toString);
            }
        } finally {
            Files.deleteIfExists(path);
        }
        long heap = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(heap < MOST_HEAP + 64L * (bytes.length + rows * 16), () -> heap + " bytes of heap");
        return rows;
    }

    @Test
    void soundFilesAreRead() throws IOException {
        for (byte[] file : FILES) {
            assertEquals(40, read(file));
        }
    }

    /** The same as the fuzz target, in each build, with changes of a seed. */
    @Test
    void randomChanges() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("ArrowFuzzTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CHANGES; i++) {
            byte[] input = new byte[1 + CHANGE_BYTES * (1 + random.nextInt(4))];
            random.nextBytes(input);
            try {
                changes(input);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(java.util.Arrays.toString(input), e);
            }
        }
    }

    private static byte[] stream(FlatBufferBuilder builder, int schema) {
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, MessageHeader.Schema, schema, 0, 0));
        byte[] message = builder.sizedByteArray();
        ByteBuffer bytes = ByteBuffer.allocate(16 + message.length + 8).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(-1).putInt((message.length + 7) / 8 * 8).put(message);
        return bytes.array();
    }

    private static int field(FlatBufferBuilder builder, int name, byte type, int of, int metadata, int... children) {
        int vector = Field.createChildrenVector(builder, children);
        return Field.createField(builder, name, true, type, of, 0, vector, metadata);
    }

    /** A field whose children are one field, twice, and so on: 2^30 fields in two kilobytes. */
    @Test
    void fieldsThatShareTheirBytesAreRefused() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int name = builder.createString("a");
        int last = field(builder, name, Type.Int, Int.createInt(builder, 32, true), 0);
        for (int i = 0; i < 30; i++) {
            Struct_.startStruct_(builder);
            last = field(builder, name, Type.Struct_, Struct_.endStruct_(builder), 0, last, last);
        }
        int fields = Schema.createFieldsVector(builder, new int[] {last});
        refused(stream(builder, Schema.createSchema(builder, (short) 0, fields, 0, 0)), "more fields");
    }

    @Test
    void textsThatShareTheirBytesAreRefused() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int name = builder.createString("a".repeat(1 << 14));
        int[] pairs = new int[1 << 12];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = KeyValue.createKeyValue(builder, name, name);
        }
        int metadata = Schema.createCustomMetadataVector(builder, pairs);
        int field = field(builder, name, Type.Int, Int.createInt(builder, 32, true), 0);
        int fields = Schema.createFieldsVector(builder, new int[] {field});
        refused(
                stream(builder, Schema.createSchema(builder, (short) 0, fields, metadata, 0)),
                "longer than the schema itself");
    }

    @Test
    void fieldsThatNestTooDeepAreRefused() {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int name = builder.createString("a");
        int last = field(builder, name, Type.Int, Int.createInt(builder, 32, true), 0);
        for (int i = 0; i < 50_000; i++) {
            Struct_.startStruct_(builder);
            last = field(builder, name, Type.Struct_, Struct_.endStruct_(builder), 0, last);
        }
        int fields = Schema.createFieldsVector(builder, new int[] {last});
        refused(stream(builder, Schema.createSchema(builder, (short) 0, fields, 0, 0)), "deeper");
    }

    /** A change of one byte at a time: no batch has more rows than were written. */
    @Test
    void rowsThatBuffersLackAreRefused() throws IOException {
        byte[] file = ArrowFiles.bytes(true, Optional.empty());
        for (int i = 0; i < file.length; i += 7) {
            byte[] changed = file.clone();
            changed[i] ^= 0x40;
            assertTrue(read(changed) <= 40, "byte " + i);
        }
    }

    /** Each length of a compressed buffer claims two gigabytes. */
    @Test
    void compressedBuffersThatClaimTooMuchAreRefused() throws IOException {
        for (CompressionUtil.CodecType codec :
                List.of(CompressionUtil.CodecType.LZ4_FRAME, CompressionUtil.CodecType.ZSTD)) {
            byte[] file = ArrowFiles.bytes(true, Optional.of(codec));
            byte[] magic = codec == CompressionUtil.CodecType.LZ4_FRAME
                    ? new byte[] {0x04, 0x22, 0x4D, 0x18}
                    : new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
            int lies = 0;
            ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 8; i + 4 <= file.length; i++) {
                if (java.util.Arrays.equals(file, i, i + 4, magic, 0, 4)) {
                    bytes.putLong(i - 8, Integer.MAX_VALUE - 100);
                    lies++;
                }
            }
            assertTrue(lies > 0, "the file has compressed buffers");
            refused(file, "Arrow");
        }
    }

    private static void refused(byte[] bytes, String word) {
        StoaException e = assertThrows(CorruptFileException.class, () -> {
            Path path = Files.createTempFile("stoa-fuzz", "");
            try {
                Files.write(path, bytes);
                FileSystem fs = FileSystem.getLocal(new Configuration(false));
                org.apache.hadoop.fs.Path hadoop = new org.apache.hadoop.fs.Path(path.toUri());
                try (ArrowSource source = ArrowSource.open(new InputFiles.Input(fs, fs.getFileStatus(hadoop), "x"))) {
                    while (source.next()) {
                        assertTrue(source.batch().rowCount() > 0);
                    }
                }
            } finally {
                Files.delete(path);
            }
        });
        assertTrue(e.getMessage().contains(word), e.getMessage());
    }
}
