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

import dev.stoa.vio.FileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.UnsafeStoreException;
import dev.stoa.vio.WriteFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sink asks of HDFS and of S3A, in which order, and what is left where a step fails. */
class SinkStepsTest {

    private static final byte[] BYTES = {1, 2, 3};
    private static final SinkOptions PLAIN = SinkOptions.DEFAULT;
    private static final SinkOptions EXCLUSIVE = PLAIN.withExclusive(true);
    private static final SinkOptions REPLACE = PLAIN.withOverwrite(true);
    private static final SinkOptions DIRECT = PLAIN.withDirect(true);

    @TempDir
    java.nio.file.Path folder;

    private StepsFileSystem hdfs() throws IOException {
        return new StepsFileSystem("hdfs", false);
    }

    private StepsFileSystem s3a(boolean conditional) throws IOException {
        return new StepsFileSystem("s3a", conditional);
    }

    private Path path() {
        return new Path(folder.resolve("f").toString());
    }

    private java.nio.file.Path file() {
        return folder.resolve("f");
    }

    private void write(StepsFileSystem fs, SinkOptions options) throws IOException {
        try (FileSink sink = HadoopFileSink.create(fs, path(), options)) {
            sink.write(BYTES);
            sink.commit();
        }
    }

    /** Writes the file and returns what was done to make and publish it. */
    private List<String> steps(StepsFileSystem fs, SinkOptions options) throws IOException {
        fs.steps().clear();
        write(fs, options);
        assertArrayEquals(BYTES, Files.readAllBytes(file()));
        return fs.steps().stream().filter(step -> !step.startsWith("miss")).toList();
    }

