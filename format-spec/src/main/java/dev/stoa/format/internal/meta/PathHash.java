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

/** The hash of the names on a node's path, which finds the node (format-spec, section 3.4). */
public final class PathHash {
    private static final long FNV_BASIS = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private PathHash() {}

    /** The seed of a row set's top-level nodes; the table's name is empty. */
    public static long root(String rowSetName) {
        return fnv(FNV_BASIS, rowSetName);
    }

    /** The hash of a child from its parent's hash (or {@link #root}) and its name. */
    public static long child(long parent, String name) {
        long h = fnv(parent, name);
        h ^= h >>> 33;
        h *= 0xFF51AFD7ED558CCDL;
        h ^= h >>> 33;
        h *= 0xC4CEB9FE1A85EC53L;
        return h ^ (h >>> 33);
    }

    private static long fnv(long seed, String text) {
        long h = seed;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            h = (h ^ (b & 0xFF)) * FNV_PRIME;
        }
        return h;
    }
}
