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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which order a local file is written, synced and published, and what is told where a step fails. */
class LocalFileSinkTest {

    @TempDir
    Path folder;

    private static final byte[] BYTES = {1, 2, 3};
    private static final SinkOptions PLAIN = SinkOptions.DEFAULT;
    private static final SinkOptions EXCLUSIVE = PLAIN.withExclusive(true);
    private static final SinkOptions REPLACE = PLAIN.withOverwrite(true);
    private static final SinkOptions DIRECT = PLAIN.withDirect(true);

    private FaultyDisk disk;

    @BeforeEach
    void makeDisk() {
        disk = new FaultyDisk(folder);
    }

    private void write(String name, SinkOptions options) throws IOException {
        try (FileSink sink = LocalFileSink.create(disk.path(folder.resolve(name)), options)) {
            sink.write(BYTES);
            sink.commit();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private String root() {
        return String.valueOf(folder.getFileName());
    }

    @Test
    void contentsAreSyncedBeforeTheNameAndTheFolderBehindIt() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE)) {
            disk.steps().clear();
            write("f" + options.exclusive(), options);
            String name = "f" + options.exclusive();
            assertEquals(
                    List.of(
                            "create hidden",
                            "write hidden",
                            "open " + root(),
                            "sync hidden",
                            "close hidden",
                            "link " + name,
                            "delete hidden",
                            "sync " + root(),
                            "close " + root()),
                    disk.steps());
        }
        disk.steps().clear();
        write("ftrue", REPLACE);
        assertEquals(
                List.of("sync hidden", "close hidden", "move ftrue", "sync " + root(), "close " + root()),
                disk.steps().subList(3, disk.steps().size()));
        disk.steps().clear();
        write("d", DIRECT);
        assertEquals(
                List.of(
                        "create d",
                        "write d",
                        "open " + root(),
                        "sync d",
                        "close d",
                        "sync " + root(),
                        "close " + root()),
                disk.steps());
    }

    @Test
    void foldersThatAreMadeAreNamedDurably() throws IOException {
        write("a/b/f", PLAIN);
        assertEquals(
                List.of(
                        "mkdir a",
                        "mkdir b",
                        "open " + root(),
                        "sync " + root(),
                        "close " + root(),
                        "open a",
                        "sync a",
                        "close a",
                        "create hidden"),
                disk.steps()
                        .subList(disk.steps().indexOf("mkdir a"), disk.steps().indexOf("write hidden")));
        disk.steps().clear();
        disk.failAt("sync a");
        WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("a/c/f", PLAIN));
        assertFalse(e.mayBeVisible());
        assertFalse(Files.exists(folder.resolve("a/c/f")));
    }

    @Test
    void aStepThatFailsIsToldAndLeavesNothing() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE, DIRECT)) {
            String written = options.direct() ? "f" : "hidden";
            for (String step : List.of("create", "write", "sync", "close")) {
                disk.failAt(step + " " + written);
                WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("f", options));
                assertEquals(folder.resolve("f").toString(), e.file());
                assertTrue(e.getMessage().startsWith(e.file() + ": can't be "), e.getMessage());
                assertTrue(e.getMessage().contains(FaultyDisk.MESSAGE), e.getMessage());
                assertEquals(options.direct() && !step.equals("create"), e.mayBeVisible(), step);
                assertEquals(List.of(), names(), step + " of " + options);
            }
            disk.failAt("open " + root());
            assertThrows(WriteFailedException.class, () -> write("f", options));
            assertEquals(List.of(), names());
        }
        for (SinkOptions options : List.of(EXCLUSIVE, REPLACE)) {
            disk.failAt((options.overwrite() ? "move" : "link") + " f");
            WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("f", options));
            assertFalse(e.mayBeVisible());
            assertTrue(e.getMessage().endsWith("; the file is not published"), e.getMessage());
            assertEquals(List.of(), names());
        }
    }

    @Test
    void aFolderThatIsNotSyncedMakesTheFileDoubtful() throws IOException {
        disk.failAt("sync " + root());
        for (SinkOptions options : List.of(EXCLUSIVE, REPLACE)) {
            WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("f", options));
            assertTrue(e.mayBeVisible());
            assertTrue(e.getMessage().endsWith("the file may be visible, and may be lost in a crash of the machine"));
            assertEquals(List.of("f"), names(), "what others may rely on stays");
            Files.delete(folder.resolve("f"));
        }
        for (SinkOptions options : List.of(PLAIN, DIRECT)) {
            WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("f", options));
            assertTrue(e.mayBeVisible());
            assertEquals(List.of(), names(), "a file that nobody relies on is removed");
        }
        // of another's file of that name nobody knows either whether it lasts
        Files.write(folder.resolve("other"), BYTES);
        try (FileSink sink = LocalFileSink.create(disk.path(folder.resolve("g")), EXCLUSIVE)) {
            Files.write(folder.resolve("g"), new byte[] {7});
            assertTrue(assertThrows(WriteFailedException.class, sink::commit).mayBeVisible());
        }
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(folder.resolve("g")));
    }

    @Test
    void aLinkStaysWhereTheFileThatItLeadsToIsReplaced() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("data/f"));
        for (SinkOptions options : List.of(REPLACE, DIRECT.withOverwrite(true))) {
            Files.write(data.resolve("f"), new byte[] {7});
            assertThrows(TargetExistsException.class, () -> write("link", PLAIN));
            write("link", options);
            assertTrue(Files.isSymbolicLink(link), "it leads there still");
            assertArrayEquals(BYTES, Files.readAllBytes(data.resolve("f")));
            assertEquals(List.of("data", "link"), names());
        }
        assertTrue(disk.steps().contains("sync data"), "the folder that has the file");
        Files.delete(data.resolve("f"));
        write("link", REPLACE);
        assertArrayEquals(BYTES, Files.readAllBytes(link), "a link to nothing is replaced itself");
    }

    @Test
    void aFileSystemThatCanNotSyncFoldersIsTakenAsItIs() throws IOException {
        disk.failAt("sync " + root()).saying("Invalid argument");
        write("f", PLAIN);
        assertEquals(List.of("f"), names());
    }

    @Test
    void anInterruptDoesNotKeepAPublishedNameFromBeingSynced() throws IOException {
        disk.before("link f", () -> Thread.currentThread().interrupt());
        write("f", EXCLUSIVE);
        assertTrue(Thread.interrupted(), "the flag stays");
        assertTrue(disk.steps().contains("sync " + root()));
        assertEquals(List.of("f"), names());
    }

    @Test
    void aLinkWhoseAnswerIsLostIsFound() throws IOException {
        disk.failAfter("link f");
        write("f", EXCLUSIVE);
        assertArrayEquals(BYTES, Files.readAllBytes(folder.resolve("f")));
        assertEquals(List.of("f"), names());
    }

    @Test
    void anAbortedFileIsClosedAndRemovedAndACommittedOneIsNotCommittedAgain() throws IOException {
        FileSink aborted = LocalFileSink.create(disk.path(folder.resolve("f")), PLAIN);
        disk.steps().clear();
        aborted.close();
        aborted.close();
        assertEquals(List.of("close hidden", "delete hidden"), disk.steps());
        try (FileSink sink = LocalFileSink.create(disk.path(folder.resolve("f")), PLAIN)) {
            sink.write(BYTES);
            sink.commit();
            disk.steps().clear();
            for (IOException e : List.of(
                    assertThrows(IOException.class, sink::commit),
                    assertThrows(IOException.class, () -> sink.write(BYTES)))) {
                assertTrue(e.getMessage().contains("was committed"), e.getMessage());
            }
        }
        assertEquals(List.of(), disk.steps());
    }

    @Test
    void aLinkThatNobodyCanLookForIsDoubtful() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE)) {
            disk.failAfter("link f");
            disk.failAll("compare");
            WriteFailedException e = assertThrows(WriteFailedException.class, () -> write("f", options));
            assertTrue(e.mayBeVisible(), e.getMessage());
            assertEquals(1, e.getCause().getSuppressed().length, "why the link failed");
            assertEquals(List.of("f"), names(), "another may have seen it");
            assertTrue(disk.steps().contains("sync " + root()));
            Files.delete(folder.resolve("f"));
        }
    }

    @Test
    void aFullDiskIsNotTakenForOneWithoutLinks() throws IOException {
        disk.failAllFrom("link");
        IOException e = assertThrows(WriteFailedException.class, () -> write("f", EXCLUSIVE));
        assertTrue(e.getMessage().contains(FaultyDisk.MESSAGE), e.getMessage());
        assertEquals(List.of(), names());
    }

    @Test
    void anExclusiveFileNeedsLinks() throws IOException {
        disk.failAll("link");
        assertThrows(UnsafeStoreException.class, () -> write("f", EXCLUSIVE));
        assertEquals(List.of(), names());
        write("f", PLAIN);
        assertEquals(List.of("f"), names());
    }

    @Test
    void aNameThatIsTakenMeanwhileIsRefused() throws IOException {
        Path file = folder.resolve("f");
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, DIRECT)) {
            String step = options.direct() ? "create f" : "link f";
            disk.before(step, () -> {
                try {
                    Files.write(file, new byte[] {7});
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThrows(TargetExistsException.class, () -> write("f", options));
            assertArrayEquals(new byte[] {7}, Files.readAllBytes(file));
            assertEquals(List.of("f"), names());
            Files.delete(file);
        }
    }

    @Test
    void shortWritesAreGoneOnWith() throws IOException {
        disk.writeAtMost(7);
        byte[] bytes = Seeds.bytes(Seeds.random("LocalFileSinkTest.shortWrites"), 1000);
        try (FileSink sink = LocalFileSink.create(disk.path(folder.resolve("f")), PLAIN)) {
            sink.write(bytes);
            assertEquals(1000, sink.position());
            sink.commit();
        }
        assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("f")));
    }

    @Test
    void devicesPipesAndSocketsAreNeverReplaced() throws IOException {
        Path socket = folder.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            for (SinkOptions options : List.of(PLAIN, REPLACE, DIRECT.withOverwrite(true))) {
                TargetExistsException refused =
                        assertThrows(TargetExistsException.class, () -> LocalFileSink.create(socket, options));
                assertTrue(refused.getMessage().contains("a device, a pipe or a socket has this name"));
            }
            assertEquals(List.of("socket"), names());
            assertFalse(Files.isRegularFile(socket));
        }
    }
}
