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
package dev.stoa.vio.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Leaks;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeReadException;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.Seeds;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.TargetExistsException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What reading and writing must do on every file system. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
abstract class FileSystemContract {

    private Path folder;
    private int number;

    /** Returns the file system under test. */
    abstract FileSystem fs();

    /** Returns a folder for all tests' files. */
    abstract Path root();

    /** Returns whether its streams implement {@code readVectored} themselves. */
    abstract boolean isNative();

    /** Returns whether a file written directly is visible before it is closed. */
    boolean showsDirectWritesAtOnce() {
        return true;
    }

    @BeforeAll
    static void watchLeaks() {
        Leaks.watch();
    }

    @BeforeEach
    void newFolder() {
        folder = new Path(root(), "t" + number++);
    }

    @AfterEach
    void noLeaks() {
        Leaks.assertNone();
    }

    final Path path(String name) {
        return new Path(folder, name);
    }

    /** Makes a file of some bytes. */
    byte[] write(Path path, byte[] bytes) throws IOException {
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT)) {
            sink.write(bytes);
            sink.commit();
        }
        return bytes;
    }

    final byte[] content(Path path) throws IOException {
        try (FSDataInputStream in = fs().open(path)) {
            return in.readAllBytes();
        }
    }

    /** Lists all names in the tests' folder, hidden ones and checksum files included. */
    final List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try {
            for (FileStatus status : fs().listStatus(folder)) {
                names.add(status.getPath().getName());
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return names.stream().sorted().toList();
    }

    static void assertBytes(byte[] file, List<Range> asked, RangeBuffers got) {
        for (int i = 0; i < asked.size(); i++) {
            assertEquals(Seeds.slice(file, asked.get(i)), got.buffer(i), "range " + asked.get(i));
        }
    }

    @Test
    void readsWhatWasWritten() throws IOException {
        Random random = Seeds.random(getClass().getSimpleName() + ".readsWhatWasWritten");
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(random, 3_500_017));
        BufferAllocator heap =
                BufferAllocator.of(n -> ByteBuffer.allocate(n + 3).position(3), b -> {});
        for (int run = 0; run < 40; run++) {
            OptionalLong length = run % 2 == 0 ? OptionalLong.empty() : OptionalLong.of(bytes.length);
            BufferAllocator memory = run % 4 < 2 ? BufferAllocator.pooled() : heap;
            StoreProfile profile = Seeds.profile(random);
            profile = profile.withLimits(profile.limits().withLargestRequest(100_000 + random.nextInt(2_000_000)));
            try (RangeSource source = HadoopRangeSource.open(fs(), path, length, profile, memory)) {
                assertEquals(bytes.length, source.length());
                for (int step = 0; step < 3; step++) {
                    List<Range> asked = Seeds.ranges(random, bytes.length);
                    try (RangeBuffers got = source.read(asked)) {
                        assertBytes(bytes, asked, got);
                    }
                }
            }
        }
    }

    @Test
    void readsThroughTheBestWayOfTheStream() throws IOException {
        Path path = path("f");
        write(path, new byte[10]);
        try (FSDataInputStream in = fs().open(path)) {
            assertEquals(isNative(), StreamReaders.isVectored(in), "" + in.getWrappedStream());
        }
    }

    @Test
    void namesWhatIsWrong() throws IOException {
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(new Random(1), 10_000));
        // shorter than stated
        StoreProfile patient =
                StoreProfile.local().withRetries(StoreProfile.local().retries().withAttempts(2, 0));
        try (RangeSource source =
                HadoopRangeSource.open(fs(), path, OptionalLong.of(20_000), patient, BufferAllocator.pooled())) {
            RangeReadException e =
                    assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(9_000, 5_000))));
            assertEquals(new Range(9_000, 5_000), e.range());
            assertEquals(fs().makeQualified(path).toString(), e.file());
            assertThrows(RangeReadException.class, () -> source.read(List.of(new Range(15_000, 5))));
        }
        try (RangeSource source = HadoopRangeSource.open(fs(), fs().getFileStatus(path));
                RangeBuffers got = source.read(List.of(source.tail()))) {
            assertBytes(bytes, List.of(source.tail()), got);
        }
        assertThrows(
                FileNotFoundException.class, () -> HadoopRangeSource.open(fs(), path("missing"), OptionalLong.empty()));
        assertThrows(FileNotFoundException.class, () -> HadoopRangeSource.open(fs(), folder, OptionalLong.empty()));
        IOException e = assertThrows(IOException.class, () -> {
            try (RangeSource source = HadoopRangeSource.open(fs(), path("missing"), OptionalLong.of(100))) {
                source.read(List.of(new Range(0, 10))).close();
            }
        });
        assertTrue(e instanceof FileNotFoundException || e.getCause() instanceof FileNotFoundException, e.toString());
    }

    @Test
    @SuppressWarnings("try") // closing early is what is tested
    void closeCancels() throws IOException {
        Path path = path("f");
        byte[] bytes = write(path, Seeds.bytes(new Random(1), 3_000_000));
        StoreProfile small = StoreProfile.local()
                .withLimits(
                        StoreProfile.local().limits().withLargestRequest(50_000).withRequestsInFlight(3));
        for (int run = 0; run < 20; run++) {
            RangeSource source =
                    HadoopRangeSource.open(fs(), path, OptionalLong.of(bytes.length), small, BufferAllocator.pooled());
            List<Range> asked = List.of(new Range(run, 2_900_000));
            PendingRead pending = source.start(source.plan(asked));
            if (run % 2 == 0) {
                LockSupport.parkNanos(100_000);
            }
            source.close();
            source.close();
            try (RangeBuffers got = pending.await()) {
                assertBytes(bytes, asked, got);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("closed") || e instanceof RangeReadException, e.toString());
            }
        }
    }

    @Test
    void publishesWholeOrNotAtAll() throws IOException {
        Path path = path("f");
        byte[] bytes = Seeds.bytes(new Random(2), 200_000);
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT.withExpectedLength(200_001))) {
            sink.write(bytes, 0, 1000);
            sink.write(
                    ByteBuffer.allocateDirect(99_000).put(bytes, 1000, 99_000).flip());
            sink.write(ByteBuffer.wrap(bytes, 100_000, 100_000).slice());
            assertEquals(200_000, sink.position());
            assertFalse(fs().exists(path));
            assertTrue(names().stream().allMatch(n -> n.startsWith(".")), names().toString());
            sink.commit();
            assertThrows(IOException.class, () -> sink.write(bytes));
            assertThrows(IOException.class, sink::commit);
        }
        assertArrayEquals(bytes, content(path));
        assertEquals(List.of("f"), names());
        write(path("empty"), new byte[0]);
        assertEquals(List.of("empty", "f"), names());
    }

    @Test
    void withoutCommitNothingIsLeft() throws IOException {
        Path path = path("f");
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT)) {
            sink.write(new byte[100_000]);
        }
        assertEquals(List.of(), names());
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT)) {
            sink.write(new byte[100_000]);
            Thread.currentThread().interrupt(); // as a killed task would be
            sink.abort();
            sink.abort();
            assertTrue(Thread.interrupted(), "the flag stays");
            assertThrows(IOException.class, sink::commit);
        }
        assertEquals(List.of(), names());
    }

    @Test
    void refusesWhatExists() throws IOException {
        Path path = path("f");
        write(path, new byte[] {1});
        assertThrows(TargetExistsException.class, () -> HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT));
        assertThrows(
                TargetExistsException.class,
                () -> HadoopFileSink.create(fs(), folder, SinkOptions.DEFAULT.withOverwrite(true)));
        assertThrows(
                TargetExistsException.class,
                () -> HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT.withDirect(true)));
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT.withOverwrite(true))) {
            sink.write(new byte[] {2, 3});
            assertArrayEquals(new byte[] {1}, content(path));
        }
        assertArrayEquals(new byte[] {1}, content(path), "an abort keeps what was there");
        try (FileSink sink = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT.withOverwrite(true))) {
            sink.write(new byte[] {2, 3});
            sink.commit();
        }
        assertArrayEquals(new byte[] {2, 3}, content(path));
        assertEquals(List.of("f"), names());
    }

    @Test
    void ofTwoWritersTheFirstWins() throws IOException {
        Path path = path("f");
        try (FileSink first = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT);
                FileSink second = HadoopFileSink.create(fs(), path, SinkOptions.DEFAULT)) {
            first.write(new byte[] {1});
            second.write(new byte[] {2});
            first.commit();
            assertThrows(TargetExistsException.class, second::commit);
        }
        assertArrayEquals(new byte[] {1}, content(path));
        assertEquals(List.of("f"), names());
    }

    @Test
    void directWritesExactlyThePath() throws IOException {
        Path path = path("_temporary/attempt_1/f");
        SinkOptions direct = SinkOptions.DEFAULT.withDirect(true);
        try (FileSink sink = HadoopFileSink.create(fs(), path, direct)) {
            sink.write(new byte[] {1, 2, 3});
            assertEquals(showsDirectWritesAtOnce(), fs().exists(path));
            sink.commit();
        }
        assertArrayEquals(new byte[] {1, 2, 3}, content(path));
        try (FileSink sink = HadoopFileSink.create(fs(), path, direct.withOverwrite(true))) {
            sink.write(new byte[] {4});
            sink.commit();
        }
        assertArrayEquals(new byte[] {4}, content(path));
        Path aborted = path("_temporary/attempt_2/f");
        try (FileSink sink = HadoopFileSink.create(fs(), aborted, direct)) {
            sink.write(new byte[] {1, 2, 3});
        }
        assertFalse(fs().exists(aborted));
    }
}
