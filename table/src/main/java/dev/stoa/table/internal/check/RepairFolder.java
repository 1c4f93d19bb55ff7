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
package dev.stoa.table.internal.check;

import dev.stoa.table.internal.log.MemoryFile;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.SinkOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A table's folder as it would be after the steps of a repair, before any of them is done. So the plan can check their result.
 * Writes to it fail. For one thread.
 */
final class RepairFolder implements Folder {
    private final Folder folder;
    private final NavigableMap<String, Step> changed = new TreeMap<>();

    RepairFolder(Folder folder) {
        this.folder = folder;
    }

    /** The step that concerns a file. */
    private sealed interface Step {
        /** It goes. */
        record Gone() implements Step {}

        /** It comes, or another takes its place. */
        record Written(byte[] bytes) implements Step {}

        /** It comes from another folder, or another takes its place. */
        record Copied(Folder from) implements Step {}
    }

    void remove(String name) {
        changed.put(name, new Step.Gone());
    }

    void write(String name, byte[] bytes) {
        changed.put(name, new Step.Written(bytes));
    }

    void copy(String name, Folder from) {
        changed.put(name, new Step.Copied(from));
    }

    @Override
    public String id() {
        return folder.id();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        Step step = changed.get(name);
        if (step == null) {
            return folder.open(name, knownLength);
        } else if (step instanceof Step.Written written) {
            return new MemoryFile(id() + "/" + name, written.bytes()).open();
        } else if (step instanceof Step.Copied copied) {
            return copied.from().open(name, knownLength);
        }
        throw new FileNotFoundException(id() + "/" + name);
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        throw new IOException(id() + "/" + name + ": nothing is written before a repair is applied");
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        Step step = changed.get(name);
        if (step == null) {
            return folder.find(name);
        } else if (step instanceof Step.Written written) {
            return Optional.of(entry(name, written.bytes().length));
        } else if (step instanceof Step.Copied copied) {
            return copied.from().find(name);
        }
        return Optional.empty();
    }

    private static Entry entry(String name, long length) {
        return new Entry(name.substring(name.lastIndexOf('/') + 1), false, length, Instant.EPOCH);
    }

    @Override
    public List<Entry> list(String name) throws IOException {
        NavigableMap<String, Entry> entries = new TreeMap<>();
        folder.list(name).forEach(entry -> entries.put(entry.name(), entry));
        String prefix = name.isEmpty() ? "" : name + "/";
        for (String path : changed.tailMap(prefix, true).keySet()) {
            if (!path.startsWith(prefix)) {
                break;
            }
            String rest = path.substring(prefix.length());
            if (rest.indexOf('/') < 0) {
                entries.remove(rest);
                find(path).ifPresent(entry -> entries.put(rest, entry));
            }
        }
        return new ArrayList<>(entries.values());
    }

    @Override
    public boolean delete(String name) throws IOException {
        throw new IOException(id() + "/" + name + ": nothing is removed before a repair is applied");
    }
}
