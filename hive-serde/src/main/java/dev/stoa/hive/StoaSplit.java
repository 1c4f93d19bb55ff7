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
package dev.stoa.hive;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.ColumnarSplit;
import org.apache.hadoop.mapred.FileSplit;

/**
 * Rows that one task reads: of a file, or of the fragment that has it as its first file. Hadoop sees a range of bytes, and takes its
 * length as the amount of work.
 */
public final class StoaSplit extends FileSplit implements ColumnarSplit {
    private long fromRow;
    private long toRow;
    private long fileLength;
    private Optional<FragmentId> fragment = Optional.empty();

    /** A split to be read into. */
    StoaSplit() {}

    /**
     * Rows of a file.
     *
     * @param path of the file
     * @param fileLength its length in bytes
     * @param start about where the rows are in the file
     * @param bytes about how many are read
     * @param fromRow the first row
     * @param toRow one past the last row; larger than the file's rows if they are not known yet
     * @param hosts that have most of the bytes
     */
    @SuppressWarnings("TooManyParameters")
    public StoaSplit(Path path, long fileLength, long start, long bytes, long fromRow, long toRow, String[] hosts) {
        super(path, start, bytes, hosts);
        this.fileLength = fileLength;
        this.fromRow = fromRow;
        this.toRow = toRow;
    }

    /** The same rows as those of a fragment. */
    public StoaSplit of(FragmentId id) throws IOException {
        StoaSplit split = new StoaSplit(getPath(), fileLength, getStart(), getLength(), fromRow, toRow, getLocations());
        split.fragment = Optional.of(id);
        return split;
    }

    /** The fragment whose rows these are; absent in a table without a log. */
    public Optional<FragmentId> fragment() {
        return fragment;
    }

    public long fromRow() {
        return fromRow;
    }

    public long toRow() {
        return toRow;
    }

    public long fileLength() {
        return fileLength;
    }

    @Override
    public long getColumnarProjectionSize() {
        return getLength();
    }

    @Override
    public void write(DataOutput out) throws IOException {
        super.write(out);
        out.writeLong(fromRow);
        out.writeLong(toRow);
        out.writeLong(fileLength);
        out.writeBoolean(fragment.isPresent());
        if (fragment.isPresent()) {
            fragment.get().write(out);
        }
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        super.readFields(in);
        fromRow = in.readLong();
        toRow = in.readLong();
        fileLength = in.readLong();
        fragment = in.readBoolean() ? Optional.of(FragmentId.read(in)) : Optional.empty();
    }
}
