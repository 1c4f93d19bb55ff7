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
package dev.stoa.cli.internal.demo;

import dev.stoa.format.Batch;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.ReadStats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;

/** {@code select count(*), max(l_linenumber), sum(l_extendedprice) from lineitem where l_shipdate < X} on a Stoa file. */
public final class StoaQuery {
    private StoaQuery() {}

    /** Runs the query. */
    public static Answer run(Path file, LocalDate before) throws IOException {
        long start = System.nanoTime();
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file));
                Scan scan = stoa.scan()
                        .select("l_linenumber", "l_extendedprice")
                        .filter(Filter.less("l_shipdate", before))
                        .build()) {
            long count = 0;
            int max = Integer.MIN_VALUE;
            long sum = 0;
            while (scan.next()) {
                Batch batch = scan.batch();
                int[] numbers = ((IntVector) batch.column(0)).values();
                long[] prices = ((LongVector) batch.column(1)).values();
                int n = batch.selectedCount();
                count += n;
                if (batch.isAllSelected()) {
                    for (int i = 0; i < n; i++) {
                        max = Math.max(max, numbers[i]);
                        sum += prices[i];
                    }
                } else {
                    int[] selection = batch.selection();
                    for (int i = 0; i < n; i++) {
                        max = Math.max(max, numbers[selection[i]]);
                        sum += prices[selection[i]];
                    }
                }
            }
            ReadStats io = stoa.source().stats();
            return new Answer(count, max, sum, io.bytesRead(), io.requestsIssued(), System.nanoTime() - start);
        }
    }
}
