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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The properties of a file (format-spec, section 3.5).
 *
 * @param createdBy the program that wrote the file
 * @param encodings the encodings in use
 * @param sortColumns the order of the table's rows
 * @param keyValues key-value pairs in order; a key may come without a value, and twice
 */
public record Properties(
        String createdBy, List<NamedId> encodings, List<SortColumn> sortColumns, List<KeyValue> keyValues) {

    /** Copies the lists. */
    public Properties {
        encodings = List.copyOf(encodings);
        sortColumns = List.copyOf(sortColumns);
        keyValues = List.copyOf(keyValues);
    }

    /**
     * An encoding in use.
     *
     * @param id its id
     * @param name its name
     */
    public record NamedId(int id, String name) {}

    /**
     * A column of the sort order.
     *
     * @param node the column
     * @param descending whether larger values come first
     * @param nullsFirst whether nulls come first
     */
    public record SortColumn(int node, boolean descending, boolean nullsFirst) {}

    /**
     * A key and perhaps a value.
     *
     * @param key the key
     * @param value the value
     */
    public record KeyValue(String key, Optional<String> value) {}

    /** The bytes with their CRC. */
    public byte[] toBytes() {
        ByteSink out = new ByteSink();
        out.text(createdBy);
        out.varint(encodings.size());
        for (NamedId e : encodings) {
            out.varint(e.id());
            out.text(e.name());
        }
        out.varint(sortColumns.size());
        for (SortColumn c : sortColumns) {
            out.varint(c.node());
            out.u8((c.descending() ? 1 : 0) | (c.nullsFirst() ? 2 : 0));
        }
        out.varint(keyValues.size());
        for (KeyValue kv : keyValues) {
            out.text(kv.key());
            out.u8(kv.value().isPresent() ? 1 : 0);
            kv.value().ifPresent(out::text);
        }
        out.varint(0);
        byte[] body = out.toByteArray();
        out.u32(Layout.crc(body, 0, body.length));
        return out.toByteArray();
    }

    /**
     * Reads and checks properties.
     *
     * @param bytes from position to limit
     * @param where the part for messages, such as "x.stoa: properties (byte 1234)"
     */
    public static Properties read(ByteBuffer bytes, int nodeCount, String where) throws StoaException {
        ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        int length = in.remaining() - 4;
        if (length < 0 || Layout.crc(in.duplicate().limit(length)) != in.getInt(length)) {
            throw new CorruptFileException(where + " are damaged: the CRC does not fit");
        }
        in.limit(length);
        try {
            String createdBy = Wire.text(in, in.remaining(), "text");
            List<NamedId> encodings = new ArrayList<>();
            for (int n = Records.count(in, 2); n > 0; n--) {
                encodings.add(new NamedId((int) Wire.varint(in), Wire.text(in, in.remaining(), "text")));
            }
            List<SortColumn> sort = new ArrayList<>();
            for (int n = Records.count(in, 2); n > 0; n--) {
                long node = Wire.varint(in);
                int flags = Wire.u8(in);
                Records.check(node >= 0 && node < nodeCount, where, "sort column", node);
                Records.check(flags < 4, where, "flags of a sort column", flags);
                sort.add(new SortColumn((int) node, (flags & 1) != 0, (flags & 2) != 0));
            }
            List<KeyValue> keyValues = new ArrayList<>();
            for (int n = Records.count(in, 2); n > 0; n--) {
                String key = Wire.text(in, in.remaining(), "text");
                int there = Wire.u8(in);
                Records.check(there < 2, where, "mark of a value", there);
                keyValues.add(new KeyValue(
                        key, there == 1 ? Optional.of(Wire.text(in, in.remaining(), "text")) : Optional.empty()));
            }
            OptionalEntries.skip(in, where);
            Records.check(!in.hasRemaining(), where, "bytes left over", in.remaining());
            return new Properties(createdBy, encodings, sort, keyValues);
        } catch (CorruptFileException e) {
            throw e.getMessage().startsWith(where) ? e : new CorruptFileException(where + ": " + e.getMessage(), e);
        }
    }
}
