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
package dev.stoa.format.internal.meta;

import java.nio.charset.StandardCharsets;

/** The hash of a node, that of a key of the names on its path, which finds the node (format-spec, sections 3.4 and 4.1). */
public final class PathHash {
    /** The seed of top-level nodes. */
    public static final long ROOT = 0;

    private PathHash() {}

    /**
     * The hash of a node.
     *
     * @param parent the hash of its parent, or {@link #ROOT}
     */
    public static long child(long parent, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return Hash64.of(bytes, 0, bytes.length, parent);
    }
}
