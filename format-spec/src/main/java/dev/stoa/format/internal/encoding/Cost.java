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
package dev.stoa.format.internal.encoding;

/** What an encoding must save over a simpler one to be taken: a share of its bytes, for the time that decoding takes. */
enum Cost {
    /** A prefix sum. */
    DELTA_WEIGHT(32),
    /** A multiplication per value, or a shift: SCALE and GAP. */
    STEP_WEIGHT(64),
    /** Expansion of runs. */
    RLE_WEIGHT(50),
    /** A look-up per value. */
    DICTIONARY_WEIGHT(32),
    /** Leaving out the values of null rows, which takes a pass over the vector. */
    COMPACT_WEIGHT(10),
    /** General decompression. */
    LZ4_WEIGHT(10);

    private final int share;

    Cost(int share) {
        this.share = share;
    }

    /** So many bytes. */
    long of(long bytes) {
        return bytes / share;
    }
}
