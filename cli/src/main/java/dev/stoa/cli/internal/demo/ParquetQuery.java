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

import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;

import dev.stoa.cli.internal.io.CountingInputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/** The query of {@link StoaQuery} on a Parquet file, by parquet-java with its page index. */
public final class ParquetQuery {
    private ParquetQuery() {}

    /** Runs the query. */
    public static Answer run(Path file, LocalDate before) throws IOException {
        long start = System.nanoTime();
        CountingInputFile input = new CountingInputFile(file);
        int limit = (int) before.toEpochDay();
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withRecordFilter(FilterCompat.get(lt(intColumn("l_shipdate"), limit)))
                .useColumnIndexFilter()
                .build();
        long count = 0;
        int max = Integer.MIN_VALUE;
        long sum = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(input, options)) {
            MessageType all = reader.getFileMetaData().getSchema();
            MessageType wanted = new MessageType(
                    all.getName(),
                    List.of(all.getType("l_shipdate"), all.getType("l_linenumber"), all.getType("l_extendedprice")));
            reader.setRequestedSchema(wanted);
            PageReadStore pages;
            while ((pages = reader.readNextFilteredRowGroup()) != null) {
                ColumnReadStoreImpl columns = new ColumnReadStoreImpl(
                        pages,
                        new GroupRecordConverter(wanted).getRootConverter(),
                        wanted,
                        reader.getFileMetaData().getCreatedBy());
                ColumnReader dates = columns.getColumnReader(wanted.getColumns().get(0));
                ColumnReader numbers =
                        columns.getColumnReader(wanted.getColumns().get(1));
                ColumnReader prices =
                        columns.getColumnReader(wanted.getColumns().get(2));
                for (long i = pages.getRowCount(); i > 0; i--) {
                    int date = dates.getInteger();
                    int number = numbers.getInteger();
                    long price = prices.getLong();
                    dates.consume();
                    numbers.consume();
                    prices.consume();
                    if (date < limit) {
                        count++;
                        max = Math.max(max, number);
                        sum += price;
                    }
                }
            }
        }
        return new Answer(count, max, sum, input.bytes(), input.requests(), System.nanoTime() - start);
    }
}
