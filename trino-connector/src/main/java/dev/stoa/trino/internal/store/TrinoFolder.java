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
package dev.stoa.trino.internal.store;

import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.vio.StoreCalibration;
import dev.stoa.vio.StoreProfile;
import dev.stoa.vio.TargetExistsException;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A folder of an object store, by Trino's own file systems. It exists as long as a file is in it. Requests of a plan go out in
 * parallel, as those of all sources do.
 */
final class TrinoFolder implements Folder {
    private final TrinoFileSystem fs;
    private final Location root;

    TrinoFolder(TrinoFileSystem fs, Location root) {
        this.fs = fs;
        this.root = root;
    }

    private Location location(String name) {
        return name.isEmpty() ? root : root.appendPath(Folder.checkName(name));
    }

    /** The location of a folder, whose files all begin with it. */
    private Location prefix(String name) {
        return location(name).appendSuffix("/");
    }

    @Override
    public String id() {
        return root.toString();
    }

    @Override
    public RangeSource open(String name, OptionalLong knownLength) throws IOException {
        Location location = location(name);
        TrinoInputFile file = knownLength.isPresent()
                ? fs.newInputFile(location, knownLength.getAsLong())
                : fs.newInputFile(location);
        long length = file.length();
        URI store = URI.create(
                location.scheme().orElseThrow() + "://" + location.host().orElse(""));
        StoreProfile profile = StoreProfile.forStore(store);
        return RangeSources.of(
                location.toString(),
                length,
                profile,
                StoreCalibration.shared(store.toString(), profile.costs()),
                BufferAllocator.pooledHeap(),
                new InputReader(file, length));
    }

    @Override
    public FileSink create(String name, SinkOptions options) throws IOException {
        if (name.isEmpty()) {
            throw new TargetExistsException(id(), "it is a folder");
        }
        return new ObjectSink(fs, location(name), options);
    }

    @Override
    public Optional<Entry> find(String name) throws IOException {
        if (!name.isEmpty()) {
            TrinoInputFile file = fs.newInputFile(location(name));
            try {
                return Optional.of(new Entry(lastName(name), false, file.length(), file.lastModified()));
            } catch (FileNotFoundException e) {
                return folder(name);
            }
        }
        return folder(name);
    }

    @Override
    public boolean hasFolder(String name) throws IOException {
        return folder(name).isPresent();
    }

    private Optional<Entry> folder(String name) throws IOException {
        return fs.listFiles(prefix(name)).hasNext()
                ? Optional.of(new Entry(lastName(name.isEmpty() ? root.path() : name), true, 0, Instant.EPOCH))
                : Optional.empty();
    }

    private static String lastName(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Object stores list all files below a folder. */
    @Override
    public List<Entry> list(String name) throws IOException {
        Location folder = prefix(name);
        int above = folder.toString().length();
        SortedMap<String, Entry> entries = new TreeMap<>();
        FileIterator files = fs.listFiles(folder);
        while (files.hasNext()) {
            FileEntry file = files.next();
            String below = file.location().toString().substring(above);
            int slash = below.indexOf('/');
            boolean isMarker = below.isEmpty() || below.endsWith("/"); // of Hadoop's S3A
            if (!isMarker && slash > 0) {
                String first = below.substring(0, slash);
                entries.putIfAbsent(first, new Entry(first, true, 0, Instant.EPOCH));
            } else if (!isMarker) {
                entries.put(below, new Entry(below, false, file.length(), file.lastModified()));
            }
        }
        return List.copyOf(entries.values());
    }

    /** A folder goes with its last file. */
    @Override
    public boolean delete(String name) throws IOException {
        Optional<Entry> found = find(name);
        if (found.isEmpty()) {
            return false;
        } else if (found.get().isFolder()) {
            throw new IOException(location(name) + " can't be deleted: files are in it");
        }
        fs.deleteFile(location(name));
        return true;
    }

    @Override
    public String toString() {
        return id();
    }
}
