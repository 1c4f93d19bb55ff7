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

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.RecordReader;

/**
 * Reads a split for {@code org.apache.hadoop.mapred}.
 *
 * @param split the split
 * @param rows of it
 */
record MapredRowReader(StoaSplit split, SplitRows rows) implements RecordReader<NullWritable, StoaRow> {

    @Override
    public NullWritable createKey() {
        return NullWritable.get();
    }

    @Override
    public StoaRow createValue() {
        return new StoaRow();
    }

    @Override
    public boolean next(NullWritable key, StoaRow value) throws IOException {
        boolean found = rows.next();
        if (found) {
            value.show(rows.row());
        }
        return found;
    }

    @Override
    public long getPos() {
        return split.getStart() + (long) (rows.progress() * split.getLength());
    }

    @Override
    public float getProgress() {
        return rows.progress();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
