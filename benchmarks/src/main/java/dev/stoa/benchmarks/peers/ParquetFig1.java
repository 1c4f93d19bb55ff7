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

import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;

/**
 * parquet-java's answers to the query of Figure 1: row groups and pages are left out by statistics and column indexes, reads
 * are vectored. It takes no aggregates from metadata.
 */
final class ParquetFig1 {
    private static final int BATCH_ROWS = 4096;

    private ParquetFig1() {}

    /** Answers. */
    static ReadResult answer(StoredFile file, Fig1Query query) throws IOException {
        ParquetReadOptions options = HadoopReadOptions.builder(file.conf(), file.path())
                .withUseHadoopVectoredIo(true)
                .withRecordFilter(FilterCompat.get(FilterApi.lt(FilterApi.intColumn(Fig1Query.DATES), query.day())))
                .useStatsFilter()
                .useColumnIndexFilter()
                .build();
        Qualifying found = new Qualifying();
        try (ParquetFileReader reader =
                ParquetFileReader.open(HadoopInputFile.fromStatus(file.status(), file.conf()), options)) {
            MessageType all = reader.getFileMetaData().getSchema();
            MessageType projection = new MessageType(
                    all.getName(), List.of(all.getType(Fig1Query.DATES), all.getType(Fig1Query.NUMBERS)));
            reader.setRequestedSchema(projection);
            for (PageReadStore pages = reader.readNextFilteredRowGroup();
                    pages != null;
                    pages = reader.readNextFilteredRowGroup()) {
                ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                        pages,
                        new ParquetJava.NoRecords(),
                        projection,
                        reader.getFileMetaData().getCreatedBy());
                add(
                        store.getColumnReader(projection.getColumns().get(0)),
                        store.getColumnReader(projection.getColumns().get(1)),
                        pages.getRowCount(),
                        query.day(),
                        found);
            }
        }
        return found.result();
    }

    private static void add(ColumnReader dates, ColumnReader numbers, long rows, int day, Qualifying found) {
        int[] qualifying = found.room(BATCH_ROWS);
        for (long left = rows; left > 0; left -= BATCH_ROWS) {
            int batch = (int) Math.min(BATCH_ROWS, left);
            int count = 0;
            for (int row = 0; row < batch; row++) {
                if (dates.getInteger() < day) {
                    qualifying[count++] = numbers.getInteger();
                } else {
                    numbers.skip();
                }
                dates.consume();
                numbers.consume();
            }
            found.add(qualifying, count);
        }
    }
}
