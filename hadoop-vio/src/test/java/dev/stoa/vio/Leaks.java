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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.vio.internal.memory.PooledBuffers;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Asserts that all memory of reads was given back. Touch it before the first read of a test class. */
public final class Leaks {

    private static final List<String> REPORTED = new CopyOnWriteArrayList<>();
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    static {
        assertEquals("paranoid", System.getProperty("io.netty.leakDetection.level"), "run by the build's settings");
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    }

    private Leaks() {}

    /** Makes Netty report its leaks here. */
    public static void watch() {
        // the static initializer does it
    }

    /** Waits for cancelled requests to end, then asserts that nothing is lent and Netty saw no buffer collected. */
    public static void assertNone() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (lentBytes() != 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertEquals(0, lentBytes(), "bytes of the pool that were not given back");
        System.gc();
        for (int i = 0; i < 10; i++) {
            BufferAllocator.pooledHeap().allocate(1).release();
            BufferAllocator.pooled().allocate(1).release(); // Netty looks for leaks when it allocates
        }
        assertEquals(List.of(), REPORTED);
    }

    /** Returns the bytes of both pools that are lent. */
    public static long lentBytes() {
        return PooledBuffers.DIRECT.lentBytes() + PooledBuffers.heap().lentBytes();
    }

    private static final class Factory extends ResourceLeakDetectorFactory {
        @Override
        @Deprecated
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                Class<T> resource, int samplingInterval, long maxActive) {
            return new Recorder<>(resource, samplingInterval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
            return new Recorder<>(resource, samplingInterval);
        }
    }

    private static final class Recorder<T> extends ResourceLeakDetector<T> {

        Recorder(Class<?> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            REPORTED.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            REPORTED.add(resourceType);
        }
    }
}
