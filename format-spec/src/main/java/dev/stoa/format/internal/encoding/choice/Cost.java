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

import dev.stoa.format.EncodingProfile;

/**
 * The extra cost of decoding an encoding, compared with PFOR and without its parts, as a share of their bytes. An encoding must
 * be smaller than a simpler one by this share to win.
 *
 * <p>The profile COMPACT weighs only bytes and the cost of ENTROPY. TRANSIENT takes only NONE and RLE.
 */
public enum Cost {
    /** Nothing to speak of. */
    NONE(0, 0),
    /** A prefix sum. */
    DELTA(120, 30),
    /** A multiplication per value, or a shift: SCALE and GAP. */
    STEP(60, 15),
    /** A conversion and a division per value. */
    ALP(120, 30),
    /** A rotation of the bits, and their way from integers to floating-point numbers. */
    ROTATE(60, 15),
    /** A conversion, a division and an addition per value. */
    NEAR(200, 60),
    /** Expansion of runs. */
    RLE(80, 20),
    /** A look-up per value. */
    DICTIONARY(120, 30),
    /** Putting one value between the others, which takes a pass over the vector. */
    FREQUENT(250, 100),
    /** Copying values. A later copy waits for the earlier ones. */
    REPEAT(200, 60),
    /** Leaving out the values of null rows, which takes a pass over the vector. */
    COMPACT(250, 100),
    /** General decompression, which is slower than memory. */
    LZ4(Cost.NEVER, 300),
    /** A look-up and two stores for each symbol. */
    FSST(400, 50),
    /** Two copies for each value. One of them waits for the value before. */
    PREFIX(Cost.NEVER, 80),
    /** Decoding one symbol after the other. */
    ENTROPY(Cost.NEVER, Cost.NEVER, 5);

    private static final int NEVER = -1;

    private final int fast;
    private final int standard;
    private final int compact;

    /** In thousandths of the bytes: in the profiles FAST and DEFAULT; in COMPACT nothing. */
    Cost(int fast, int standard) {
        this(fast, standard, 0);
    }

    /** In thousandths of the bytes: in the profiles FAST, DEFAULT and COMPACT. */
    Cost(int fast, int standard, int compact) {
        this.fast = fast;
        this.standard = standard;
        this.compact = compact;
    }

    /** The weight in a profile, in thousandths. */
    int weight(EncodingProfile profile) {
        return switch (profile) {
            case TRANSIENT -> this == NONE || this == RLE ? 0 : NEVER;
            case FAST -> fast;
            case DEFAULT -> standard;
            case COMPACT -> compact;
        };
    }

    /** Whether a profile takes the encoding at all. */
    boolean isTaken(EncodingProfile profile) {
        return weight(profile) != NEVER;
    }
}
