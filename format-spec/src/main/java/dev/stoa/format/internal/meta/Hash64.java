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

import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/** The one hash of the format, XXH64 (format-spec, section 4.1). */
public final class Hash64 {
    private static final XXHash64 HASHES = XXHashFactory.fastestJavaInstance().hash64();

    private Hash64() {}

    /**
     * Returns the hash of bytes.
     *
     * @param seed 0, or the hash of what comes before
     */
    public static long of(byte[] data, int start, int length, long seed) {
        return HASHES.hash(data, start, length, seed);
    }
}
