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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A file in memory whose reads go through a script, which may shorten them, make them fail or hold them. */
public final class FaultyReader implements PositionalReader {

    /** Does a read, badly: calls {@link Attempt#honest} or not. */
    public interface Script {
        int read(Attempt attempt) throws IOException;
    }

    /** A read of the file: the how-manieth at this position, and how to do it well. */
    public final class Attempt {
        public final long position;
        public final ByteBuffer target;
        public final int number;

        Attempt(long position, ByteBuffer target, int number) {
            this.position = position;
            this.target = target;
            this.number = number;
        }

        /** Reads at most so many bytes, as a good store does. */
        public int honest(int most) {
            if (position >= file.length) {
                return -1;
            }
            int length = Math.min(Math.min(most, target.remaining()), (int) (file.length - position));
            target.put(file, (int) position, length);
            return length;
        }
    }

    final AtomicInteger closed = new AtomicInteger();
    private final byte[] file;
    private final Script script;
    private final ConcurrentMap<Long, Integer> attempts = new ConcurrentHashMap<>();

    public FaultyReader(byte[] file, Script script) {
        this.file = file;
        this.script = script;
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return script.read(new Attempt(position, target, attempts.merge(position, 1, Integer::sum)));
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
