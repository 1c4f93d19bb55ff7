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
import java.util.List;
import java.util.Optional;

/**
 * The files of a store by their paths, with the nodes that have their bytes. A client tells HDFS how many replicas of a file to keep.
 * Safe for several threads.
 */
public interface ReplicaStore {
    /**
     * A file.
     *
     * @param path absolute, without the store's name
     * @param length in bytes
     * @param replicas how many the store keeps; 0 of a file that it divides among nodes (erasure coding)
     * @param blocks its bytes, and the hosts that have them
     */
    record StoredFile(String path, long length, int replicas, List<Placement> blocks) {}

    /**
     * A node that stores files.
     *
     * @param host its name
     * @param rack its rack
     */
    record Node(String host, String rack) {}

    /** Returns the store's name, for messages. */
    String id();

    /** Whether the store keeps replicas on nodes, and lets clients say how many. */
    boolean hasReplicas();

    /**
     * Lists the files below a folder; none if the folder does not exist.
     *
     * @throws IOException if it can't be listed
     */
    List<StoredFile> files(String folder) throws IOException;

    /** Returns a file, if it exists. */
    Optional<StoredFile> find(String path) throws IOException;

    /**
     * Asks for another number of replicas of a file. The store makes and deletes them later.
     *
     * @throws IOException if the store refuses it; a file that does not exist is no error
     */
    void setReplicas(String path, int replicas) throws IOException;

    /**
     * Writes a small file into a folder, and removes it again.
     *
     * @return the hosts where the store put it
     */
    List<String> hostsOfNewFile(String folder, int replicas) throws IOException;

    /**
     * Returns the nodes that are in service.
     *
     * @throws IOException if the store has no nodes of its own, or refuses the question
     */
    List<Node> nodes() throws IOException;
}
