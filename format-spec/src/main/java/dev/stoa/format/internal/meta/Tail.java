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

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Optional;
import java.util.UUID;

/**
 * The last 88 bytes of a file (format-spec, section 2). They determine the place of every part of the footer.
 *
 * @param uuid the file's UUID
 * @param footerOffset where the footer starts
 * @param minMaxLength bytes of the MinMax section, which ends at the footer
 * @param nodeCount number of nodes
 * @param rowSetCount number of row sets
 * @param fieldIdCount number of nodes with a field id
 * @param nodeBytes bytes of all node pages
 * @param footerCrc CRC of the whole footer
 * @param hash of all that describes the file's data
 */
public record Tail(
        UUID uuid,
        long footerOffset,
        long minMaxLength,
        int nodeCount,
        int rowSetCount,
        int fieldIdCount,
        int nodeBytes,
        int footerCrc,
        ContentHash hash) {

    /** Feature: the footer is encrypted (format-spec, section 15). */
    private static final long ENCRYPTED_FOOTER = 1;

    private static final int FEATURES_AT = 52;
    private static final int HASH_AT = 60;
    private static final int EDITION_AT = 76;
    private static final int CRC_AT = 80;
    private static final int MAGIC_AT = 84;
    /** The last bytes of Parquet files, {@code PAR1}. */
    private static final int PARQUET_MAGIC = 0x31524150;
    /** The last bytes of Arrow files, {@code ROW1} of {@code ARROW1}. */
    private static final int ARROW_MAGIC = 0x31574F52;
    /** The bytes {@code ORC} before the last byte of ORC files. */
    private static final int ORC_MAGIC = 0x43524F;

    private static final int ORC_MASK = 0xFFFFFF;

    /** The bytes before its CRC that the CRC of edition 0 covered. */
    private static final int DRAFT_BYTES = 56;

    /** The same tail with the hash of the file: of the tail's own fields, too. */
    public Tail with(MetadataHash metadata) {
        return new Tail(
                uuid,
                footerOffset,
                minMaxLength,
                nodeCount,
                rowSetCount,
                fieldIdCount,
                nodeBytes,
                footerCrc,
                metadata.finish(ByteBuffer.wrap(toBytes(), 0, HASH_AT)));
    }

    /** Writes the tail's bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[Layout.TAIL_BYTES];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
        out.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
        out.order(ByteOrder.LITTLE_ENDIAN)
                .putLong(footerOffset)
                .putLong(minMaxLength)
                .putInt(nodeCount)
                .putInt(rowSetCount)
                .putInt(fieldIdCount)
                .putInt(nodeBytes)
                .putInt(footerCrc)
                .putLong(0)
                .put(hash.toBytes())
                .putShort((short) Layout.EDITION)
                .putShort((short) 0)
                .putInt(Layout.crc(bytes, 0, CRC_AT))
                .putInt(Layout.MAGIC);
        return bytes;
    }

    /**
     * Reads and checks a tail.
     *
     * @param bytes the last 88 bytes of the file, from position to limit
     * @param fileLength the length of the file
     * @param file its name, for messages
     * @throws CorruptFileException if these are not the last bytes of a sound Stoa file
     * @throws UnsupportedFileException if the edition or a feature is not known
     */
    public static Tail read(ByteBuffer bytes, long fileLength, String file) throws StoaException {
        ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() != Layout.TAIL_BYTES || fileLength < Layout.TAIL_BYTES + Layout.HEADER_BYTES) {
            throw new CorruptFileException(file + ": not a Stoa file: it has " + fileLength
                    + " bytes, the smallest has " + (Layout.TAIL_BYTES + Layout.HEADER_BYTES));
        }
        long at = fileLength - Layout.TAIL_BYTES;
        int magic = in.getInt(MAGIC_AT);
        if (magic != Layout.MAGIC) {
            Optional<String> other = otherFormat(magic);
            if (other.isPresent()) {
                throw new CorruptFileException(
                        file + ": this is " + other.get() + " file, not a Stoa file: make one of it by 'stoa convert'");
            }
            throw new CorruptFileException(file + ": not a Stoa file, or cut short: it does not end with STOA (byte "
                    + (fileLength - 4) + ")");
        }
        int edition = in.getShort(EDITION_AT) & 0xFFFF;
        int crc = Layout.crc(in.duplicate().limit(CRC_AT));
        if (crc != in.getInt(CRC_AT)) {
            if (edition == 0 && isDraft(in)) {
                throw new UnsupportedFileException(
                        file + ": written in edition 0 of the format, a draft that only the"
                                + " release that wrote it reads: convert it to Parquet with that release, and back with this one");
            }
            throw new CorruptFileException(file + ": the tail (byte " + at + ") is damaged: CRC "
                    + Integer.toHexString(crc) + ", stated " + Integer.toHexString(in.getInt(CRC_AT)));
        }
        if (edition != Layout.EDITION) {
            throw new UnsupportedFileException(file + ": written in edition " + edition
                    + " of the format, this reader knows edition " + Layout.EDITION + ": use a newer release of Stoa");
        }
        long unknown = in.getLong(FEATURES_AT) & ~Layout.KNOWN_FEATURES;
        if ((unknown & ENCRYPTED_FOOTER) != 0) {
            throw new UnsupportedFileException(
                    file
                            + ": its footer is encrypted, and this release reads no encrypted files: use a newer release of Stoa");
        }
        if (unknown != 0) {
            throw new UnsupportedFileException(file + ": needs the features " + BitSet.valueOf(new long[] {unknown})
                    + " which this reader does not know: use a newer release of Stoa");
        }
        if (in.getShort(EDITION_AT + 2) != 0) {
            throw new CorruptFileException(file + ": the tail (byte " + at + ") has a reserved field that is not zero");
        }
        ByteBuffer big = in.duplicate().order(ByteOrder.BIG_ENDIAN);
        Tail tail = new Tail(
                new UUID(big.getLong(0), big.getLong(8)),
                in.getLong(16),
                in.getLong(24),
                in.getInt(32),
                in.getInt(36),
                in.getInt(40),
                in.getInt(44),
                in.getInt(48),
                new ContentHash(big.getLong(HASH_AT), big.getLong(HASH_AT + 8)));
        tail.check(fileLength, file);
        return tail;
    }

    /** Whether these are the last bytes of a file of edition 0, whose tail had 64 bytes. */
    private static boolean isDraft(ByteBuffer in) {
        int from = CRC_AT - DRAFT_BYTES;
        return Layout.crc(in.duplicate().position(from).limit(CRC_AT)) == in.getInt(CRC_AT);
    }

    private void check(long fileLength, String file) throws CorruptFileException {
        long footerLength = fileLength - Layout.TAIL_BYTES - footerOffset;
        if (nodeCount < 0
                || nodeCount > Layout.MAX_NODES
                || rowSetCount < 1
                || rowSetCount > Layout.MAX_NODES
                || fieldIdCount < 0
                || fieldIdCount > nodeCount
                || nodeBytes < (long) nodeCount * Layout.LEAST_NODE_BYTES
                || footerOffset < Layout.HEADER_BYTES
                || footerLength < 0
                || minMaxLength < 0
                || minMaxLength > footerOffset - Layout.HEADER_BYTES
                || footerLength < fixedLength()) {
            throw new CorruptFileException(file + ": the tail (byte " + (fileLength - Layout.TAIL_BYTES)
                    + ") contradicts itself or the file's length of " + fileLength + " bytes: " + this);
        }
    }

    private long fixedLength() {
        return fieldIdIndexLength() + nodeBytes + pageIndexLength() + nameIndexLength() + rowSetsLength();
    }

    /** Whether the file has a name index and a field-id index. */
    public boolean hasIndexes() {
        return nodeCount > Layout.MAX_NODES_WITHOUT_INDEX;
    }

    /** Bytes of the field-id index. */
    public long fieldIdIndexLength() {
        return hasIndexes() ? PagedIndex.length(fieldIdCount) : 0;
    }

    /** Bytes of the name index. */
    public long nameIndexLength() {
        return hasIndexes() ? PagedIndex.length(nodeCount) : 0;
    }

    /** Number of node pages. */
    public int nodePages() {
        return NodePage.pages(nodeCount);
    }

    /** Bytes of the index of node pages; a single page needs none. */
    public long pageIndexLength() {
        return nodePages() > 1 ? PagedIndex.length(nodePages()) : 0;
    }

    private long rowSetsLength() {
        return (long) rowSetCount * Layout.ROW_SET_BYTES;
    }

    /** Bytes of the footer in a file of this length. */
    public long footerLength(long fileLength) {
        return fileLength - Layout.TAIL_BYTES - footerOffset;
    }

    /** Bytes of the properties in a file of this length. */
    public long propertiesLength(long fileLength) {
        return footerLength(fileLength) - fixedLength();
    }

    /** Where the field-id index starts. */
    public long fieldIdIndexOffset(long fileLength) {
        return footerOffset + propertiesLength(fileLength);
    }

    /** Where the node pages start. */
    public long nodesOffset(long fileLength) {
        return fieldIdIndexOffset(fileLength) + fieldIdIndexLength();
    }

    /** Where the index of node pages starts. */
    public long pageIndexOffset(long fileLength) {
        return nodesOffset(fileLength) + nodeBytes;
    }

    /** Where the name index starts. */
    public long nameIndexOffset(long fileLength) {
        return pageIndexOffset(fileLength) + pageIndexLength();
    }

    /** Where the row-set records start. */
    public long rowSetsOffset(long fileLength) {
        return nameIndexOffset(fileLength) + nameIndexLength();
    }

    /** Where the MinMax section starts. */
    public long minMaxOffset() {
        return footerOffset - minMaxLength;
    }

    private static Optional<String> otherFormat(int magic) {
        if (magic == PARQUET_MAGIC) {
            return Optional.of("a Parquet");
        } else if (magic == ARROW_MAGIC) {
            return Optional.of("an Arrow");
        }
        return (magic & ORC_MASK) == ORC_MAGIC ? Optional.of("an ORC") : Optional.empty();
    }
}
