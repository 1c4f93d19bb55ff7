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
package dev.stoa.table.internal.log;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Keeps decoded bytes, by all of the bytes. If they take more than a limit of memory, it drops the least recently used. Safe for
 * several threads.
 *
 * @param <T> the decoded form; immutable
 */
public final class DecodedBytes<T> {
    /** About how many bytes of memory a byte takes once it is decoded. */
    private static final int MEMORY_PER_BYTE = 16;

    private final long limit;
    private final Map<Key, T> known = new LinkedHashMap<>(16, 0.75f, true);
    private long memory;

    /** Keeps up to a number of bytes of memory. */
    public DecodedBytes(long limit) {
        this.limit = limit;
    }

    /** Decodes bytes. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    private record Key(Object where, byte[] bytes, long crc) {
        static Key of(Object where, byte[] bytes) {
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            return new Key(where, bytes, crc.getValue());
        }

        long memory() {
            return (long) MEMORY_PER_BYTE * bytes.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && crc == key.crc
                    && where.equals(key.where)
                    && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(crc);
        }
    }

    /**
     * Returns the decoded form of bytes.
     *
     * @param where what else decides the result, such as a name in messages
     * @param bytes which the caller does not change any more
     * @param reading decodes the bytes, if they are new
     */
    public T of(Object where, byte[] bytes, Reading<T> reading) throws IOException {
        Key key = Key.of(where, bytes);
        synchronized (this) {
            T before = known.get(key);
            if (before != null) {
                return before;
            }
        }
        T decoded = reading.read();
        keep(key, decoded);
        return decoded;
    }

    private synchronized void keep(Key key, T decoded) {
        if (key.memory() > limit || known.put(key, decoded) != null) {
            return;
        }
        memory += key.memory();
        Iterator<Key> oldest = known.keySet().iterator();
        while (memory > limit) {
            memory -= oldest.next().memory();
            oldest.remove();
        }
    }

    /** About how many bytes of memory the known results take. */
    synchronized long memory() {
        return memory;
    }
}
