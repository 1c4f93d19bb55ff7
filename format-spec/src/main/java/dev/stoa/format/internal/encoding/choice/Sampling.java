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
package dev.stoa.format.internal.encoding.choice;

/** The positions of the values of a sample. */
public final class Sampling {
    private Sampling() {}

    /**
     * The position of sample k of {@code size} among n values; n is at least {@code size}. The positions spread evenly, but
     * their distances differ. At equal distances, all samples of periodic data could have the same value.
     */
    public static int position(int k, int size, int n) {
        int begin = (int) ((long) k * n / size);
        return begin + k * 41 % (n / size);
    }
}
