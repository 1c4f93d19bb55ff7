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
package dev.stoa.vio.internal.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.BufferBudget;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.Range;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoreFileTest {
    private static final StoreProfile PROFILE = StoreProfile.local();
    private static final Range REQUEST = new Range(1000, 10);

    private final Throttle throttle = Throttle.ofStore("s3a://" + getClass().getName());

    /** A reader that answers by itself, and counts how often it is closed. */
    private abstract static class Answer implements PositionalReader {
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private static Answer answer(int bytes, int says) {
        return new Answer() {
            @Override
            public int read(long position, ByteBuffer target) {
                target.put(new byte[bytes]);
                return says;
            }
        };
    }

    private StoreFile file(StoreCalibration calibration, PositionalReader reader) {
        StoreFile.Store store = new StoreFile.Store(PROFILE, calibration, throttle);
        return new StoreFile("f", 5000, store, BufferAllocator.pooled(), BufferBudget.shared(), reader, 1);
    }

    private StoreFile file(PositionalReader reader) {
        return file(StoreCalibration.pinned("s", PROFILE.costs()), reader);
    }

    @Test
    void aReadCountsWhatArrived() throws IOException {
        StoreFile file = file(answer(4, 4));
        ByteBuffer target = ByteBuffer.allocate(10).position(3);
        StoreRead.some(file, REQUEST, target);
        assertEquals(7, target.position());
        assertEquals(4, file.counters().snapshot().bytesRead());
    }

    /** Whatever the store does, the target is as it was, and no byte counts. */
    @Test
    void aStoreThatContradictsItselfIsNotBelieved() {
        for (int[] answer : new int[][] {{4, 3}, {0, 0}, {0, 1}, {2, 0}, {2, -1}}) {
            StoreFile file = file(answer(answer[0], answer[1]));
            ByteBuffer target = ByteBuffer.allocate(10).position(3);
            IOException e = assertThrows(IOException.class, () -> StoreRead.some(file, REQUEST, target));
            assertTrue(
                    e.getMessage().contains("at offset 1003") || e.getMessage().contains("before offset 1003"));
            assertEquals(answer[1] < 0, e instanceof EOFException);
            assertEquals(3, target.position());
            assertEquals(0, file.counters().snapshot().bytesRead());
        }
        IOException failure = new IOException("after a byte");
        StoreFile file = file(new Answer() {
            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                target.put((byte) 1);
                throw failure;
            }
        });
        ByteBuffer target = ByteBuffer.allocate(10).position(3);
        assertSame(failure, assertThrows(IOException.class, () -> StoreRead.some(file, REQUEST, target)));
        assertEquals(3, target.position());
    }

    @Test
    void closingCancelsOpenReadsAndNoOthers() throws IOException {
        Answer reader = answer(0, 0);
        StoreFile file = file(reader);
        List<String> cancelled = new ArrayList<>();
        OpenRead one = () -> cancelled.add("one");
        OpenRead two = () -> cancelled.add("two");
        file.register(one);
        file.register(two);
        file.unregister(two);
        file.cancel();
        assertEquals(List.of("one"), cancelled);
        assertEquals(0, reader.closed.get());
        file.checkOpen();
        file.close();
        file.close();
        assertEquals(List.of("one", "one"), cancelled);
        assertEquals(1, reader.closed.get());
        assertEquals(
                "f: closed",
                assertThrows(IOException.class, () -> file.register(two)).getMessage());
        assertThrows(IOException.class, file::checkOpen);
    }

    @Test
    void measuredCostsTakeThePlaceOfTheProfiles() {
        StoreCalibration calibration = StoreCalibration.learning("s", PROFILE.costs());
        StoreFile file = file(calibration, answer(0, 0));
        assertSame(PROFILE, file.profile());
        for (int i = 0; i < 1000; i++) {
            file.observe(1000, 50_000_000);
        }
        assertEquals(calibration.costs(), file.profile().costs());
        assertTrue(file.profile().costs().latencyMicros() > 1000);
        assertEquals(PROFILE.retries(), file.profile().retries());
    }

    @Test
    void anAnswerIsCountedAndEndsThrottling() {
        StoreCalibration calibration = StoreCalibration.learning("s", PROFILE.costs());
        StoreFile file = file(calibration, answer(0, 0));
        int most = file.queue().allowed();
        file.queue().throttled(System.nanoTime());
        int reduced = file.queue().allowed();
        assertEquals(most / 2, reduced);
        for (int i = 0; i < 1000 && file.queue().allowed() == reduced; i++) {
            file.answered(1000, 50_000_000);
        }
        assertEquals(reduced + 1, file.queue().allowed());
        assertEquals(reduced, file.counters().serviceTimes.count());
        assertTrue(calibration.describe().contains("from " + reduced + " requests"), calibration.describe());
        while (file.queue().allowed() < most) {
            file.answered(1000, 50_000_000);
        }
    }

    @Test
    void aSourceIsItsFile() throws IOException {
        PlannedSource source = new PlannedSource(file(answer(0, 0)));
        assertEquals("f", source.id());
        assertEquals(5000, source.length());
        assertSame(PROFILE, source.profile());
        assertEquals("f (5000 bytes, " + PROFILE.name() + ")", source.toString());
        assertInstanceOf(IOException.class, assertThrows(IOException.class, () -> source.read(List.of(REQUEST))));
        source.close();
    }
}
