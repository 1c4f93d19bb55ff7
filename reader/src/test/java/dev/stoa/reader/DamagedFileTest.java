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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.stoa.format.internal.meta.Layout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files with a damaged byte, cut short, or with something behind them: an exception or the very same values, whatever the
 * byte.
 */
@Tag("once")
final class DamagedFileTest {
    private static final int[] PATTERNS = {0x01, 0x80, 0xFF};

    /** All bytes of the metadata, and a sample of those of the data. */
    @ParameterizedTest
    @EnumSource
    void aFlippedByteIsNoticedOrDoesNotMatter(SmallFiles.Kind kind) throws Exception {
        byte[] file = SmallFiles.bytes(kind);
        HostileReads.Outcome sound = HostileReads.read(file);
        assertInstanceOf(HostileReads.Outcome.Content.class, sound);
        int dataEnd = new MutableFile(file).data.length;
        long seed = 20_260_101;
        Random random = new Random(seed);
        int refused = 0;
        int tried = 0;
        for (int at = 0; at < file.length; at++) {
            boolean isData = at >= Layout.HEADER_BYTES && at < dataEnd;
            if (isData && random.nextInt(dataEnd) > 150) {
                continue;
            }
            for (int pattern : PATTERNS) {
                String what = "byte " + at + " xor " + pattern + ", seed " + seed;
                byte[] bad = file.clone();
                bad[at] ^= (byte) pattern;
                tried++;
                if (read(bad, what) instanceof HostileReads.Outcome.Content content) {
                    assertEquals(sound, content, what);
                } else {
                    refused++;
                }
            }
        }
        assertTrue(refused > tried / 2, refused + " of " + tried + " were refused");
    }

    private static HostileReads.Outcome read(byte[] file, String what) {
        try {
            return HostileReads.read(file);
        } catch (RuntimeException | Error e) {
            return fail(what, e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFileCutShortIsRefused(SmallFiles.Kind kind) throws Exception {
        byte[] file = SmallFiles.bytes(kind);
        for (int length = 0; length < file.length; length++) {
            HostileReads.Outcome outcome = read(Arrays.copyOf(file, length), "cut at " + length);
            assertInstanceOf(HostileReads.Outcome.Refused.class, outcome, "cut at " + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesBehindOrBeforeAFileAreRefused(SmallFiles.Kind kind) throws Exception {
        byte[] file = SmallFiles.bytes(kind);
        for (int extra : new int[] {1, 4, 63, 64, 1000}) {
            byte[] longer = Arrays.copyOf(file, file.length + extra);
            assertInstanceOf(HostileReads.Outcome.Refused.class, read(longer, extra + " behind"), extra + " behind");
            byte[] shifted = new byte[file.length + extra];
            System.arraycopy(file, 0, shifted, extra, file.length);
            assertInstanceOf(HostileReads.Outcome.Refused.class, read(shifted, extra + " before"), extra + " before");
        }
        byte[] twice = Arrays.copyOf(file, 2 * file.length);
        System.arraycopy(file, 0, twice, file.length, file.length);
        assertInstanceOf(HostileReads.Outcome.Refused.class, read(twice, "twice"));
    }

    @ParameterizedTest
    @EnumSource
    void theTailOfAnotherFileIsRefused(SmallFiles.Kind kind) throws Exception {
        byte[] file = SmallFiles.bytes(kind);
        for (SmallFiles.Kind other : SmallFiles.Kind.values()) {
            if (other != kind) {
                byte[] tail = SmallFiles.bytes(other);
                byte[] mixed = file.clone();
                System.arraycopy(
                        tail,
                        tail.length - Layout.TAIL_BYTES,
                        mixed,
                        mixed.length - Layout.TAIL_BYTES,
                        Layout.TAIL_BYTES);
                assertInstanceOf(HostileReads.Outcome.Refused.class, read(mixed, "tail of " + other));
            }
        }
        assertInstanceOf(HostileReads.Outcome.Refused.class, read(new byte[file.length], "zeros"));
        byte[] noise = new byte[file.length];
        new Random(5).nextBytes(noise);
        assertInstanceOf(HostileReads.Outcome.Refused.class, read(noise, "noise"));
    }

    @Test
    void aFileThatShrinksAfterItWasOpened(@TempDir Path folder) throws Exception {
        byte[] file = SmallFiles.bytes(SmallFiles.Kind.FLAT);
        Path path = Files.write(folder.resolve("shrinks.stoa"), file);
        try (StoaFile open = Tables.open(path);
                FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(20);
            IOException e = assertThrows(IOException.class, () -> {
                try (Scan scan = open.scan().build()) {
                    while (scan.next()) {
                        assertTrue(scan.batch().selectedCount() > 0);
                    }
                }
            });
            assertTrue(e.getMessage().contains("shrinks.stoa"), e.getMessage());
        }
    }

    @Test
    void aFolderIsNoFile(@TempDir Path folder) {
        IOException e = assertThrows(IOException.class, () -> Tables.open(folder));
        assertTrue(String.valueOf(e.getMessage()).contains(folder.toString()), e.toString());
    }
}
