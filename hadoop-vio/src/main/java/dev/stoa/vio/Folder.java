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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A folder of a store, and all that is below it. Files and folders in it are named by paths relative to it, with
 * slashes: {@code a/b.stoa}; the empty name is the folder itself. A name never leads out of the folder: one with an empty
 * part, {@code .} or {@code ..} is refused. Safe for several threads.
 *
 * <p>{@link LocalFolder} and {@code dev.stoa.vio.hadoop.HadoopFolder} make folders.
 */
public interface Folder {

    /** Returns the folder's path for messages. */
    String id();

    /** Returns the parent folder, if it exists and can be read. */
    default Optional<Folder> parent() {
        return Optional.empty();
    }

    /**
     * Opens a file.
     *
     * @param name of the file
     * @param knownLength its length in bytes, if known, which saves a request to an object store
     * @throws java.io.FileNotFoundException if no such file exists; an object store may find that out at the first read
     *     only
     * @throws IOException if it can't be opened or is a folder
     */
    RangeSource open(String name, OptionalLong knownLength) throws IOException;

    /**
     * Begins a file; the folders above it are made if they are missing.
     *
     * @throws TargetExistsException if the name is taken and may not be overwritten
     * @throws UnsafeStoreException if the options ask for an {@linkplain SinkOptions#exclusive() exclusive} file, and the
     *     store can't promise one
     * @throws IOException if it can't be made
     */
    FileSink create(String name, SinkOptions options) throws IOException;

    /**
     * Makes a file durable, with all names on the way to it, in case its writer has not. Only local disks need this: other stores
     * make a file as durable as they can when its writer closes it.
     *
     * @throws IOException if that fails
     */
    default void sync(String name) throws IOException {}

    /** Returns what a name refers to, if it exists. */
    Optional<Entry> find(String name) throws IOException;

    /**
     * Returns whether a name is that of a folder. On S3 this takes one request. {@link #find} takes two there if the name does not
     * exist: it looks for a file first.
     */
    default boolean hasFolder(String name) throws IOException {
        return find(name).filter(Entry::isFolder).isPresent();
    }

    /**
     * Lists the direct children of a folder, in the order of their names; nothing if the folder does not exist.
     *
     * @throws IOException if it can't be listed or is a file
     */
    List<Entry> list(String name) throws IOException;

    /**
     * Removes a file, or an empty folder.
     *
     * @return whether it existed
     * @throws IOException if it can't be removed
     */
    boolean delete(String name) throws IOException;

    /**
     * Returns which hosts have which bytes of a file; nothing where that is not known, or of no use.
     *
     * @param length of the file, for stores without hosts
     */
    default List<Placement> placements(String name, long length) throws IOException {
        return List.of();
    }

    /**
     * A file or folder of a store.
     *
     * @param name the last part of its path
     * @param isFolder whether it is a folder
     * @param length of a file, in bytes; of a folder 0
     * @param modified when it was last written, as the store says
     */
    record Entry(String name, boolean isFolder, long length, Instant modified) {}

    /**
     * Checks a relative name.
     *
     * @return the name
     * @throws IllegalArgumentException if a part is empty, {@code .} or {@code ..}, or holds a backslash, a colon or a NUL
     */
    static String checkName(String name) {
        if (name.isEmpty()) {
            return name;
        }
        for (String part : name.split("/", -1)) {
            boolean bad = part.isEmpty() || part.equals(".") || part.equals("..");
            for (int i = 0; i < part.length() && !bad; i++) {
                char c = part.charAt(i);
                bad = c == 0 || c == '\\' || c == ':';
            }
            if (bad) {
                throw new IllegalArgumentException("'" + name + "' is not the name of a file below a folder");
            }
        }
        return name;
    }
}
