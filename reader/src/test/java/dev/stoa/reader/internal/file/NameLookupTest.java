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
package dev.stoa.reader.internal.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.meta.PagedIndex;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The search in a page of the name index, against a look at each entry. */
class NameLookupTest {
    private static final long SEED = Long.getLong("stoa.seed", System.nanoTime());
    private static final int[] KEYS = {0, 1, 2, 3, Integer.MAX_VALUE, Integer.MIN_VALUE, -3, -2, -1};

    @Test
    void findsTheFirstEntryOfAKey() throws Exception {
        System.out.println("NameLookupTest: -Dstoa.seed=" + SEED);
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            ByteBuffer page = page(random, round);
            for (int key : KEYS) {
                assertEquals(slowly(page, key), NameLookup.from(page, key), () -> "key " + key);
            }
        }
    }

    @Test
    void refusesAPageThatIsNotInOrder() throws Exception {
        ByteBuffer page =
                PagedIndex.check(ByteBuffer.wrap(PagedIndex.ofNames(new long[] {1L << 32, 2L << 32, -1})), "x");
        assertEquals(page, NameLookup.inOrder(page, "x"));
        ByteBuffer other = ByteBuffer.allocate(page.limit())
                .order(page.order())
                .put(page.duplicate())
                .flip();
        other.putInt(8, -2).putInt(16, 2);
        CorruptFileException e =
                assertThrows(CorruptFileException.class, () -> NameLookup.inOrder(other, "x.stoa: page 0"));
        assertEquals("x.stoa: page 0: entry 2 of the page is not in order", e.getMessage());
    }

    /** A page of few different keys, so that most recur and some are missing. */
    private static ByteBuffer page(Random random, int entries) throws Exception {
        long[] hashes = new long[entries];
        for (int i = 0; i < entries; i++) {
            hashes[i] = (long) KEYS[random.nextInt(KEYS.length)] << Integer.SIZE | random.nextInt(1000);
        }
        byte[] index = PagedIndex.ofNames(hashes);
        return entries == 0 ? ByteBuffer.allocate(0) : PagedIndex.check(ByteBuffer.wrap(index), "a page");
    }

    private static int slowly(ByteBuffer page, int key) {
        int at = 0;
        while (at < page.limit() && Integer.compareUnsigned(page.getInt(at), key) < 0) {
            at += PagedIndex.ENTRY_BYTES;
        }
        return at;
    }
}
