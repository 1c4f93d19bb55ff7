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

import dev.stoa.vio.Folder;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A warehouse in an object store, by Trino's own file systems. An object store has no empty folders. So a schema has a marker: an
 * empty file, which readers of tables leave out.
 */
final class TrinoStore implements Store {
    /** The name of the marker in the folder of a schema. */
    private static final String MARKER = ".schema";

    private final TrinoFileSystem fs;
    private final Optional<Location> root;

    /**
     * Names a warehouse.
     *
     * @param fs the file system, as a user reaches it
     * @param root of the warehouse; none if the paths are locations
     */
    TrinoStore(TrinoFileSystem fs, Optional<Location> root) {
        this.fs = fs;
        this.root = root;
    }

    private Location location(String path) {
        return root.map(above -> path.isEmpty() ? above : above.appendPath(path))
                .orElseGet(() -> Location.of(path));
    }

    @Override
    public String id(String path) {
        return location(path).toString();
    }

    @Override
    public Folder folder(String path) {
        return new TrinoFolder(fs, location(path));
    }

    @Override
    public List<String> folders(String path) throws IOException {
        List<String> names = new ArrayList<>();
        for (Location folder : fs.listDirectories(location(path).appendSuffix("/"))) {
            String text = folder.toString();
            String below = text.substring(0, text.length() - 1);
            names.add(below.substring(below.lastIndexOf('/') + 1));
        }
        return names;
    }

    @Override
    public List<Folder.Entry> entries(String path) throws IOException {
        return folder(path).list("").stream()
                .filter(entry -> !entry.name().equals(MARKER))
                .toList();
    }

    @Override
    public void createFolder(String path) throws IOException {
        fs.newOutputFile(location(path).appendPath(MARKER)).createOrOverwrite(new byte[0]);
    }

    /** Hadoop's S3A has another marker, which is deleted with the folder only. */
    @Override
    public void removeFolder(String path) throws IOException {
        fs.deleteFile(location(path).appendPath(MARKER));
        if ((root.isEmpty() || folders("").contains(path)) && entries(path).isEmpty()) {
            fs.deleteDirectory(location(path));
        }
    }

    /** An object store would copy all objects, and readers would see half of them meanwhile. */
    @Override
    public void rename(String from, String to) {
        throw StoaErrors.unsupported(id(from) + " can't be renamed: an object store has no renames; make a new table"
                + " by CREATE TABLE AS, then drop this one");
    }
}
