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

import dev.stoa.format.Batch;
import dev.stoa.table.Fragment;
import dev.stoa.table.internal.schema.TableColumn;
import dev.stoa.writer.StoaWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Copies the rows of a fragment that are not deleted, as they are now, piece by piece. For one thread. */
public final class LiveRows implements Closeable {
    private final TableImage image;
    private final Fragment fragment;
    private Optional<FragmentScan> scan = Optional.empty();
    private Optional<Batch> batch = Optional.empty();
    private int next;
    private boolean ended;

    public LiveRows(TableImage image, Fragment fragment) {
        this.image = image;
        this.fragment = fragment;
    }

    /** Copies those from where the last call has ended up to a row. */
    public void copy(long end, StoaWriter writer) throws IOException {
        while (!ended) {
            if (batch.isEmpty() && !advance()) {
                return;
            }
            Batch rows = batch.get();
            int from = next;
            while (next < rows.selectedCount() && rows.firstRow() + rows.selected(next) < end) {
                next++;
            }
            if (next > from) {
                writer.write(OrderedBatches.piece(rows, from, next));
            }
            if (next < rows.selectedCount()) {
                return;
            }
            batch = Optional.empty();
            if (rows.firstRow() + rows.rowCount() >= end) {
                return;
            }
        }
    }

    private boolean advance() throws IOException {
        if (scan.isEmpty()) {
            scan = Optional.of(FragmentScan.open(
                    image, fragment, TableColumn.all(image.schema()), Optional.empty(), Optional.empty()));
        }
        next = 0;
        ended = !scan.get().next();
        batch = ended ? Optional.empty() : Optional.of(scan.get().batch());
        return !ended;
    }

    @Override
    public void close() throws IOException {
        if (scan.isPresent()) {
            scan.get().close();
        }
    }
}
