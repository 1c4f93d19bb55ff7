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

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.PositionalReader;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.TargetExistsException;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** A folder in memory, which keeps all promises, and fast; it may say that each request takes a trip. */
public final class MemoryFolder implements Folder {
    private final NavigableMap<String, byte[]> files = new ConcurrentSkipListMap<>();

    /** When the files were written, by a clock that goes on with each. */
    private final Map<String, Long> times = new ConcurrentHashMap<>();

    private final AtomicLong clock = new AtomicLong();
    private Optional<String> unlisted = Optional.empty();
    private boolean isFar;

    /** A folder that readers take for one far away. */
    public static MemoryFolder far() {
        MemoryFolder folder = new MemoryFolder();
        folder.isFar = true;
        return folder;
    }

    /** The same files in a folder of their own. */
    public MemoryFolder copy() {
        MemoryFolder copy = new MemoryFolder();
        copy.isFar = isFar;
        copy.files.putAll(files);
        copy.times.putAll(times);
        copy.clock.set(clock.get());
        return copy;
    }

    /** The bytes of a file. */
    public byte[] bytes(String name) {
        return files.get(name).clone();
    }

    /** Makes or replaces a file. */
    public void put(String name, byte[] bytes) {
        times.put(name, clock.incrementAndGet());
        files.put(name, bytes);
    }

    @Override
    public String id() {
        return "memory";
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new FileNotFoundException(name);
        }
        return isFar ? farSource(name, bytes) : new MemoryFile("memory/" + name, bytes).open();
    }

    private static RangeSource farSource(String name, byte[] bytes) {
        PositionalReader reader = new PositionalReader() {
            @Override
            public int read(long position, ByteBuffer target) {
                int count = (int) Math.min(target.remaining(), bytes.length - position);
                target.put(bytes, (int) position, count);
                return count;
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        return RangeSources.of("memory/" + name, bytes.length, StoreProfile.hdfs(), BufferAllocator.pooled(), reader);
    }

    @Override
    public FileSink create(String name, SinkOptions options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return new FileSink() {
            @Override
            public String id() {
                return "memory/" + name;
            }

            @Override
            public long position() {
                return bytes.size();
            }

            @Override
            public void write(ByteBuffer buffer) {
                byte[] copy = new byte[buffer.remaining()];
                buffer.get(copy);
                bytes.writeBytes(copy);
            }

            @Override
            public void commit() throws IOException {
                if (options.overwrite()) {
                    put(name, bytes.toByteArray());
                } else if (files.putIfAbsent(name, bytes.toByteArray()) != null) {
                    throw new TargetExistsException(name, "it was there before");
                } else {
                    times.put(name, clock.incrementAndGet());
                }
            }

            @Override
            public void abort() {
                // nobody has seen the bytes
            }
        };
    }

    @Override
    public Optional<Entry> find(String name) {
        String inside = files.ceilingKey(name + "/");
        return inside != null && inside.startsWith(name + "/")
                ? Optional.of(new Entry(name.substring(name.lastIndexOf('/') + 1), true, 0, Instant.EPOCH))
                : Optional.ofNullable(files.get(name)).map(bytes -> entry(name, bytes));
    }

    private Entry entry(String name, byte[] bytes) {
        Instant time = Instant.EPOCH.plusMillis(times.getOrDefault(name, 0L));
        return new Entry(name.substring(name.lastIndexOf('/') + 1), false, bytes.length, time);
    }

    /** Files whose names end so are not listed, as stores may do for a while with new ones. */
    public void doNotList(String end) {
        unlisted = Optional.of(end);
    }

    @Override
    public List<Entry> list(String name) {
        String prefix = name.isEmpty() ? "" : name + "/";
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, byte[]> file : files.tailMap(prefix, true).entrySet()) {
            if (!file.getKey().startsWith(prefix)) {
                break;
            }
            if (unlisted.filter(file.getKey()::endsWith).isPresent()) {
                continue;
            }
            String rest = file.getKey().substring(prefix.length());
            int slash = rest.indexOf('/');
            Entry entry = slash < 0
                    ? entry(file.getKey(), file.getValue())
                    : new Entry(rest.substring(0, slash), true, 0, Instant.EPOCH);
            if (entries.isEmpty() || !entries.get(entries.size() - 1).name().equals(entry.name())) {
                entries.add(entry);
            }
        }
        return entries;
    }

    @Override
    public boolean delete(String name) {
        return files.remove(name) != null;
    }
}
