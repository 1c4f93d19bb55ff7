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
import java.util.Optional;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads a split for {@code org.apache.hadoop.mapreduce}. */
final class RowReader extends RecordReader<NullWritable, StoaRow> {
    private Optional<SplitRows> rows = Optional.empty();

    @Override
    public void initialize(InputSplit split, TaskAttemptContext task) throws IOException {
        rows = Optional.of(new SplitRows(task.getConfiguration(), (StoaSplit) split, task::getCounter));
    }

    private SplitRows rows() {
        return rows.orElseThrow(() -> new IllegalStateException("the reader was not initialized"));
    }

    @Override
    public boolean nextKeyValue() throws IOException {
        return rows().next();
    }

    @Override
    public NullWritable getCurrentKey() {
        return NullWritable.get();
    }

    @Override
    public StoaRow getCurrentValue() {
        return rows().row();
    }

    @Override
    public float getProgress() {
        return rows().progress();
    }

    @Override
    public void close() throws IOException {
        if (rows.isPresent()) {
            rows.get().close();
        }
    }
}
