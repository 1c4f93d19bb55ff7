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
package dev.stoa.table.internal.log;

import dev.stoa.format.ContentHash;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.UnsupportedFileException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * An expiry raises the floor by creating this file (format-spec, section 14). Its hash covers all its bytes before the hash.
 *
 * @param table the id of the table
 * @param floor the floor, and the number of this marker
 * @param below the floor of the marker before, or 0
 * @param micros when it was written, in microseconds since 1970, for people only
 * @param entry the hash of the entry of the floor's version
 * @param previous the hash of the marker before, or 0
 */
public record FloorMarker(UUID table, Floor floor, long below, long micros, ContentHash entry, ContentHash previous) {
    /** The bytes of a marker. */
    static final int BYTES = 112;

    private static final int HASH_AT = BYTES - ContentHash.BYTES;
    private static final byte[] MAGIC = "STOAFLOR".getBytes(StandardCharsets.US_ASCII);
    private static final int EDITION = Integer.parseInt(LogWriter.EDITION);

    /**
     * A marker.
     *
     * @param before the marker with the number below; absent for the first
     * @param entry the hash of the entry of the floor's version
     */
    public static FloorMarker of(
            UUID table, Floor floor, Optional<FloorMarker> before, ContentHash entry, Instant now) {
        return new FloorMarker(
                table,
                floor,
                before.map(marker -> marker.floor().version()).orElse(0L),
                ChronoUnit.MICROS.between(Instant.EPOCH, now),
                entry,
                before.map(FloorMarker::hash).orElse(new ContentHash(0, 0)));
    }

    /** The hash of the marker itself. */
    public ContentHash hash() {
        return ContentHash.of(toBytes(), HASH_AT);
    }

    /** The bytes of its file. */
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        out.put(MAGIC).putInt(EDITION).putInt(0);
        out.order(ByteOrder.BIG_ENDIAN)
                .putLong(table.getMostSignificantBits())
                .putLong(table.getLeastSignificantBits());
        out.order(ByteOrder.LITTLE_ENDIAN)
                .putLong(floor.marker())
                .putLong(floor.version())
                .putLong(below)
                .putLong(micros)
                .put(entry.toBytes())
                .put(previous.toBytes())
                .put(hashOf(bytes).toBytes());
        return bytes;
    }

    private static ContentHash hashOf(byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, 0, HASH_AT);
            return ContentHash.of(digest.digest(), 0);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }

    /**
     * Reads a marker.
     *
     * @param path for messages
     * @param number that the path says
     * @throws CorruptFileException if it is damaged, or not of its number
     * @throws UnsupportedFileException if a newer release wrote it
     */
    static FloorMarker read(byte[] bytes, String path, long number) throws StoaException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[MAGIC.length];
        in.get(magic);
        check(MessageDigest.isEqual(magic, MAGIC), path, "it does not begin with STOAFLOR");
        check(hashOf(bytes).equals(ContentHash.of(bytes, HASH_AT)), path, "its hash is not that of its bytes");
        int edition = in.getInt();
        if (edition != EDITION) {
            throw new UnsupportedFileException(path + ": it is of edition " + edition
                    + " of the table's log, this version knows " + EDITION + ": use a newer release of Stoa");
        }
        check(in.getInt() == 0, path, "a reserved field is not zero");
        in.order(ByteOrder.BIG_ENDIAN);
        UUID table = new UUID(in.getLong(), in.getLong());
        in.order(ByteOrder.LITTLE_ENDIAN);
        Floor floor = new Floor(in.getLong(), in.getLong());
        long below = in.getLong();
        FloorMarker marker = new FloorMarker(
                table,
                floor,
                below,
                in.getLong(),
                ContentHash.of(bytes, in.position()),
                ContentHash.of(bytes, in.position() + ContentHash.BYTES));
        check(floor.marker() == number, path, "it says that it is marker " + floor.marker());
        check(
                below >= 0 && floor.version() > below && (number > 1 || below == 0),
                path,
                "its floor is version " + floor.version() + ", that of the marker before is " + below);
        return marker;
    }

    private static void check(boolean ok, String path, String problem) throws CorruptFileException {
        if (!ok) {
            throw damaged(path, problem);
        }
    }

    static CorruptFileException damaged(String path, String problem) {
        return new CorruptFileException(path + ": the marker of the oldest version is damaged: " + problem
                + ". Restore it from a copy, or run 'stoa repair' on the table");
    }
}
