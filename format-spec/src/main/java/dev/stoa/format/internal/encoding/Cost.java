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

import dev.stoa.format.EncodingProfile;

/**
 * What the decoding of an encoding costs beyond that of PFOR, its parts aside, as a share of their bytes: so much smaller
 * an encoding must be than a simpler one to be taken. The profile COMPACT looks at bytes alone.
 */
enum Cost {
    /** Nothing to speak of. */
    NONE(0, 0),
    /** A prefix sum. */
    DELTA(120, 30),
    /** A multiplication per value, or a shift: SCALE and GAP. */
    STEP(60, 15),
    /** Expansion of runs. */
    RLE(80, 20),
    /** A look-up per value. */
    DICTIONARY(120, 30),
    /** Leaving out the values of null rows, which takes a pass over the vector. */
    COMPACT(250, 100),
    /** General decompression, which is slower than memory. */
    LZ4(Cost.NEVER, 100);

    private static final int NEVER = -1;

    private final int fast;
    private final int standard;

    /** In thousandths of the bytes: in the profiles FAST and DEFAULT. */
    Cost(int fast, int standard) {
        this.fast = fast;
        this.standard = standard;
    }

    /** The weight in a profile, in thousandths. */
    int weight(EncodingProfile profile) {
        return switch (profile) {
            case FAST -> fast;
            case DEFAULT -> standard;
            case COMPACT -> 0;
        };
    }

    /** Whether a profile takes the encoding at all. */
    boolean isTaken(EncodingProfile profile) {
        return weight(profile) != NEVER;
    }
}
