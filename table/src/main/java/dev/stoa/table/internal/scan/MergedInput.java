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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Schema;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.internal.schema.RowOrder;
import dev.stoa.vio.internal.disk.Closing;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Inputs of a sorted table that may overlap, merged by their values: one part, by one thread. */
public final class MergedInput implements DividedInput {
    private final RowOrder order;
    private final Schema schema;
    private final Schema wanted;
    private final List<Source> sources;
    private final List<Closeable> open = new ArrayList<>();
    private long stepBytes;

    /**
     * One of them.
     *
     * @param start where its rows begin at the earliest
     */
    public record Source(DividedInput input, RowOrder.Edge start) {}

    /**
     * A merge.
     *
     * @param schema of the inputs
     * @param wanted the columns of the batches: the first ones of those of the inputs
     * @param sources by where they begin
     */
    public MergedInput(RowOrder order, Schema schema, Schema wanted, List<Source> sources) {
        this.order = order;
        this.schema = schema;
        this.wanted = wanted;
        this.sources = sources;
    }

    /**
     * Begins to read all rows.
     *
     * @param bytes the most stored bytes that the scans of all inputs should hold at once
     */
    public BatchSource whole(long bytes) {
        stepBytes = bytes;
        return new MergedScan(this);
    }

    @Override
    public Divided open(Division how) {
        stepBytes = how.stepBytes();
        return new Divided(List.<Part>of(() -> new MergedScan(this)), ScanStats.NONE);
    }

    RowOrder order() {
        return order;
    }

    Schema schema() {
        return schema;
    }

    Schema wanted() {
        return wanted;
    }

    List<Source> sources() {
        return sources;
    }

    /** Opens an input, as one part. */
    Divided open(DividedInput input) throws IOException {
        Divided divided = input.open(new Division(1, Math.max(1, stepBytes / sources.size())));
        open.add(input);
        return divided;
    }

    void close(DividedInput input) throws IOException {
        open.remove(input);
        input.close();
    }

    @Override
    public void close() throws IOException {
        List<Closeable> inputs = List.copyOf(open);
        open.clear();
        Closing.all(inputs);
    }
}
