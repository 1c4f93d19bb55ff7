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
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The folders of a catalog in its file system. The paths of a warehouse are relative to it, with slashes between the names; the
 * empty path is the warehouse. Otherwise a path is a location.
 */
public interface Store {
    /** The folders at locations in Hadoop's file systems. */
    static Store ofHadoop(Configuration configuration) {
        return ofHadoop("/", configuration);
    }

    /**
     * The folders of a warehouse in a file system of Hadoop.
     *
     * @param root path or URI of the warehouse
     */
    static Store ofHadoop(String root, Configuration configuration) {
        return new HadoopStore(root, configuration);
    }

    /** The path of a folder, for messages. */
    String id(String path);

    /** The folder of a table, which may be missing. */
    Folder folder(String path) throws IOException;

    /** The names of the folders in a folder; none if it is missing. */
    List<String> folders(String path) throws IOException;

    /** Lists the folder of a schema; nothing if it is missing. */
    List<Folder.Entry> entries(String path) throws IOException;

    /** Makes the folder of a schema, which exists although it is empty. */
    void createFolder(String path) throws IOException;

    /** Removes the folder of a schema without tables. */
    void removeFolder(String path) throws IOException;

    /**
     * Gives a folder another path.
     *
     * @throws dev.stoa.vio.TargetExistsException if the path is taken
     */
    void rename(String from, String to) throws IOException;
}
