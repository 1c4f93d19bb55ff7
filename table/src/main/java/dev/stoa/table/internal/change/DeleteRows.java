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

import dev.stoa.format.Batch;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.TableScan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Deletes the rows that make a filter true: one sidecar for each fragment that has such rows. */
public final class DeleteRows implements RunningOperation.Task {
    private final Filter where;

    public DeleteRows(Filter where) {
        this.where = where;
    }

    @Override
    public void run(RunningOperation running) throws IOException {
        Optional<RunningOperation.NewSidecar> sidecar = Optional.empty();
        try (TableScan scan = running.snapshot().scan().select().filter(where).build()) {
            while (scan.next()) {
                if (sidecar.isPresent() && sidecar.get().fragment() != scan.fragment()) {
                    sidecar.get().finish(Optional.empty());
                    sidecar = Optional.empty();
                }
                if (sidecar.isEmpty()) {
                    sidecar = Optional.of(running.new NewSidecar(scan.fragment(), List.of()));
                }
                sidecar.get().writer().delete(rows(scan.batch()));
                running.deleted += scan.batch().selectedCount();
                running.cameBy(scan);
            }
            if (sidecar.isPresent()) {
                sidecar.get().finish(Optional.empty());
            }
        } finally {
            if (sidecar.isPresent()) {
                sidecar.get().close();
            }
        }
    }

    /** The numbers of the selected rows. */
    static RowRanges rows(Batch batch) {
        if (batch.isAllSelected()) {
            return RowRanges.between(batch.firstRow(), batch.firstRow() + batch.rowCount());
        }
        return RowRanges.of(numbers(batch));
    }

    /** The numbers of the selected rows, one by one. */
    public static long[] numbers(Batch batch) {
        long[] numbers = new long[batch.selectedCount()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = batch.firstRow() + batch.selected(i);
        }
        return numbers;
    }
}
