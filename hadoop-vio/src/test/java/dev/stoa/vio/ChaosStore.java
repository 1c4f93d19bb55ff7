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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A file in a store that fails in every way that stores fail, by a seed. A read that stalls writes rubbish to its target
 * when it comes back late: should that memory belong to somebody else by then, the bytes there are wrong.
 */
final class ChaosStore implements PositionalReader {

    /** Ways to fail. */
    enum Fault {
        SHORT,
        ERROR,
        ERROR_HALF_WAY,
        LIE,
        STALL_THEN_FAIL,
        STALL_THEN_ANSWER,
        SLOW,
        THROTTLE,
        CORRUPT,
        TRUNCATED,
        CHANGED,
        GONE
    }

    private final byte[] file;
    private final Map<Fault, Double> faults = new EnumMap<>(Fault.class);
    private final Random random; // guarded by this
    private final int stallMillis;
    private final int truncatedTo;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final int lastsUntil;
    private volatile boolean closed;

    /**
     * A store with some of the faults.
     *
     * @param stallMillis what a reader waits for before it gives a request up
     */
    ChaosStore(byte[] file, Random random, int stallMillis) {
        this.file = file;
        this.random = random;
        this.stallMillis = stallMillis;
        boolean healthy = random.nextInt(5) == 0;
        for (Fault fault : Fault.values()) {
            boolean rare = fault.compareTo(Fault.TRUNCATED) >= 0;
            if (!healthy && random.nextInt(rare ? 15 : 3) == 0) {
                boolean slow = fault == Fault.STALL_THEN_FAIL || fault == Fault.STALL_THEN_ANSWER;
                faults.put(fault, rare ? 1 : random.nextDouble() * (slow ? 0.1 : 0.3));
            }
        }
        truncatedTo = random.nextInt(file.length);
        lastsUntil = random.nextInt(30); // from this read on, the rare faults are there
    }

    boolean has(Fault fault) {
        return faults.containsKey(fault);
    }

    /** Whether all that is asked must come. */
    boolean isHealthy() {
        return faults.isEmpty() || faults.keySet().equals(Set.of(Fault.SHORT));
    }

    /** Whether a read is under way. */
    boolean isBusy() {
        return inside.get() > 0;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        inside.incrementAndGet();
        try {
            return misbehave((int) position, target);
        } finally {
            inside.decrementAndGet();
        }
    }

    private int misbehave(int position, ByteBuffer target) throws IOException {
        if (closed) {
            throw new IOException("store closed");
        }
        int end = file.length;
        boolean late = reads.incrementAndGet() > lastsUntil;
        if (late && has(Fault.GONE)) {
            throw new FileNotFoundException("gone");
        }
        if (late && has(Fault.CHANGED)) {
            throw new ChangedFileException("chaos", "etag 1", "etag 2");
        }
        if (late && has(Fault.TRUNCATED)) {
            end = truncatedTo;
        }
        if (position >= end) {
            return -1;
        }
        int most = Math.min(target.remaining(), end - position);
        if (happens(Fault.THROTTLE)) {
            throw new IOException("503 Slow Down");
        }
        if (happens(Fault.ERROR)) {
            throw new IOException("connection reset");
        }
        if (happens(Fault.ERROR_HALF_WAY)) {
            rubbish(target, next(most));
            throw new IOException("reset half way");
        }
        if (happens(Fault.LIE)) {
            return next(2) == 0 ? 0 : most + 1;
        }
        if (happens(Fault.STALL_THEN_FAIL)) {
            sleep(2 * stallMillis);
            rubbish(target, target.remaining());
            throw new IOException("too late");
        }
        if (happens(Fault.STALL_THEN_ANSWER)) {
            sleep(2 * stallMillis);
        } else if (happens(Fault.SLOW)) {
            sleep(stallMillis / 3);
        }
        int length = happens(Fault.SHORT) ? 1 + next(most) : most;
        target.put(file, position, length);
        if (happens(Fault.CORRUPT)) {
            int at = target.position() - 1 - next(length);
            target.put(at, (byte) (target.get(at) ^ 1 << next(8)));
        }
        return length;
    }

    private static void rubbish(ByteBuffer target, int length) {
        for (int i = 0; i < length; i++) {
            target.put((byte) 0xEE);
        }
    }

    private static void sleep(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private synchronized boolean happens(Fault fault) {
        Double chance = faults.get(fault);
        return chance != null && random.nextDouble() < chance;
    }

    private synchronized int next(int bound) {
        return random.nextInt(bound);
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return faults.toString();
    }
}
