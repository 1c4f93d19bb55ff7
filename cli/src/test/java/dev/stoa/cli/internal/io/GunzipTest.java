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

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GunzipTest {
    private static final byte[] FIRST = "a,b\n1,2\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    private static final byte[] SECOND = "3,4\n".getBytes(StandardCharsets.UTF_8);

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text);
        }
        return bytes.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /** What is in a file that comes in pieces, between which nothing is available, as from a pipe. */
    private static byte[] read(byte[] file, int piece) throws IOException {
        InputStream pieces = new ByteArrayInputStream(file) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, piece));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
        try (Gunzip in = new Gunzip(pieces)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4096, 1 << 20})
    void readsAllMembers(int piece) throws IOException {
        byte[] random = new byte[200_000];
        new Random(1).nextBytes(random);
        byte[] file = join(gzip(FIRST), gzip(new byte[0]), gzip(SECOND), gzip(random), new byte[600]);
        assertArrayEquals(join(FIRST, SECOND, random), read(file, piece));
        assertArrayEquals(new byte[0], read(gzip(new byte[0]), piece));
    }

    @Test
    void readsMembersWhereverTheFirstEnds() throws IOException {
        byte[] first = gzip(FIRST);
        byte[] file = join(first, gzip(SECOND));
        for (int piece = first.length - 12; piece <= first.length + 30; piece++) {
            assertEquals(FIRST.length + SECOND.length, read(file, piece).length, "pieces of " + piece);
        }
    }

    @Test
    void refusesAFileThatIsCutShortAnywhere() throws IOException {
        byte[] first = gzip(SECOND);
        byte[] file = join(first, gzip(SECOND));
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            if (length == first.length) {
                assertArrayEquals(SECOND, read(cut, 100));
            } else {
                assertThrows(EOFException.class, () -> read(cut, 100), "of " + length + " bytes");
            }
        }
    }

    @Test
    void refusesOtherBytesAfterAMember() throws IOException {
        byte[] first = gzip(SECOND);
        for (String rest : new String[] {"garbage", "\0\0x", "\37", "\37\0"}) {
            byte[] file = join(first, rest.getBytes(StandardCharsets.ISO_8859_1));
            assertThrows(IOException.class, () -> read(file, 100), rest);
        }
    }

    @Test
    void refusesADamagedMember() throws IOException {
        byte[] file = join(gzip(FIRST), gzip(SECOND));
        int second = gzip(FIRST).length;
        for (int place :
                new int[] {0, 1, 2, 3, 3000 % second, second - 8, second - 4, second, second + 1, file.length - 1}) {
            byte[] damaged = file.clone();
            damaged[place] ^= (byte) 0xE0;
            assertThrows(IOException.class, () -> read(damaged, 4096), "byte " + place);
        }
    }

    @Test
    void readsHeadersWithAllParts() throws IOException {
        byte[] plain = gzip(SECOND);
        byte[] header = Arrays.copyOf(plain, 10);
        header[3] = 2 + 4 + 8 + 16;
        byte[] parts = join(header, new byte[] {3, 0, 9, 0, 9}, "name\0comment\0".getBytes(StandardCharsets.UTF_8));
        CRC32 crc = new CRC32();
        crc.update(parts);
        byte[] checked = join(parts, new byte[] {(byte) crc.getValue(), (byte) (crc.getValue() >>> 8)});
        byte[] data = Arrays.copyOfRange(plain, 10, plain.length);
        assertArrayEquals(join(SECOND, SECOND), read(join(checked, data, checked, data), 5));
        checked[checked.length - 1] ^= 1;
        ZipException refused = assertThrows(ZipException.class, () -> read(join(checked, data), 5));
        assertEquals("the checksum of a header of gzip does not match", refused.getMessage());
    }
}
