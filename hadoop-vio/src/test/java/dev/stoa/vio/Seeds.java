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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random test data from printed seeds: repeat a run with {@code -DargLine=-Dstoa.seed=...}. */
public final class Seeds {

    private Seeds() {}

    /** Returns a source of random numbers and prints its seed. */
    public static Random random(String test) {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println(test + ": seed " + seed);
        return new Random(seed);
    }

    /** Returns random bytes. */
    public static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns up to 30 ranges within a file: apart, touching, overlapping, repeated and empty ones, in any order. */
    public static List<Range> ranges(Random random, long fileLength) {
        List<Range> ranges = new ArrayList<>();
        int count = random.nextInt(31);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(10);
            if (kind == 0) {
                ranges.add(new Range(between(random, 0, fileLength), 0));
            } else if (kind == 1 && !ranges.isEmpty()) {
                ranges.add(ranges.get(random.nextInt(ranges.size())));
            } else {
                long offset = kind == 2 && !ranges.isEmpty()
                        ? ranges.get(random.nextInt(ranges.size())).end()
                        : between(random, 0, fileLength);
                int magnitude = 1 << random.nextInt(20);
                long most = Math.min(fileLength - offset, magnitude);
                ranges.add(new Range(offset, (int) between(random, 0, most)));
            }
        }
        return ranges;
    }

    /** Returns a profile with random small numbers, so that ranges are merged and split often; no pause on retries. */
    public static StoreProfile profile(Random random) {
        StoreProfile local = StoreProfile.local();
        return local.withCosts(costsOfGap(random.nextInt(1 << random.nextInt(18))))
                .withLimits(local.limits()
                        .withLargestRequest(1 + random.nextInt(1 << (6 + random.nextInt(15))))
                        .withRequestsInFlight(1 + random.nextInt(9))
                        .withInlineBytes(random.nextInt(3) == 0 ? 1 << random.nextInt(18) : 0))
                .withRetries(local.retries().withAttempts(3, 0));
    }

    /** Returns the costs of a store where a request takes as long as so many bytes. */
    public static StoreCosts costsOfGap(int bytes) {
        return new StoreCosts(bytes, bytes, 1_000_000, 1L << 50, 0);
    }

    /** Returns a range of an array as a buffer. */
    public static ByteBuffer slice(byte[] file, Range range) {
        return ByteBuffer.wrap(file, (int) range.offset(), range.length());
    }

    private static long between(Random random, long least, long most) {
        return least + (long) (random.nextDouble() * (most - least + 1));
    }
}
