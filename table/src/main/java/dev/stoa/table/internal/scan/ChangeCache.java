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
package dev.stoa.table.internal.scan;

import dev.stoa.delta.Anchors;
import dev.stoa.format.Type;
import dev.stoa.reader.RowChanges;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Changes in the sidecars of a table, and the rows of {@linkplain KeptRows small fragments}, as they were read, for all
 * scans of all its snapshots. Sidecars never change, so the same ones make the same changes in each version. It keeps at
 * most a given number of bytes. The least recently used ones go first, and
 * all may go when memory gets scarce. Safe for several threads.
 */
public final class ChangeCache {
    /** Of the heap, for one open table. */
    private static final int SHARE = 8;

    private static final long ENTRY_BYTES = 256;

    private final long limit;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * The key of a thing that was read.
     *
     * @param sources of these, in this order: sidecars, or, of rows, the fragment, its file and sidecars
     * @param part which part of them
     * @param field of new values and of rows: their field
     * @param column of new values: the name of their column; of rows: their type
     */
    record Key(List<UUID> sources, Part part, int field, String column) {
        /** Written out: those of a record go through method handles. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && field == key.field
                    && part == key.part
                    && column.equals(key.column)
                    && sources.equals(key.sources);
        }

        @Override
        public int hashCode() {
            return (31 * sources.hashCode() + field) * 31 + column.hashCode();
        }
    }

    /** The parts of sidecars. */
    enum Part {
        DELETES,
        VALUES,
        TYPE,
        ANCHORS,
        /** And the files: the values of a column. */
        ROWS
    }

    private record Entry(SoftReference<Object> value, long bytes) {}

    /** Reads what is not there. */
    interface Loader<T> {
        T load() throws IOException;
    }

    /** A cache of at most an eighth of the heap. */
    public ChangeCache() {
        this(Runtime.getRuntime().maxMemory() / SHARE);
    }

    ChangeCache(long limit) {
        this.limit = limit;
    }

    /** Returns the thing of a key, from memory if possible. */
    <T> T get(Key key, Class<T> type, Loader<T> loader) throws IOException {
        Optional<T> kept = find(key, type);
        if (kept.isPresent()) {
            return kept.get();
        }
        T read = loader.load(); // twice, where two ask at the same time: none waits for the other's store
        put(key, read);
        return read;
    }

    /** Returns the thing of a key, if memory has it. */
    synchronized <T> Optional<T> find(Key key, Class<T> type) {
        Entry entry = entries.get(key);
        return Optional.ofNullable(entry == null ? null : type.cast(entry.value.get()));
    }

    synchronized void put(Key key, Object value) {
        long size = ENTRY_BYTES + bytes(value);
        if (size > limit) {
            return;
        }
        Entry old = entries.put(key, new Entry(new SoftReference<>(value), size));
        bytes += size - (old == null ? 0 : old.bytes);
        Iterator<Entry> oldest = entries.values().iterator();
        while (bytes > limit) {
            bytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    private static long bytes(Object value) {
        if (value instanceof RowChanges changes) {
            return changes.bytes();
        } else if (value instanceof Anchors anchors) {
            return 16L * anchors.size();
        } else if (value instanceof KeptColumn column) {
            return column.bytes();
        }
        return value instanceof Type ? ENTRY_BYTES : 0;
    }

    /** About how many bytes are kept. */
    synchronized long bytes() {
        return bytes;
    }
}
