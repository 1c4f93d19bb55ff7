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
package dev.stoa.trino.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.trino.S3Process;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadPlan;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoOutputFile;
import io.trino.filesystem.memory.MemoryFileSystem;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.spi.connector.ConnectorSession;
import io.trino.testing.TestingConnectorContext;
import io.trino.testing.connector.TestingConnectorSession;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of an S3 server, by Trino's own file system. */
@Tag("store")
final class TrinoFolderTest {
    private static final ConnectorSession SESSION = TestingConnectorSession.SESSION;
    private static final int MIB = 1 << 20;

    private static S3Process s3;
    private static Warehouses warehouses;

    @BeforeAll
    static void start() throws IOException {
        s3 = new S3Process();
        warehouses = start(s3.properties());
    }

    private static Warehouses start(Map<String, String> properties) {
        return NativeWarehouses.start(
                "stoa",
                Optional.of("s3://bkt/lake"),
                (store, _) -> Warehouse.ofFolders(store),
                properties,
                new TestingConnectorContext());
    }

    @AfterAll
    static void stop() {
        warehouses.close();
        s3.close();
    }

    private static Folder folder(String table) {
        return warehouses.of(SESSION).folder(Place.of("s", table));
    }

    private static void write(Folder folder, String name, SinkOptions options, byte[] bytes) throws IOException {
        try (FileSink sink = folder.create(name, options)) {
            sink.write(bytes);
            sink.commit();
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(RangeSource source, Range range) throws IOException {
        try (RangeBuffers read = source.read(List.of(range))) {
            byte[] bytes = new byte[range.length()];
            read.buffer(0).get(bytes);
            return bytes;
        }
    }

    private static List<String> names(Folder folder, String name) throws IOException {
        return folder.list(name).stream()
                .map(entry -> entry.name() + (entry.isFolder() ? "/" : " " + entry.length()))
                .toList();
    }

    @Test
    void filesAreFoundListedAndDeleted() throws IOException {
        Folder folder = folder("listed");
        write(folder, "_stoa/1", SinkOptions.DEFAULT, random(3));
        write(folder, "_stoa/sidecars/x y", SinkOptions.DEFAULT, random(5));
        write(folder, "a=ä%/b", SinkOptions.DEFAULT, random(7));
        write(folder, "z", SinkOptions.DEFAULT, random(0));
        assertEquals(List.of("_stoa/", "a=ä%/", "z 0"), names(folder, ""));
        assertEquals(List.of("1 3", "sidecars/"), names(folder, "_stoa"));
        assertEquals(List.of(), names(folder, "none"));
        assertTrue(folder.find("_stoa").orElseThrow().isFolder());
        assertEquals(7, folder.find("a=ä%/b").orElseThrow().length());
        assertFalse(folder.find("_sto").isPresent());
        assertTrue(folder.hasFolder("_stoa"));
        assertFalse(folder.hasFolder("a=ä%/b"));
        assertFalse(folder.hasFolder("_sto"));
        assertThrows(IOException.class, () -> folder.delete("_stoa"));
        assertTrue(folder.delete("_stoa/1"));
        assertFalse(folder.delete("_stoa/1"));
        assertTrue(folder.delete("_stoa/sidecars/x y"));
        assertFalse(folder.find("_stoa").isPresent());
        assertThrows(FileNotFoundException.class, () -> folder.open("_stoa/1", OptionalLong.empty()));
    }

    @Test
    void rangesAreReadInOneStep() throws IOException {
        Folder folder = folder("read");
        byte[] bytes = random(24 * MIB);
        write(folder, "f", SinkOptions.DEFAULT, bytes);
        List<Range> ranges = IntStream.range(0, 6)
                .mapToObj(i -> new Range(i * 4L * MIB + i, 1000 + i))
                .toList();
        try (RangeSource source = folder.open("f", OptionalLong.of(bytes.length))) {
            // what a slow store has taught plans fewer requests
            ReadPlan plan = source.plan(ranges);
            try (RangeBuffers read = source.start(plan).await()) {
                for (int i = 0; i < ranges.size(); i++) {
                    byte[] range = new byte[1000 + i];
                    read.buffer(i).get(range);
                    int from = (int) ranges.get(i).offset();
                    assertArrayEquals(Arrays.copyOfRange(bytes, from, from + range.length), range);
                }
            }
            assertEquals("s3", source.profile().name());
            assertEquals(plan.requests().size(), source.stats().requestsIssued());
            assertEquals(1, source.stats().roundTrips());
        }
    }

    @Test
    void anAbortedFileIsNotThere() throws IOException {
        Folder folder = folder("aborted");
        for (int length : new int[] {10, 9 * MIB}) {
            try (FileSink sink = folder.create("f", SinkOptions.DEFAULT)) {
                sink.write(random(length));
            }
            assertFalse(folder.find("f").isPresent());
        }
    }

    @Test
    void aNameThatIsTakenIsRefused() throws IOException {
        Folder folder = folder("taken");
        write(folder, "f", SinkOptions.DEFAULT, random(10));
        for (SinkOptions options : List.of(SinkOptions.DEFAULT, SinkOptions.DEFAULT.withExclusive(true))) {
            for (int length : new int[] {11, 9 * MIB}) {
                assertThrows(TargetExistsException.class, () -> write(folder, "f", options, random(length)));
            }
        }
        assertEquals(10, folder.find("f").orElseThrow().length());
        write(folder, "f", SinkOptions.SMALL.withOverwrite(true), random(12));
        try (RangeSource source = folder.open("f", OptionalLong.empty())) {
            assertArrayEquals(random(12), read(source, new Range(0, 12)));
        }
    }

    @Test
    void oneOfManyExclusiveWritersSucceeds() throws Exception {
        Folder folder = folder("race");
        for (int round = 0; round < 10; round++) {
            String name = "f" + round;
            List<Callable<Boolean>> writers = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                byte[] bytes = random(100 + writer);
                writers.add(() -> {
                    try {
                        write(folder, name, SinkOptions.SMALL.withExclusive(true), bytes);
                        return true;
                    } catch (TargetExistsException e) {
                        return false;
                    }
                });
            }
            int winners = 0;
            try (ExecutorService threads = Executors.newFixedThreadPool(writers.size())) {
                for (Future<Boolean> done : threads.invokeAll(writers)) {
                    winners += done.get() ? 1 : 0;
                }
            }
            assertEquals(1, winners);
        }
    }

    /** Files of a store whose file system does not override what Trino's interface has for exclusive creation. */
    private record PlainFile(TrinoOutputFile file) implements TrinoOutputFile {
        @Override
        public void createOrOverwrite(byte[] data) throws IOException {
            file.createOrOverwrite(data);
        }

        @Override
        public OutputStream create(AggregatedMemoryContext memory) throws IOException {
            return file.create(memory);
        }

        @Override
        public Location location() {
            return file.location();
        }
    }

    @Test
    void aStoreWithoutConditionalCreationIsRefused() throws IOException {
        TrinoFileSystem memory = new MemoryFileSystem();
        TrinoFileSystem plain = (TrinoFileSystem) Proxy.newProxyInstance(
                TrinoFileSystem.class.getClassLoader(), new Class<?>[] {TrinoFileSystem.class}, (_, method, words) -> {
                    Object answer = method.invoke(memory, words);
                    return answer instanceof TrinoOutputFile file ? new PlainFile(file) : answer;
                });
        Folder folder = new TrinoFolder(plain, Location.of("memory:///s/t"));
        IOException refused = assertThrows(
                UnsafeStoreException.class, () -> write(folder, "f", SinkOptions.SMALL.withExclusive(true), random(1)));
        assertTrue(refused.getMessage().contains("conditional creation"), refused.getMessage());
        assertFalse(folder.find("f").isPresent());
        write(folder, "f", SinkOptions.SMALL, random(2));
        assertThrows(TargetExistsException.class, () -> write(folder, "f", SinkOptions.SMALL, random(3)));
        assertEquals(2, folder.find("f").orElseThrow().length());
    }

    /** The locations of a metastore, which Hive writes by S3A. */
    @Test
    void tablesMayLieAnywhere() throws Exception {
        try (Warehouses anywhere = NativeWarehouses.start(
                "stoa",
                Optional.empty(),
                (store, _) -> Warehouse.ofFolders(store),
                s3.properties(),
                new TestingConnectorContext())) {
            Folder folder = anywhere.of(SESSION).folder(Place.at("s", "t", "s3a://bkt/hive/s.db/t"));
            write(folder, "data/1.stoa", SinkOptions.SMALL, random(100));
            assertArrayEquals(random(100), read(folder, "data/1.stoa"));
            assertEquals(1, folder.list("data").size());
        }
    }

    @Test
    void theCacheKeepsDataFilesAndNoLog(@TempDir Path disk) throws IOException {
        Map<String, String> properties = s3.properties();
        properties.put("fs.cache.enabled", "true");
        properties.put("fs.cache.directories", disk.toString());
        properties.put("fs.cache.max-sizes", "100MB");
        Warehouses cached = start(properties);
        Folder folder = cached.of(SESSION).folder(Place.of("s", "cached"));
        for (String name : List.of("data/1.stoa", "_stoa/sidecars/1.stoa", "_stoa/1.commit")) {
            write(folder, name, SinkOptions.SMALL, random(100));
            assertArrayEquals(random(100), read(folder, name));
            assertTrue(folder("cached").delete(name));
            if (name.endsWith(".commit")) {
                assertThrows(IOException.class, () -> read(folder, name));
            } else {
                assertArrayEquals(random(100), read(folder, name));
            }
        }
        cached.close();
    }

    private static byte[] read(Folder folder, String name) throws IOException {
        try (RangeSource source = folder.open(name, OptionalLong.of(100))) {
            return read(source, new Range(0, 100));
        }
    }
}
