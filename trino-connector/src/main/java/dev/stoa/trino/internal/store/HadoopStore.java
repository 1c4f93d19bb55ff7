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

import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.Folder;
import dev.stoa.vio.TargetExistsException;
import dev.stoa.vio.hadoop.HadoopFolder;
import io.trino.spi.classloader.ThreadContextClassLoader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A warehouse in a file system of Hadoop. */
final class HadoopStore implements Store {
    private final Path root;
    private final Configuration configuration;
    private Optional<PlacementGroups> groups = Optional.empty();

    /**
     * Names a warehouse.
     *
     * @param root path or URI of the folder
     */
    HadoopStore(String root, Configuration configuration) {
        this.root = new Path(root);
        this.configuration = configuration;
    }

    private Path path(String path) {
        return path.isEmpty() ? root : new Path(root, path);
    }

    /** Hadoop looks for its file systems in the class loader of the thread, which is Trino's. */
    private FileSystem fileSystem(String path) throws IOException {
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(HadoopStore.class.getClassLoader())) {
            return path(path).getFileSystem(configuration);
        }
    }

    /** The placement groups, whose maps are read once and then when they change. */
    private synchronized PlacementGroups groups() throws IOException {
        if (groups.isEmpty()) {
            try (ThreadContextClassLoader _ = new ThreadContextClassLoader(HadoopStore.class.getClassLoader())) {
                groups = Optional.of(new PlacementGroups(HadoopFolder.listed(configuration, PlacementGroups.SETTING)));
            }
        }
        return groups.get();
    }

    @Override
    public String id(String path) {
        return path(path).toString();
    }

    @Override
    public Folder folder(String path) throws IOException {
        FileSystem store = fileSystem(path);
        Path folder = path(path);
        return groups().around(
                        HadoopFolder.of(store, folder),
                        store.makeQualified(folder).toUri().getPath());
    }

    @Override
    public List<String> folders(String path) throws IOException {
        return entries(path).stream()
                .filter(Folder.Entry::isFolder)
                .map(Folder.Entry::name)
                .toList();
    }

    @Override
    public List<Folder.Entry> entries(String path) throws IOException {
        return HadoopFolder.of(fileSystem(path), path(path)).list("");
    }

    @Override
    public void createFolder(String path) throws IOException {
        if (!fileSystem(path).mkdirs(path(path))) {
            throw new IOException(path(path) + " could not be made: look for a file of that name, and for your rights");
        }
    }

    @Override
    public void removeFolder(String path) throws IOException {
        fileSystem(path).delete(path(path), false);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        if (fileSystem(to).exists(path(to))) {
            throw new TargetExistsException(id(to), "choose another name");
        } else if (!fileSystem(from).rename(path(from), path(to))) {
            throw new IOException(path(from) + " could not be renamed to " + path(to));
        }
    }
}
