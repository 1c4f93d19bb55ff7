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
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Some consecutive nodes, with one checksum (format-spec, section 3.2). A page says where the column index and the MinMax of
 * its first node start, and the others follow. The page parses only lengths until a caller asks for a node, so an unknown type
 * refuses one node.
 */
public final class NodePage {
    /** Nodes of a page; the last one may have fewer. */
    public static final int NODES = 32;

    private final ByteBuffer bytes;
    private final int first;
    private final Tail tail;
    private final String where;
    private final int[] starts;
    private final int[] ends;
    private final NodeRecord.Place[] indexes;
    private final NodeRecord.Place[] minMaxes;
    /** The nodes that a caller asked for; threads that race parse the same bytes. */
    private final AtomicReferenceArray<NodeRecord> known;

    private NodePage(ByteBuffer bytes, int page, Tail tail, String where) {
        this.bytes = bytes;
        this.first = page * NODES;
        this.tail = tail;
        this.where = where;
        int nodes = nodes(page, tail.nodeCount());
        this.starts = new int[nodes];
        this.ends = new int[nodes];
        this.indexes = new NodeRecord.Place[nodes];
        this.minMaxes = new NodeRecord.Place[nodes];
        this.known = new AtomicReferenceArray<>(nodes);
    }

    /** Number of pages of a file with this number of nodes. */
    public static int pages(int nodes) {
        return (nodes + NODES - 1) / NODES;
    }

    private static int nodes(int page, int nodeCount) {
        return Math.min(NODES, nodeCount - page * NODES);
    }

    /** The bytes of a page with its CRC. The indexes of its nodes follow each other, as do their MinMax. */
    public static byte[] write(List<NodeRecord> nodes, int firstNode) {
        ByteSink out = new ByteSink();
        out.varint(nodes.get(0).index().offset());
        out.varint(nodes.get(0).minMax().offset());
        for (int i = 0; i < nodes.size(); i++) {
            NodeRecord node = nodes.get(i);
            ByteSink record = new ByteSink();
            node.write(firstNode + i, record);
            out.varint(record.size());
            write(node.index(), out);
            write(node.minMax(), out);
            out.bytes(record.array(), 0, record.size());
        }
        out.u32(Layout.crc(out.array(), 0, out.size()));
        return out.toByteArray();
    }

    private static void write(NodeRecord.Place place, ByteSink out) {
        out.varint(place.length());
        if (place.length() > 0) {
            out.u32(place.crc());
        }
    }

    /**
     * Reads and checks a page, but not yet its nodes.
     *
     * @param in the page with its CRC, from position to limit
     * @param page its ordinal, below {@link #pages}
     * @param where the page for messages
     */
    public static NodePage read(ByteBuffer in, int page, Tail tail, String where) throws CorruptFileException {
        ByteBuffer checked = PagedIndex.check(in, where);
        NodePage read = new NodePage(checked, page, tail, where);
        try {
            read.findNodes();
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(where + ": " + e.getMessage(), e);
        }
        return read;
    }

    private void findNodes() throws CorruptFileException {
        ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        long index = Wire.varint(in, tail.minMaxOffset(), "offset of the first column index");
        long minMax = Wire.varint(in, tail.footerOffset(), "offset of the first MinMax entry");
        Records.check(index >= Layout.HEADER_BYTES, where, "offset of the first column index", index);
        Records.check(minMax >= tail.minMaxOffset(), where, "offset of the first MinMax entry", minMax);
        for (int i = 0; i < starts.length; i++) {
            int length = Wire.count(in, in.remaining(), "length of node " + (first + i));
            indexes[i] = place(in, index, tail.minMaxOffset(), "column index of node " + (first + i));
            index += indexes[i].length();
            minMaxes[i] = place(in, minMax, tail.footerOffset(), "MinMax entry of node " + (first + i));
            minMax += minMaxes[i].length();
            starts[i] = in.position();
            Records.check(length <= in.remaining(), where, "length of node " + (first + i), length);
            ends[i] = starts[i] + length;
            in.position(ends[i]);
        }
        Records.check(!in.hasRemaining(), where, "bytes left over", in.remaining());
    }

    private static NodeRecord.Place place(ByteBuffer in, long offset, long end, String what)
            throws CorruptFileException {
        int length = Wire.count(in, (int) Math.min(Integer.MAX_VALUE, end - offset), "length of the " + what);
        return new NodeRecord.Place(offset, length, length > 0 ? Wire.i32(in) : 0);
    }

    /**
     * Reads a node, once.
     *
     * @throws dev.stoa.format.UnsupportedFileException if its type is not known
     */
    public NodeRecord node(int node) throws StoaException {
        int i = node - first;
        NodeRecord record = known.get(i);
        if (record == null) {
            record = read(node, i);
            known.set(i, record);
        }
        return record;
    }

    private NodeRecord read(int node, int i) throws StoaException {
        String of = where + ": node " + node;
        ByteBuffer in = bytes.duplicate()
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(starts[i])
                .limit(ends[i]);
        try {
            return NodeRecord.read(in, node, indexes[i], minMaxes[i], tail, of);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(of + ": " + e.getMessage(), e);
        }
    }

    /** Returns the number of parsed nodes. */
    public int knownNodes() {
        int count = 0;
        for (int i = 0; i < known.length(); i++) {
            count += known.get(i) == null ? 0 : 1;
        }
        return count;
    }
}
