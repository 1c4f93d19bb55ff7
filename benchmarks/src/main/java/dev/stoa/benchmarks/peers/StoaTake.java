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
package dev.stoa.benchmarks.peers;

import dev.stoa.format.Batch;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Rows by number from Stoa. */
final class StoaTake {
    private StoaTake() {}

    static TakenRows take(StoredFile stored, List<String> columns, long[] rows) throws IOException {
        TakenRows taken = new TakenRows(columns.size(), rows.length);
        List<ColumnPath> paths = columns.stream().map(ColumnPath::of).toList();
        try (StoaFile file = StoaFig1.open(stored);
                Scan scan = file.scan().select(paths).rows(RowRanges.of(rows)).build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int[] selection = batch.isAllSelected()
                        ? IntStream.range(0, batch.rowCount()).toArray()
                        : batch.selection();
                for (int c = 0; c < columns.size(); c++) {
                    taken.column(c).add(batch.column(c), selection, batch.selectedCount());
                }
            }
        }
        return taken;
    }
}
