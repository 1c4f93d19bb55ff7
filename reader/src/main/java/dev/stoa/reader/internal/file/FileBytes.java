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

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.vio.PendingRead;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeBuffers;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.ReadPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads small parts of a file into the heap; the file's end, once read, is kept. */
public final class FileBytes {
    private final RangeSource source;
    private byte[] end = new byte[0];
    private long endOffset;

    /** Begins without any bytes. */
    public FileBytes(RangeSource source) {
        this.source = source;
        this.endOffset = source.length();
    }

    /** The same file in another source: what is known of its end stays known. */
    synchronized FileBytes in(RangeSource other) {
        FileBytes again = new FileBytes(other);
        again.end = end;
        again.endOffset = endOffset;
        return again;
    }

    /** How many bytes of the file are kept. */
    synchronized int keptBytes() {
        return end.length;
    }

    public RangeSource source() {
        return source;
    }

    public String name() {
        return source.id();
    }

    /** Where the part of the file starts that is known. */
    synchronized long endOffset() {
        return endOffset;
    }

    /** Reads the file from an offset to its end, as far as it isn't known, and keeps it. */
    synchronized void readEnd(long offset, ScanCounters counters) throws IOException {
        if (offset >= endOffset) {
            return;
        }
        long missing = endOffset - offset;
        if (missing > Integer.MAX_VALUE - 8 - end.length) {
            throw new CorruptFileException(
                    name() + ": the footer (byte " + offset + ") is too long: " + missing + " bytes");
        }
        ByteBuffer bytes =
                read(List.of(new Range(offset, (int) missing)), counters).get(0);
        byte[] longer = new byte[(int) missing + end.length];
        bytes.get(longer, 0, (int) missing);
        System.arraycopy(end, 0, longer, (int) missing, end.length);
        end = longer;
        endOffset = offset;
    }

    /** Reads ranges, those that aren't known with one plan. */
    public List<ByteBuffer> read(List<Range> ranges, ScanCounters counters) throws IOException {
        List<ByteBuffer> buffers = new ArrayList<>();
        List<Range> missing = new ArrayList<>();
        byte[] known;
        long knownOffset;
        synchronized (this) {
            known = end;
            knownOffset = endOffset;
        }
        for (Range range : ranges) {
            if (range.offset() >= knownOffset) {
                buffers.add(ByteBuffer.wrap(known, (int) (range.offset() - knownOffset), range.length())
                        .slice());
            } else {
                buffers.add(ByteBuffer.allocate(0));
                missing.add(range);
            }
            counters.metadataBytes += range.length();
        }
        if (missing.isEmpty()) {
            return buffers;
        }
        checkMemory(missing);
        ReadPlan plan = source.plan(missing);
        int place = counters.plan(plan, true);
        long start = System.nanoTime();
        try (PendingRead pending = source.start(plan);
                RangeBuffers read = pending.await()) {
            int at = 0;
            for (int i = 0; i < ranges.size(); i++) {
                if (ranges.get(i).offset() < knownOffset) {
                    ByteBuffer copy = ByteBuffer.allocate(ranges.get(i).length());
                    buffers.set(i, copy.put(read.buffer(at++)).flip());
                }
            }
        }
        counters.waited(place, System.nanoTime() - start);
        return buffers;
    }

    /** Metadata is held on the heap: what can't fit is refused before it is allocated. */
    private void checkMemory(List<Range> ranges) throws StoaException {
        long bytes = 0;
        for (Range range : ranges) {
            bytes += range.length();
        }
        long limit = Runtime.getRuntime().maxMemory() / 2;
        if (bytes > limit) {
            throw new StoaException(name() + ": metadata of " + bytes + " bytes (from byte "
                    + ranges.get(0).offset() + ") is more than half of the heap, " + limit
                    + " bytes: the file is damaged, or needs a larger heap or fewer columns");
        }
    }

    /** Makes something of bytes, or says that they are damaged. */
    interface Parser<T> {
        T parse(ByteBuffer bytes) throws IOException;
    }

    /** Parses bytes that were read; if they are damaged, reads them again, once, and parses those. */
    <T> T parse(Range range, ByteBuffer bytes, Parser<T> parser, ScanCounters counters) throws IOException {
        try {
            return parser.parse(bytes);
        } catch (CorruptFileException e) {
            return parser.parse(refetch(range, counters));
        }
    }

    /** Reads the part of the end that is known again. */
    synchronized void refetchEnd(ScanCounters counters) throws IOException {
        end = refetch(new Range(endOffset, end.length), counters).array();
    }

    private ByteBuffer refetch(Range range, ScanCounters counters) throws IOException {
        counters.refetchedBytes += range.length();
        ByteBuffer bytes = ByteBuffer.allocate(range.length());
        try (RangeBuffers read = source.refetch(range)) {
            return bytes.put(read.buffer(0)).flip();
        }
    }

    /** Reads one range again and checks it; for bytes that did not pass their check. */
    public ByteBuffer readAgain(Range range, int crc, String where, ScanCounters counters) throws IOException {
        ByteBuffer bytes = refetch(range, counters);
        int found = Layout.crc(bytes);
        if (found != crc) {
            throw new CorruptFileException(where + " is damaged: CRC " + Integer.toHexString(found) + ", stated "
                    + Integer.toHexString(crc) + ", also when read again; restore the file from a copy");
        }
        return bytes;
    }
}
