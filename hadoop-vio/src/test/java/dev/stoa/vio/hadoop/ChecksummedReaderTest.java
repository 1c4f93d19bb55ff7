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
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.ChecksumException;
import org.junit.jupiter.api.Test;

/** Whether every damaged byte is found, wherever a read begins and ends. */
class ChecksummedReaderTest {

    private static final int HEADER = 8;

    /** Bytes in memory, read a few at a time. */
    private static final class Bytes implements PositionalReader {
        private final byte[] bytes;
        private final int most;
        private int closed;

        Bytes(byte[] bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        @Override
        public int read(long position, ByteBuffer target) {
            if (position >= bytes.length) {
                return -1;
            }
            int length = Math.min(most, Math.min(target.remaining(), (int) (bytes.length - position)));
            target.put(bytes, (int) position, length);
            return length;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private static byte[] sums(byte[] data, int chunk) {
        int chunks = (data.length + chunk - 1) / chunk;
        ByteBuffer sums = ByteBuffer.allocate(HEADER + 4 * chunks);
        sums.put(new byte[] {'c', 'r', 'c', 0}).putInt(chunk);
        for (int i = 0; i < chunks; i++) {
            CRC32 crc = new CRC32();
            crc.update(data, i * chunk, Math.min(chunk, data.length - i * chunk));
            sums.putInt((int) crc.getValue());
        }
        return sums.array();
    }

    private static ChecksummedReader reader(byte[] data, byte[] sums, int chunk, int most) {
        return new ChecksummedReader("f", new Bytes(data, most), new Bytes(sums, most), chunk);
    }

    private static byte[] read(ChecksummedReader reader, long position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length + 3).position(3);
        int got = reader.read(position, target);
        assertEquals(Math.max(0, got), target.position() - 3, "what is told and what is there");
        return Arrays.copyOfRange(target.array(), 3, target.position());
    }

    @Test
    void readsWhatIsThere() throws IOException {
        Random random = Seeds.random("ChecksummedReaderTest.readsWhatIsThere");
        for (int run = 0; run < 300; run++) {
            int chunk = 1 + random.nextInt(40);
            byte[] data = Seeds.bytes(random, random.nextInt(200));
            ChecksummedReader reader = reader(data, sums(data, chunk), chunk, 1 + random.nextInt(60));
            int position = random.nextInt(data.length + 10);
            int length = 1 + random.nextInt(250);
            if (position >= data.length) {
                assertEquals(-1, reader.read(position, ByteBuffer.allocate(length)));
            } else {
                assertArrayEquals(
                        Arrays.copyOfRange(data, position, Math.min(data.length, position + length)),
                        read(reader, position, length));
            }
        }
        byte[] large = Seeds.bytes(random, 700_001); // more than is read before it is checked
        for (int chunk : new int[] {512, 300_000}) {
            ChecksummedReader reader = reader(large, sums(large, chunk), chunk, Integer.MAX_VALUE);
            assertArrayEquals(large, read(reader, 0, large.length + 10));
        }
    }

    @Test
    void eachDamagedByteIsFoundByWhoReadsItsChunk() throws IOException {
        int chunk = 16;
        byte[] data = Seeds.bytes(new Random(5), 70);
        for (int damaged = 0; damaged < data.length; damaged++) {
            byte[] broken = data.clone();
            broken[damaged] ^= 1;
            int start = damaged / chunk * chunk;
            for (int from : new int[] {0, start, damaged, Math.min(69, start + 3)}) {
                ChecksumException e = assertThrows(
                        ChecksumException.class, () -> read(reader(broken, sums(data, chunk), chunk, 7), from, 70));
                assertEquals(start, e.getPos());
                assertTrue(e.getMessage().startsWith("f: the checksum of the 16 bytes at offset " + start));
            }
            // the chunks before it are whole
            if (start > 0) {
                assertArrayEquals(
                        Arrays.copyOf(data, start), read(reader(broken, sums(data, chunk), chunk, 7), 0, start));
            }
        }
    }

    @Test
    void eachDamagedOrMissingSumIsFound() {
        int chunk = 16;
        byte[] data = Seeds.bytes(new Random(6), 70);
        byte[] sums = sums(data, chunk);
        for (int at = HEADER; at < sums.length; at++) {
            byte[] broken = sums.clone();
            broken[at] ^= 1;
            byte[] shorter = Arrays.copyOf(sums, at);
            int start = (at - HEADER) / 4 * chunk;
            for (byte[] wrong : new byte[][] {broken, shorter}) {
                ChecksumException e = assertThrows(
                        ChecksumException.class, () -> read(reader(data, wrong, chunk, Integer.MAX_VALUE), 0, 70));
                assertEquals(start, e.getPos());
            }
        }
    }

    @Test
    void onlyAChecksumFileIsTakenForOne() throws IOException {
        byte[] header = {'c', 'r', 'c', 0, 0, 0, 2, 0};
        assertEquals(512, ChecksummedReader.chunkBytes(new Bytes(header, 3)));
        for (int at = 0; at < 4; at++) {
            byte[] other = header.clone();
            other[at]++;
            assertEquals(0, ChecksummedReader.chunkBytes(new Bytes(other, 8)));
        }
        assertEquals(0, ChecksummedReader.chunkBytes(new Bytes(Arrays.copyOf(header, 7), 8)), "cut off");
        int most = 1 << 24;
        for (int chunk : new int[] {0, -1, Integer.MIN_VALUE, most + 1}) {
            byte[] other = ByteBuffer.wrap(header.clone()).putInt(4, chunk).array();
            assertEquals(0, ChecksummedReader.chunkBytes(new Bytes(other, 8)), "" + chunk);
        }
        for (int chunk : new int[] {1, most}) {
            byte[] other = ByteBuffer.wrap(header.clone()).putInt(4, chunk).array();
            assertEquals(chunk, ChecksummedReader.chunkBytes(new Bytes(other, 8)));
        }
    }

    @Test
    void bothFilesAreClosed() throws IOException {
        Bytes data = new Bytes(new byte[0], 1);
        Bytes sums = new Bytes(sums(new byte[0], 1), 1);
        new ChecksummedReader("f", data, sums, 1).close();
        assertEquals(1, data.closed);
        assertEquals(1, sums.closed);
    }
}
