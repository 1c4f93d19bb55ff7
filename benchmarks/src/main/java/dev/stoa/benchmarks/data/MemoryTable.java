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
package dev.stoa.benchmarks.data;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * A flat table without nulls, in memory as batches with arrays of their own, so that measurements of writing include only the
 * writing. Texts are plain: bytes and offsets, no dictionaries.
 */
public final class MemoryTable implements Table {
    private final Schema schema;
    private final List<Batch> batches;

    private MemoryTable(Schema schema, List<Batch> batches) {
        this.schema = schema;
        this.batches = batches;
    }

    /** Reads a Stoa file. */
    public static MemoryTable read(Path stoa) throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(stoa));
                Scan scan = file.scan().build()) {
            List<Batch> batches = new ArrayList<>();
            while (scan.next()) {
                Batch batch = scan.batch();
                List<ColumnVector> columns =
                        batch.columns().stream().map(MemoryTable::copy).toList();
                batches.add(new Batch(scan.schema(), columns, batch.rowCount()));
            }
            return new MemoryTable(scan.schema(), batches);
        }
    }

    private static ColumnVector copy(ColumnVector column) {
        int count = column.size();
        if (column instanceof IntVector ints) {
            return new IntVector(ints.type(), Arrays.copyOf(ints.values(), count), ColumnVector.NO_NULLS, count);
        }
        if (column instanceof LongVector longs) {
            return new LongVector(longs.type(), Arrays.copyOf(longs.values(), count), ColumnVector.NO_NULLS, count);
        }
        if (column instanceof BytesVector texts) {
            int[] offsets = new int[count + 1];
            for (int i = 0; i < count; i++) {
                offsets[i + 1] = offsets[i] + texts.length(i);
            }
            byte[] data = new byte[offsets[count]];
            for (int i = 0; i < count; i++) {
                System.arraycopy(texts.data(), texts.start(i), data, offsets[i], texts.length(i));
            }
            return new BytesVector(texts.type(), data, offsets, ColumnVector.NO_NULLS, count);
        }
        throw new IllegalArgumentException("no benchmark has a column of " + column.type());
    }

    /** The table of one of the columns. It shares the arrays. */
    public MemoryTable column(String name) {
        int index = schema.fields().stream().map(Field::name).toList().indexOf(name);
        Schema one = Schema.of(schema.fields().get(index));
        return new MemoryTable(
                one,
                batches.stream()
                        .map(batch -> new Batch(one, List.of(batch.column(index)), batch.rowCount()))
                        .toList());
    }

    public long rowCount() {
        return batches.stream().mapToLong(Batch::rowCount).sum();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Iterator<Batch> batches() {
        return batches.iterator();
    }
}
