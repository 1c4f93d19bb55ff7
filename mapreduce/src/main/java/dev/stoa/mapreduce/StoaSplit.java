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
package dev.stoa.mapreduce;

import dev.stoa.table.SnapshotPart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.FileSplit;

/**
 * Rows of a fragment that one task reads, for both interfaces. Hadoop sees a range of bytes of the fragment's largest file, and takes
 * its length as the amount of work.
 */
final class StoaSplit extends FileSplit {
    private static final int MAX_PART_BYTES = 1 << 28;

    private String folder = "";
    private SnapshotPart part = new SnapshotPart(0, new byte[0]);
    private UUID fragment = new UUID(0, 0);
    private long fromRow;
    private long toRow;

    /** A split to be read into. */
    StoaSplit() {}

    /**
     * Rows of a fragment.
     *
     * @param file the largest of its files, qualified
     * @param start about where the rows are in it
     * @param bytes about how many are read
     * @param hosts that have most of them
     */
    StoaSplit(Path file, long start, long bytes, String[] hosts) {
        super(file, start, bytes, hosts);
    }

    /**
     * Says which rows they are.
     *
     * @param ofTable the folder of the table
     * @param ofFragment what is known of the fragment
     */
    StoaSplit rows(Path ofTable, SnapshotPart ofFragment, UUID id, long from, long to) {
        folder = ofTable.toString();
        part = ofFragment;
        fragment = id;
        fromRow = from;
        toRow = to;
        return this;
    }

    Path folder() {
        return new Path(folder);
    }

    SnapshotPart part() {
        return part;
    }

    UUID fragment() {
        return fragment;
    }

    long fromRow() {
        return fromRow;
    }

    long toRow() {
        return toRow;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        Text.writeString(out, folder);
        out.writeLong(part.version());
        out.writeInt(part.bytes().length);
        out.write(part.bytes());
        out.writeLong(fragment.getMostSignificantBits());
        out.writeLong(fragment.getLeastSignificantBits());
        out.writeLong(fromRow);
        out.writeLong(toRow);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        folder = Text.readString(in);
        long version = in.readLong();
        int length = in.readInt();
        if (length < 0 || length > MAX_PART_BYTES) {
            throw new IOException(folder + ": a split says that its part of the table takes " + length
                    + " bytes: the job's file of splits is damaged, or of another version of Stoa");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        part = new SnapshotPart(version, bytes);
        fragment = new UUID(in.readLong(), in.readLong());
        fromRow = in.readLong();
        toRow = in.readLong();
    }

    /** The table, and which of its rows. */
    @Override
    public String toString() {
        return getPath() + ": rows " + fromRow + " to " + toRow;
    }
}
