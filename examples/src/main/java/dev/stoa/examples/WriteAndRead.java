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
package dev.stoa.examples;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;

/** Writes orders to a file in the order of their days, and sums the orders of one day. */
public final class WriteAndRead {
    private static final int ORDERS = 200_000;
    private static final int PER_DAY = 1_000;
    private static final LocalDate FIRST_DAY = LocalDate.of(2024, 1, 1);

    private WriteAndRead() {}

    /**
     * Runs the example.
     *
     * @param args the path of a new file
     */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        write(file);
        read(file, LocalDate.of(2024, 5, 1), System.out);
    }

    static void write(Path file) throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.required("day", Type.of(TypeKind.DATE)),
                Field.nullable("total", Type.decimal(15, 2)));
        WriterOptions options =
                WriterOptions.DEFAULT.withSortColumns(List.of(new SortColumn(List.of("day"), false, false)));
        try (StoaWriter writer = StoaWriter.create(LocalFileSink.create(file, SinkOptions.DEFAULT), schema, options)) {
            Random random = new Random(1);
            for (int i = 0; i < ORDERS; i++) {
                BigDecimal total = BigDecimal.valueOf(random.nextInt(100_000_000), 2);
                writer.rows().append((long) i, FIRST_DAY.plusDays(i / PER_DAY), total);
            }
            writer.finish(); // now the file is visible; a close without it leaves nothing
        }
    }

    static void read(Path file, LocalDate day, PrintStream out) throws IOException {
        long orders = 0;
        long cents = 0;
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file));
                Scan scan = stoa.scan()
                        .select("total")
                        .filter(Filter.equal("day", day))
                        .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                LongVector totals = (LongVector) batch.column(0);
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    if (!totals.isNull(row)) {
                        cents += totals.values()[row];
                    }
                }
                orders += batch.selectedCount();
            }
            out.println(day + ": " + orders + " orders, total " + BigDecimal.valueOf(cents, 2));
            out.println("rows: " + scan.stats().rowsTotal() + ", pruned by MinMax: "
                    + scan.stats().rowsPruned());
        }
    }
}
