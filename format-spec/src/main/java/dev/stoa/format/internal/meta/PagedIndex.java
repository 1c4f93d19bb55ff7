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

import dev.stoa.format.CorruptFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The name index, the field-id index and the index of node pages (format-spec, sections 3.2 and 3.4). They have entries of two
 * {@code u32} in pages of 256. Each page has its own CRC, so a look-up among 20,000 columns reads only a page.
 */
public final class PagedIndex {
    /** Bytes of an entry. */
    public static final int ENTRY_BYTES = 8;

    private static final int PAGE_ENTRIES = 256;
    private static final int CRC_BYTES = 4;

    private PagedIndex() {}

    /** Bytes of an index of {@code entries} entries. */
    public static long length(int entries) {
        return (long) entries * ENTRY_BYTES + (long) pages(entries) * CRC_BYTES;
    }

    /** Number of pages of an index of {@code entries} entries. */
    public static int pages(int entries) {
        return (entries + PAGE_ENTRIES - 1) / PAGE_ENTRIES;
    }

    /** Where a page starts within the index. */
    public static long pageOffset(int page) {
        return (long) page * (PAGE_ENTRIES * ENTRY_BYTES + CRC_BYTES);
    }

    /** Bytes of a page with its CRC. */
    public static int pageLength(int page, int entries) {
        return Math.min(PAGE_ENTRIES, entries - page * PAGE_ENTRIES) * ENTRY_BYTES + CRC_BYTES;
    }

    /**
     * The expected page of a hash, as hashes are uniformly distributed. The rank of its entry has a standard deviation of at
     * most sqrt(entries) / 2. So in practice a few pages around this one always suffice. A reader continues from the page that
     * it finds.
     */
    public static int expectedPage(long hash, int entries) {
        long rank = Math.multiplyHigh(hash >>> 1, (long) entries << 1);
        return (int) Math.min(pages(entries) - 1L, rank / PAGE_ENTRIES);
    }

    /** The key of a hash in the name index: its upper half. */
    public static int key(long hash) {
        return (int) (hash >>> 32);
    }

    /** The name index of nodes whose hashes are given by node. */
    public static byte[] ofNames(long[] hashes) {
        long[] order = new long[hashes.length];
        for (int node = 0; node < order.length; node++) {
            order[node] = (long) (key(hashes[node]) ^ Integer.MIN_VALUE) << 32 | node; // sorts as unsigned
        }
        Arrays.sort(order);
        ByteBuffer out = allocate(order.length);
        for (int i = 0; i < order.length; i++) {
            out.putInt((int) (order[i] >>> 32) ^ Integer.MIN_VALUE).putInt((int) order[i]);
            endEntry(out, i, order.length);
        }
        return out.array();
    }

    /** The index of node pages, from their lengths. */
    public static byte[] ofPages(int[] lengths) {
        ByteBuffer out = allocate(lengths.length);
        int offset = 0;
        for (int i = 0; i < lengths.length; i++) {
            out.putInt(offset).putInt(lengths[i]);
            offset = Math.addExact(offset, lengths[i]);
            endEntry(out, i, lengths.length);
        }
        return out.array();
    }

    /** The field-id index of some nodes and their ids, pairwise. */
    public static byte[] ofFieldIds(int[] nodes, int[] ids) {
        Integer[] order = IntStream.range(0, nodes.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingInt((Integer i) -> ids[i]).thenComparingInt(i -> nodes[i]));
        ByteBuffer out = allocate(nodes.length);
        for (int i = 0; i < order.length; i++) {
            out.putInt(ids[order[i]]).putInt(nodes[order[i]]);
            endEntry(out, i, order.length);
        }
        return out.array();
    }

    private static ByteBuffer allocate(int entries) {
        return ByteBuffer.allocate(Math.toIntExact(length(entries))).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void endEntry(ByteBuffer out, int i, int entries) {
        if (i % PAGE_ENTRIES == PAGE_ENTRIES - 1 || i == entries - 1) {
            int from = out.position() - (i % PAGE_ENTRIES + 1) * ENTRY_BYTES;
            out.putInt(Layout.crc(out.array(), from, out.position() - from));
        }
    }

    /**
     * Checks a page's CRC.
     *
     * @param page the page with its CRC, from position to limit
     * @param where the page for messages, such as "x.stoa: name index, page 3 (byte 1234)"
     * @return the entries, without the CRC, little-endian, starting at 0
     */
    public static ByteBuffer check(ByteBuffer page, String where) throws CorruptFileException {
        ByteBuffer in = page.slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = in.remaining() - CRC_BYTES;
        if (length < 0) {
            throw new CorruptFileException(where + " is cut short: it has " + in.remaining() + " bytes");
        }
        int crc = Layout.crc(in.duplicate().limit(length));
        if (crc != in.getInt(length)) {
            throw new CorruptFileException(where + " is damaged: CRC " + Integer.toHexString(crc) + ", stated "
                    + Integer.toHexString(in.getInt(length)));
        }
        return in.limit(length).slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
