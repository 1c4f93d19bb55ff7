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
package dev.stoa.table.internal.change;

import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.internal.overlay.RowBuffer;
import dev.stoa.table.Fragment;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of a table that its key has found, in any order. They get new values of some columns, or are deleted.
 */
public final class FoundRows {
    private final RunningOperation running;
    private final List<Field> fields;
    private final Kind kind;
    private final Map<Fragment, Rows> fragments = new LinkedHashMap<>();
    private long bytes;

    /** The change of the rows. */
    public enum Kind {
        /** They get new values, and stay where they are. */
        UPDATED,
        /** They get new values that put them at another place: here they are deleted, the caller inserts them again. */
        MOVED,
        /** They are deleted. */
        DELETED
    }

    /**
     * No rows yet.
     *
     * @param fields the columns that get new values
     */
    public FoundRows(RunningOperation running, List<Field> fields, Kind kind) {
        this.running = running;
        this.fields = kind == Kind.UPDATED ? fields : List.of();
        this.kind = kind;
    }

    /** Rows of one fragment, in the order of the calls. */
    private static final class Rows {
        private final RowBuffer values;
        private long[] numbers = new long[64];
        private int count;

        Rows(RowBuffer values) {
            this.values = values;
        }
    }

    /** Takes a row of a fragment, and the row of a batch with its new values. */
    public void add(Fragment fragment, long number, Batch batch, int row) throws IOException {
        Rows rows = fragments.computeIfAbsent(fragment, f -> new Rows(new RowBuffer(batch.schema())));
        if (rows.count == rows.numbers.length) {
            rows.numbers = Arrays.copyOf(rows.numbers, rows.count * 2);
        }
        rows.numbers[rows.count++] = number;
        bytes += Long.BYTES;
        if (kind == Kind.UPDATED) {
            long before = rows.values.bytes();
            rows.values.append(batch, row, 1);
            bytes += rows.values.bytes() - before;
        }
        if (kind == Kind.DELETED) {
            running.deleted++;
        } else {
            running.updated++;
        }
        if (bytes >= running.options().bufferBytes()) {
            flush();
        }
    }

    /** Writes a sidecar for each fragment. */
    public void flush() throws IOException {
        for (Map.Entry<Fragment, Rows> fragment : fragments.entrySet()) {
            if (kind != Kind.UPDATED || !fields.isEmpty()) {
                write(fragment.getKey(), fragment.getValue());
            }
        }
        fragments.clear();
        bytes = 0;
    }

    private void write(Fragment fragment, Rows rows) throws IOException {
        RunningOperation.NewSidecar sidecar = running.new NewSidecar(fragment, fields);
        boolean done = false;
        try {
            if (kind != Kind.UPDATED) {
                sidecar.writer().delete(RowRanges.of(Arrays.copyOf(rows.numbers, rows.count)));
            } else {
                modify(sidecar.writer(), rows);
            }
            sidecar.finish(Optional.empty());
            done = true;
        } finally {
            if (!done) {
                sidecar.close();
            }
        }
    }

    private void modify(SidecarWriter writer, Rows rows) throws IOException {
        Batch values = rows.values.batch();
        long[][] order = new long[rows.count][];
        for (int i = 0; i < order.length; i++) {
            order[i] = new long[] {rows.numbers[i], i};
        }
        Arrays.sort(order, (a, b) -> Long.compare(a[0], b[0]));
        long[] numbers = new long[order.length];
        RowBuffer sorted = new RowBuffer(values.schema());
        for (int i = 0; i < order.length; i++) {
            numbers[i] = order[i][0];
            sorted.append(values, (int) order[i][1], 1);
        }
        Batch batch = sorted.batch();
        for (Field field : fields) {
            int column = batch.schema().indexOf(field.name()).orElseThrow();
            writer.modify(field.fieldId().getAsInt(), numbers, batch.column(column));
        }
    }
}
