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
package dev.stoa.vio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LocalFilesTest {

    @TempDir
    Path folder;

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void readsWhatIsThere() throws IOException {
        Random random = Seeds.random("readsWhatIsThere");
        byte[] bytes = Seeds.bytes(random, 300_000);
        Path file = Files.write(folder.resolve("f"), bytes);
        for (int run = 0; run < 100; run++) {
            List<Range> asked = Seeds.ranges(random, bytes.length);
            try (RangeSource source = RangeSources.open(file, Seeds.profile(random), BufferAllocator.pooled());
                    RangeBuffers got = source.read(asked)) {
                assertEquals(bytes.length, source.length());
                for (int i = 0; i < asked.size(); i++) {
                    assertEquals(Seeds.slice(bytes, asked.get(i)), got.buffer(i));
                }
            }
        }
    }

    @Test
    void refusesWhatIsNoFile() {
        assertThrows(NoSuchFileException.class, () -> RangeSources.open(folder.resolve("missing")));
        assertThrows(FileSystemException.class, () -> RangeSources.open(folder));
    }

    @Test
    void aFileTruncatedAfterOpeningIsAnError() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[10_000]);
        try (RangeSource source = RangeSources.open(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(5000);
            }
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(4000, 2000))));
            assertInstanceOf(EOFException.class, e.getCause());
        }
    }

    @Test
    @SuppressWarnings("try") // closing early is part of what is tested
    void anInterruptedReadClosesTheFileForNobodyElse() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[10_000]);
        try (LocalReader reader = LocalReader.open(file)) {
            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
            assertTrue(Thread.interrupted());
            assertEquals(10, reader.read(5, ByteBuffer.allocate(10)));

            Thread.currentThread().interrupt();
            assertThrows(ClosedByInterruptException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
            assertTrue(Thread.interrupted());
            Files.delete(file);
            assertThrows(NoSuchFileException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
            Files.write(file, new byte[10_001]);
            assertThrows(ChangedFileException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
            reader.close();
            assertThrows(ClosedChannelException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
        }
    }

    @Test
    void anInterruptEndsNoReadOfAnotherThread() throws Exception {
        int length = 1 << 20;
        Path file = Files.write(folder.resolve("f"), Seeds.bytes(new Random(3), length));
        try (LocalReader reader = LocalReader.open(file)) {
            AtomicBoolean isOver = new AtomicBoolean();
            FutureTask<Integer> other = new FutureTask<>(() -> {
                ByteBuffer target = ByteBuffer.allocateDirect(length);
                int reads = 0;
                for (; !isOver.get(); reads++) {
                    assertEquals(length, reader.read(0, target.clear()));
                }
                return reads;
            });
            new Thread(other).start();
            for (int i = 0; i < 300; i++) {
                FutureTask<Integer> cancelled = new FutureTask<>(() -> {
                    Thread.currentThread().interrupt();
                    assertThrows(ClosedByInterruptException.class, () -> reader.read(0, ByteBuffer.allocate(10)));
                    return 1;
                });
                Thread thread = new Thread(cancelled);
                thread.start();
                cancelled.get();
            }
            isOver.set(true);
            assertTrue(other.get() > 0);
        }
    }

    @Test
    void publishesWholeOrNotAtAll() throws IOException {
        Path file = folder.resolve("f");
        byte[] bytes = Seeds.bytes(new Random(2), 200_000);
        try (FileSink sink = LocalFileSink.create(file, SinkOptions.DEFAULT)) {
            sink.write(bytes, 0, 1000);
            sink.write(
                    ByteBuffer.allocateDirect(99_000).put(bytes, 1000, 99_000).flip());
            sink.write(ByteBuffer.wrap(bytes, 100_000, 100_000));
            assertEquals(200_000, sink.position());
            assertFalse(Files.exists(file));
            assertTrue(names().stream().allMatch(n -> n.startsWith(".")));
            sink.commit();
            assertThrows(IOException.class, () -> sink.write(bytes));
            assertThrows(IOException.class, sink::commit);
        }
        assertArrayEquals(bytes, Files.readAllBytes(file));
        assertEquals(List.of("f"), names());
    }

    @Test
    void withoutCommitNothingIsLeft() throws IOException {
        try (FileSink sink = LocalFileSink.create(folder.resolve("f"), SinkOptions.DEFAULT)) {
            sink.write(new byte[10]);
        }
        try (FileSink sink = LocalFileSink.create(folder.resolve("f"), SinkOptions.DEFAULT.withDirect(true))) {
            sink.write(new byte[10]);
            assertEquals(List.of("f"), names());
            sink.abort();
            sink.abort();
            assertThrows(IOException.class, sink::commit);
        }
        assertEquals(List.of(), names());
    }

    @Test
    void refusesWhatExists() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[] {1});
        assertThrows(TargetExistsException.class, () -> LocalFileSink.create(file, SinkOptions.DEFAULT));
        assertThrows(
                TargetExistsException.class, () -> LocalFileSink.create(file, SinkOptions.DEFAULT.withDirect(true)));
        assertThrows(
                TargetExistsException.class,
                () -> LocalFileSink.create(folder, SinkOptions.DEFAULT.withOverwrite(true)));
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(file));
        for (boolean direct : new boolean[] {false, true}) {
            SinkOptions replace = SinkOptions.DEFAULT.withOverwrite(true).withDirect(direct);
            try (FileSink sink = LocalFileSink.create(file, replace)) {
                sink.write(new byte[] {2, 3});
                sink.commit();
            }
            assertArrayEquals(new byte[] {2, 3}, Files.readAllBytes(file));
            assertEquals(List.of("f"), names());
        }
    }

    @Test
    void ofTwoWritersTheFirstWins() throws IOException {
        Path file = folder.resolve("sub/f");
        try (FileSink first = LocalFileSink.create(file, SinkOptions.DEFAULT);
                FileSink second = LocalFileSink.create(file, SinkOptions.DEFAULT)) {
            first.write(new byte[] {1});
            second.write(new byte[] {2});
            first.commit();
            assertThrows(TargetExistsException.class, second::commit);
        }
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(file));
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aFolderThatAppearsMeanwhileIsKept() throws IOException {
        Path file = folder.resolve("f");
        try (FileSink sink = LocalFileSink.create(file, SinkOptions.DEFAULT.withOverwrite(true))) {
            Files.createDirectory(file);
            assertThrows(TargetExistsException.class, sink::commit);
        }
        assertTrue(Files.isDirectory(file));
        assertEquals(List.of("f"), names());
    }

    @Test
    void aKilledWriterLeavesNothingVisible() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        folder.resolve("f").toString())
                .inheritIO()
                .start();
        assertEquals(KilledWriter.EXIT_CODE, process.waitFor());
        assertNotEquals(List.of(), names(), "the writer got as far as writing");
        assertTrue(names().stream().allMatch(n -> n.startsWith(".")), names().toString());
    }

    /** Writes half a file and dies. */
    static final class KilledWriter {

        static final int EXIT_CODE = 77;

        private KilledWriter() {}

        public static void main(String[] args) throws IOException {
            try (FileSink sink = LocalFileSink.create(Path.of(args[0]), SinkOptions.DEFAULT)) {
                sink.write(new byte[1 << 20]);
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
