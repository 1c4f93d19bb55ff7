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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Float16;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.internal.disk.TemporaryFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small parts of the writer, each alone. */
class SpillableBytesTest {
    @TempDir
    Path folder;

    @Test
    void spilledPiecesComeBack() throws IOException {
        Random random = new Random(5);
        try (Spill spill = new Spill(Optional.of(folder))) {
            List<byte[]> all = new ArrayList<>();
            List<Spill.Piece> pieces = new ArrayList<>();
            long written = 0;
            for (int i = 0; i < 300; i++) {
                byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 1_000_000 : 1000)];
                random.nextBytes(bytes);
                all.add(bytes);
                pieces.add(spill.write(bytes, 0, bytes.length));
                written += bytes.length;
                int old = random.nextInt(all.size());
                byte[] back = new byte[all.get(old).length + 3];
                spill.read(pieces.get(old), back, 3);
                assertArrayEquals(all.get(old), java.util.Arrays.copyOfRange(back, 3, back.length));
            }
            assertEquals(written, spill.written());
        }
        assertEquals(List.of(), TestFiles.names(folder));
    }

    /** Files go once none of their pieces is needed, also if their last bytes were not written yet. */
    @Test
    void filesWithoutPiecesGo() throws IOException {
        Random random = new Random(9);
        byte[][] all = new byte[14][400];
        for (byte[] bytes : all) {
            random.nextBytes(bytes);
        }
        try (Spill spill = new Spill(Optional.of(folder), 1200)) {
            List<Spill.Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                pieces.add(spill.write(all[i], 0, 400)); // three in a file
            }
            int most = openFiles();
            assertTrue(most == 4 || most == 0, most + " files");
            assertPieces(spill, pieces, all, 0);
            spill.release(pieces.get(0));
            spill.release(pieces.get(2));
            assertEquals(most, openFiles(), "one of its pieces is needed");
            spill.release(pieces.get(1));
            assertEquals(Math.max(0, most - 1), openFiles());
            spill.release(pieces.get(9));
            assertEquals(Math.max(0, most - 1), openFiles(), "more comes to the last file");
            pieces.add(spill.write(all[10], 0, 400));
            pieces.add(spill.write(all[11], 0, 400));
            spill.release(pieces.get(10));
            spill.release(pieces.get(11));
            assertEquals(Math.max(0, most - 2), openFiles());
            pieces.add(spill.write(all[12], 0, 400));
            pieces.add(spill.write(all[13], 0, 400));
            assertPieces(spill, pieces.subList(12, 14), all, 12);
            assertPieces(spill, pieces.subList(3, 9), all, 3);
            assertEquals(14 * 400, spill.written());
        }
        assertEquals(0, openFiles());
    }

    @Test
    void heldAndSpilledPartsComeInOrder() throws IOException {
        Random random = new Random(4);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        SpillableBytes bytes = new SpillableBytes();
        SpillableBytes others = new SpillableBytes();
        Path file = folder.resolve("f");
        try (Spill spill = new Spill(Optional.of(folder));
                FileSink sink = LocalFileSink.create(file, SinkOptions.DEFAULT)) {
            for (int size : new int[] {10, 600_000, 500_000, 0, 3 << 20, 1}) {
                add(bytes, size, random, expected);
            }
            int length = expected.size();
            assertEquals(length, bytes.heldBytes());
            bytes.spill(spill);
            bytes.spill(spill);
            assertEquals(length, spill.written(), "each byte once");
            assertEquals(0, bytes.heldBytes());
            add(bytes, 7, random, expected);
            assertEquals(7, bytes.heldBytes());
            bytes.spill(spill);
            add(bytes, 5, random, expected);
            add(others, 300, random, expected);
            add(others, 20, random, expected);
            bytes.addAll(others);
            assertEquals(0, others.length() + others.heldBytes());
            assertEquals(325, bytes.heldBytes());
            assertEquals(expected.size(), bytes.length());
            Output output = new Output(sink);
            bytes.moveTo(output, spill);
            assertEquals(0, bytes.length() + bytes.heldBytes());
            assertEquals(expected.size(), output.position());
            output.flush();
            sink.commit();
        }
        assertArrayEquals(expected.toByteArray(), Files.readAllBytes(file));
    }

    private static void add(SpillableBytes bytes, int size, Random random, ByteArrayOutputStream expected) {
        byte[] part = new byte[size];
        random.nextBytes(part);
        bytes.add(part);
        expected.writeBytes(part);
    }

    @Test
    void bytesThatWereReleasedAreNotInTheNextFile() throws IOException {
        byte[] first = new byte[400];
        byte[] second = new byte[400];
        new Random(3).nextBytes(second);
        try (Spill spill = new Spill(Optional.of(folder), 400)) {
            spill.release(spill.write(first, 0, 400));
            assertEquals(0, openFiles());
            byte[] back = new byte[400];
            spill.read(spill.write(second, 0, 400), back, 0);
            assertArrayEquals(second, back);
        }
    }

    @Test
    void aFailureNamesTheFileAndAnInterruptStaysOne() {
        IOException interrupt = new ClosedByInterruptException();
        assertSame(interrupt, TemporaryFile.failed(folder, interrupt));
        IOException full = TemporaryFile.failed(folder, new IOException("No space left on device"));
        assertTrue(full.getMessage().contains(folder.toString()), full.getMessage());
        assertTrue(full.getMessage().contains("No space left"), full.getMessage());
    }

    private static void assertPieces(Spill spill, List<Spill.Piece> pieces, byte[][] expected, int first)
            throws IOException {
        for (int i = 0; i < pieces.size(); i++) {
            byte[] back = new byte[400];
            spill.read(pieces.get(i), back, 0);
            assertArrayEquals(expected[first + i], back, "piece " + (first + i));
        }
    }

    /** The spill files that this process has open; they have no name. 0 where the system does not tell. */
    private static int openFiles() throws IOException {
        Path open = Path.of("/proc/self/fd");
        if (!Files.isDirectory(open)) {
            return 0;
        }
        int files = 0;
        try (var links = Files.list(open)) {
            for (Path link : links.toList()) {
                try {
                    files += Files.readSymbolicLink(link).toString().contains("stoa-spill-") ? 1 : 0;
                } catch (IOException e) { // closed meanwhile
                    assertFalse(Files.exists(link), link.toString());
                }
            }
        }
        return files;
    }

    @Test
    void halvesAreExact() {
        for (int bits = 0; bits < 0x10000; bits++) {
            if (!Float16Bounds.isNaN(bits)) {
                float number = (float) BoundsCheck.half(BigInteger.valueOf(bits));
                assertEquals(bits == 0x8000 ? 0 : bits, Float16.ofFloat(number), "half " + bits);
                if (number != 0 && Float.isFinite(number)) {
                    assertThrows(IllegalArgumentException.class, () -> Float16.ofFloat(Math.nextUp(number)));
                }
            }
        }
        assertTrue(Float16Bounds.isNaN(Float16.ofFloat(Float.NaN)));
        assertEquals(0x8000, Float16.ofFloat(-0f));
        assertThrows(IllegalArgumentException.class, () -> Float16.ofFloat(65536f));
        assertThrows(IllegalArgumentException.class, () -> Float16.ofFloat(Float.MIN_VALUE));
    }
}
