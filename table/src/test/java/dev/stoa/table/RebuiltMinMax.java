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
package dev.stoa.table;

import dev.stoa.format.ContentHash;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MetadataHash;
import dev.stoa.format.internal.meta.Tail;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** A file whose MinMax was made anew or dropped, with each checksum and the hash right. */
final class RebuiltMinMax {
    private RebuiltMinMax() {}

    /**
     * Rebuilds a file of at most 32 nodes.
     *
     * @param rebuild makes an entry of an entry; one of no bytes is dropped
     */
    static byte[] of(byte[] file, UnaryOperator<byte[]> rebuild) throws StoaException {
        Tail tail =
                Tail.read(ByteBuffer.wrap(file, file.length - Layout.TAIL_BYTES, Layout.TAIL_BYTES), file.length, "x");
        int minMax = (int) tail.minMaxOffset();
        int nodes = (int) tail.nodesOffset(file.length);
        int nodesEnd = nodes + tail.nodeBytes();
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        in.position(nodes).limit(nodesEnd - 4);
        ByteSink page = new ByteSink();
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        long firstIndex = Wire.varint(in);
        page.varint(firstIndex);
        page.varint(Wire.varint(in));
        int at = minMax;
        while (in.hasRemaining()) {
            int length = (int) Wire.varint(in);
            page.varint(length);
            long index = Wire.varint(in);
            page.varint(index);
            if (index > 0) {
                page.u32(in.getInt());
            }
            int stored = (int) Wire.varint(in);
            in.position(in.position() + (stored > 0 ? Integer.BYTES : 0));
            byte[] entry = stored > 0 ? rebuild.apply(Arrays.copyOfRange(file, at, at + stored)) : new byte[0];
            at += stored;
            page.varint(entry.length);
            if (entry.length > 0) {
                page.u32(Layout.crc(entry, 0, entry.length));
            }
            entries.writeBytes(entry);
            page.bytes(file, in.position(), length);
            in.position(in.position() + length);
        }
        page.u32(Layout.crc(page.array(), 0, page.size()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, minMax);
        out.writeBytes(entries.toByteArray());
        int footer = out.size();
        out.write(file, (int) tail.footerOffset(), nodes - (int) tail.footerOffset());
        out.writeBytes(page.toByteArray());
        out.write(file, nodesEnd, file.length - Layout.TAIL_BYTES - nodesEnd);
        byte[] body = out.toByteArray();
        Tail rebuilt = new Tail(
                tail.uuid(),
                footer,
                entries.size(),
                tail.nodeCount(),
                tail.rowSetCount(),
                tail.fieldIdCount(),
                page.size(),
                Layout.crc(body, footer, body.length - footer),
                new ContentHash(0, 0));
        MetadataHash hash = new MetadataHash();
        hash.add(ByteBuffer.wrap(body, (int) firstIndex, body.length - (int) firstIndex));
        out.writeBytes(rebuilt.with(hash).toBytes());
        return out.toByteArray();
    }
}
