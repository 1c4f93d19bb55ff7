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
package dev.stoa.cli.internal.io;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;

/**
 * Tells which names the folders around files have. It lists each folder of a store once, which costs one request where the store would
 * take two for each name that is not there. It asks for single names on a local disk, in folders with more entries than a store lists by
 * one request, and in those that it may not list.
 */
final class KnownFolders {
    private static final int LISTED = 1000;

    private final FileSystem fs;
    private final boolean isLocal;
    private final Map<Path, Optional<Set<String>>> listed = new HashMap<>();

    KnownFolders(FileSystem fs) {
        this.fs = fs;
        this.isLocal = Stores.isLocal(fs);
    }

    FileSystem fs() {
        return fs;
    }

    /** Whether a folder has a child of a name. */
    boolean has(Path folder, String name) throws IOException {
        Optional<Set<String>> names = names(folder);
        return names.isPresent() ? names.get().contains(name) : fs.exists(new Path(folder, name));
    }

    /** Whether a folder may have a child of a name, without a request for that name. */
    boolean mayHave(Path folder, String name) throws IOException {
        return names(folder).map(names -> names.contains(name)).orElse(true);
    }

    private Optional<Set<String>> names(Path folder) throws IOException {
        if (isLocal) {
            return Optional.empty();
        }
        Optional<Set<String>> names = listed.get(folder);
        if (names == null) {
            names = list(folder);
            listed.put(folder, names);
        }
        return names;
    }

    private Optional<Set<String>> list(Path folder) throws IOException {
        Set<String> names = new HashSet<>();
        RemoteIterator<FileStatus> children = null;
        try {
            children = fs.listStatusIterator(folder);
            while (names.size() < LISTED) {
                if (!children.hasNext()) {
                    return Optional.of(names);
                }
                names.add(children.next().getPath().getName());
            }
            return Optional.empty();
        } catch (FileNotFoundException e) {
            return Optional.of(Set.of());
        } catch (AccessDeniedException | AccessControlException e) {
            return Optional.empty();
        } finally {
            if (children instanceof Closeable open) {
                open.close();
            }
        }
    }
}