    private List<String> names() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    private void makeAnothers() {
        try {
            Files.write(file(), new byte[] {7});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onHdfsTheContentsAreSyncedBeforeTheName() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE)) {
            assertEquals(
                    List.of("create hidden [CREATE, SYNC_BLOCK]", "hsync hidden", "close hidden", "rename f NONE"),
                    steps(hdfs(), options));
            Files.delete(file());
        }
        makeAnothers();
        assertEquals(
                List.of("create hidden [CREATE, SYNC_BLOCK]", "hsync hidden", "close hidden", "rename f OVERWRITE"),
                steps(hdfs(), REPLACE));
        assertEquals(
                List.of("create f [CREATE, OVERWRITE, SYNC_BLOCK]", "hsync f", "close f"),
                steps(hdfs(), DIRECT.withOverwrite(true)));
        Files.delete(file());
        assertEquals(List.of("create f [CREATE, SYNC_BLOCK]", "hsync f", "close f"), steps(hdfs(), DIRECT));
    }

    @Test
    void onHdfsAFailedStepLeavesTheNameAsItWas() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE)) {
            if (options.overwrite()) {
                makeAnothers();
            }
            List<String> left = names();
            String rename = "rename f " + (options.overwrite() ? "OVERWRITE" : "NONE");
            for (String step : List.of("create hidden [CREATE, SYNC_BLOCK]", "hsync hidden", "close hidden", rename)) {
                StepsFileSystem fs = hdfs();
                fs.failAt(step);
                IOException e = assertThrows(IOException.class, () -> write(fs, options));
                assertEquals(StepsFileSystem.MESSAGE, e.getMessage(), "of a remote store, as it tells it");
                assertEquals(left, names(), step + " of " + options);
            }
            if (options.overwrite()) {
                assertArrayEquals(new byte[] {7}, Files.readAllBytes(file()));
            }
        }
        Files.delete(file());
        // created, but nobody heard of it
        StepsFileSystem fs = hdfs();
        fs.failAfter("create hidden [CREATE, SYNC_BLOCK]");
        assertThrows(IOException.class, () -> write(fs, PLAIN));
        assertEquals(List.of(), names());
    }

    @Test
    void onHdfsAnAbortedFileIsClosedAndRemoved() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE, DIRECT)) {
            StepsFileSystem fs = hdfs();
            String name = options.direct() ? "f" : "hidden";
            FileSink sink = HadoopFileSink.create(fs, path(), options);
            assertEquals("hdfs://store" + path(), sink.id());
            sink.write(BYTES);
            fs.steps().clear();
            sink.close();
            sink.close();
            assertEquals(List.of("close " + name, "delete " + name), fs.steps(), "its lease ends before it is removed");
            IOException e = assertThrows(IOException.class, sink::commit);
            assertTrue(e.getMessage().contains("aborted"), e.getMessage());
            assertEquals(List.of(), names());
        }
        StepsFileSystem fs = hdfs();
        fs.failAfter("close hidden");
        assertThrows(IOException.class, () -> write(fs, PLAIN));
        assertEquals(1, fs.steps().stream().filter("close hidden"::equals).count(), "closed once: " + fs.steps());
        assertEquals(List.of(), names());
    }

    @Test
    void buffersAreWrittenFromWhereTheyStand() throws IOException {
        byte[] bytes = {0, 0, 0, 1, 2, 3, 9};
        ByteBuffer heap = ByteBuffer.wrap(bytes).position(1).slice().position(2).limit(4);
        ByteBuffer direct = ByteBuffer.allocateDirect(7).put(bytes).position(5).limit(6);
        try (FileSink sink = HadoopFileSink.create(hdfs(), path(), PLAIN)) {
            sink.write(heap);
            sink.write(direct);
            sink.commit();
        }
        assertArrayEquals(BYTES, Files.readAllBytes(file()));
        assertFalse(heap.hasRemaining() || direct.hasRemaining());
    }

    @Test
    void aFileIsCommittedOnce() throws IOException {
        StepsFileSystem fs = hdfs();
        try (FileSink sink = HadoopFileSink.create(fs, path(), REPLACE)) {
            sink.write(BYTES);
            sink.commit();
            fs.steps().clear();
            for (IOException e : List.of(
                    assertThrows(IOException.class, sink::commit),
                    assertThrows(IOException.class, () -> sink.write(BYTES)))) {
                assertTrue(e.getMessage().contains("was committed"), e.getMessage());
            }
        }
        assertEquals(List.of(), fs.steps());
    }

    private StepsFileSystem local() throws IOException {
        return new StepsFileSystem("file", false);
    }

    private void removeHidden() {
        try {
            Files.delete(folder.resolve(names().get(0)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void onALocalDiskALostAnswerMakesTheFileDoubtful() throws IOException {
        StepsFileSystem fs = local();
        fs.failAfter("rename f");
        assertTrue(
                assertThrows(WriteFailedException.class, () -> write(fs, PLAIN)).mayBeVisible());
        assertArrayEquals(BYTES, Files.readAllBytes(file()));
        Files.delete(file());
        fs.failAt("rename f");
        assertFalse(
                assertThrows(WriteFailedException.class, () -> write(fs, PLAIN)).mayBeVisible());
        assertEquals(List.of(), names());
    }

    @Test
    void onALocalDiskTheFolderIsOpenedBeforeTheNameIsThere() throws IOException {
        java.nio.file.Path gone = folder.resolve("gone");
        try (FileSink sink = HadoopFileSink.create(local(), new Path(gone + "/f"), PLAIN)) {
            try (Stream<java.nio.file.Path> hidden = Files.list(gone)) {
                Files.delete(hidden.findFirst().orElseThrow());
            }
            Files.delete(gone);
            WriteFailedException e = assertThrows(WriteFailedException.class, sink::commit);
            assertTrue(e.getMessage().contains("folder can't be opened"), e.getMessage());
            assertFalse(e.mayBeVisible());
        }
    }

    @Test
    void onALocalDiskAClosedFileIsSyncedWhereItsStreamCanNot() throws IOException {
        StepsFileSystem fs = local();
        fs.withoutSyncs();
        write(fs, PLAIN);
        assertFalse(fs.steps().contains("hsync hidden"), fs.steps().toString());
        Files.delete(file());
        fs.before("close hidden", this::removeHidden); // what is not there can't be synced
        WriteFailedException e = assertThrows(WriteFailedException.class, () -> write(fs, PLAIN));
        assertTrue(e.getMessage().contains("can't be synced"), e.getMessage());
        // its streams sync: nothing is opened to be synced, and so the rename is what fails
        StepsFileSystem syncing = local();
        syncing.before("close hidden", this::removeHidden);
        e = assertThrows(WriteFailedException.class, () -> write(syncing, PLAIN));
        assertTrue(e.getMessage().contains("can't be published"), e.getMessage());
    }

    @Test
    void onHdfsAPublishedFileStaysThoughTheAnswerIsLost() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE)) {
            StepsFileSystem fs = hdfs();
            fs.failAfter("rename f " + (options.overwrite() ? "OVERWRITE" : "NONE"));
            assertThrows(IOException.class, () -> write(fs, options));
            assertArrayEquals(BYTES, Files.readAllBytes(file()), options.toString());
            assertFalse(fs.steps().contains("delete f"), fs.steps().toString());
            Files.delete(file());
        }
    }

    @Test
    void anExclusiveFileOnHdfsIsRefusedByTheRenameAlone() throws IOException {
        StepsFileSystem fs = hdfs();
        fs.before("rename f NONE", this::makeAnothers);
        assertThrows(TargetExistsException.class, () -> write(fs, EXCLUSIVE));
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(file()));
        assertEquals(List.of("f"), names());
        // looked for once, when it begins: between a look and a rename others could commit
        assertEquals(
                1,
                fs.steps().stream().filter("miss f"::equals).count(),
                fs.steps().toString());
    }

    @Test
    void noOtherStoreIsTrustedWithAnExclusiveFile() throws IOException {
        UnsafeStoreException e =
                assertThrows(UnsafeStoreException.class, () -> write(new StepsFileSystem("viewfs", false), EXCLUSIVE));
        assertTrue(e.getMessage().contains("'viewfs'"), e.getMessage());
        e = assertThrows(UnsafeStoreException.class, () -> write(s3a(false), EXCLUSIVE));
        assertTrue(e.getMessage().contains("no conditional creation"), e.getMessage());
        assertEquals(List.of(), names());
        for (String scheme : List.of("webhdfs", "swebhdfs")) {
            write(new StepsFileSystem(scheme, false), EXCLUSIVE);
            Files.delete(file());
        }
    }

    @Test
    void onS3ThePoolOfBuffersIsRefused() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE, PLAIN.withDirect(true))) {
            StepsFileSystem fs = s3a(true);
            fs.getConf().set("fs.s3a.fast.upload.buffer", " ByteBuffer ");
            UnsafeStoreException e = assertThrows(UnsafeStoreException.class, () -> write(fs, options));
            assertTrue(e.getMessage().contains("fs.s3a.fast.upload.buffer=bytebuffer"), e.getMessage());
            assertEquals(List.of(), names());
            for (String buffers : List.of("disk", "array")) {
                fs.getConf().set("fs.s3a.fast.upload.buffer", buffers);
                write(fs, options);
                Files.delete(file());
            }
        }
        StepsFileSystem hdfs = hdfs();
        hdfs.getConf().set("fs.s3a.fast.upload.buffer", "bytebuffer");
        write(hdfs, PLAIN);
    }

    @Test
    void onS3TheFileAppearsAtTheClose() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE)) {
            assertEquals(List.of("build f OVERWRITE CONDITIONAL RECURSIVE", "close f"), steps(s3a(true), options));
            Files.delete(file());
        }
        assertEquals(List.of("build f RECURSIVE", "close f"), steps(s3a(false), PLAIN));
        assertEquals(List.of("build f OVERWRITE RECURSIVE", "close f"), steps(s3a(true), REPLACE));
    }

    @Test
    void onS3AnAbortedFileNeverAppears() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE)) {
            StepsFileSystem fs = s3a(true);
            try (FileSink sink = HadoopFileSink.create(fs, path(), options)) {
                sink.write(BYTES);
            }
            assertEquals("abort f", fs.steps().get(fs.steps().size() - 1));
            assertFalse(fs.steps().contains("close f"), fs.steps().toString());
            assertFalse(fs.steps().contains("delete f"), "the name may be another's: " + fs.steps());
            assertEquals(List.of(), names());
        }
    }

    @Test
    void onS3AFailedCloseIsAbortedAndDeletesNothing() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE, REPLACE)) {
            StepsFileSystem fs = s3a(true);
            fs.failAfter("close f"); // another may see it
            assertThrows(IOException.class, () -> write(fs, options));
            assertArrayEquals(BYTES, Files.readAllBytes(file()));
            assertEquals(
                    1,
                    fs.steps().stream().filter("abort f"::equals).count(),
                    fs.steps().toString());
            assertFalse(fs.steps().contains("delete f"), fs.steps().toString());
            Files.delete(file());
        }
    }

    @Test
    void onS3ANameThatIsTakenMeanwhileIsRefused() throws IOException {
        for (SinkOptions options : List.of(PLAIN, EXCLUSIVE)) {
            StepsFileSystem fs = s3a(true);
            fs.before("close f", this::makeAnothers);
            assertThrows(TargetExistsException.class, () -> write(fs, options));
            assertArrayEquals(new byte[] {7}, Files.readAllBytes(file()));
            Files.delete(file());
        }
    }

    @Test
    void aBlockHoldsTheExpectedLength() throws IOException {
        StepsFileSystem fs = hdfs();
        long usual = fs.getDefaultBlockSize(path());
        write(fs, REPLACE.withExpectedLength(10));
        assertEquals(usual, fs.blockSize());
        write(fs, REPLACE.withExpectedLength(usual + 512));
        assertEquals(usual + 512, fs.blockSize());
        write(fs, REPLACE.withExpectedLength(usual + 513));
        assertEquals(usual + 1024, fs.blockSize());
        write(fs, REPLACE);
        assertEquals(Math.max(usual, 1 << 30), fs.blockSize());
        fs.getConf().setInt("dfs.bytes-per-checksum", 0);
        write(fs, REPLACE.withExpectedLength(usual + 3));
        assertEquals(usual + 3, fs.blockSize());
    }
}
