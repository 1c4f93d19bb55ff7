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
package dev.stoa.table;

import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
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
import java.util.concurrent.ConcurrentSkipListMap;

/** A folder in memory, which keeps all promises, and fast. */
final class MemoryFolder implements Folder {
    private final NavigableMap<String, byte[]> files = new ConcurrentSkipListMap<>();
    private Optional<String> unlisted = Optional.empty();

    /** The same files in a folder of their own. */
    MemoryFolder copy() {
        MemoryFolder copy = new MemoryFolder();
        copy.files.putAll(files);
        return copy;
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
        return new MemoryFile("memory/" + name, bytes).open();
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
                    files.put(name, bytes.toByteArray());
                } else if (files.putIfAbsent(name, bytes.toByteArray()) != null) {
                    throw new TargetExistsException(name, "it was there before");
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

    private static Entry entry(String name, byte[] bytes) {
        return new Entry(name.substring(name.lastIndexOf('/') + 1), false, bytes.length, Instant.EPOCH);
    }

    /** Files whose names end so are not listed, as stores may do for a while with new ones. */
    void doNotList(String end) {
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
                    ? entry(rest, file.getValue())
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
