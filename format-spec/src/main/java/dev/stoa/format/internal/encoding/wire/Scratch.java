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
package dev.stoa.format.internal.encoding.wire;

/** Makes room in reused arrays; what they held is lost. */
public final class Scratch {
    private Scratch() {}

    public static long[] grow(long[] array, int size) {
        return array.length >= size ? array : new long[Math.max(size, 64)];
    }

    public static int[] grow(int[] array, int size) {
        return array.length >= size ? array : new int[Math.max(size, 64)];
    }

    public static byte[] grow(byte[] array, int size) {
        return array.length >= size ? array : new byte[Math.max(size, 64)];
    }
}
