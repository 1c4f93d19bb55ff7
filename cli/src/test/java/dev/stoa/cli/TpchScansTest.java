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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.ScanInput;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.Part;
import io.trino.tpch.PartGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The scans of TPC-H's queries 1, 6, 12 and 14: their columns and filters, each column's qualifying values summed. Parquet
 * files are written and read by parquet-java alone and filtered row by row here; Stoa files are converted from them, scanned
 * in parts by several threads, with filters pushed down. One half of lineitem is sorted by l_shipdate, the other is not.
 */
class TpchScansTest {
    private static final double SCALE = 0.025;

    private static final String LINEITEM = """
            message lineitem {
              required int64 l_orderkey;
              required int64 l_partkey;
              required int64 l_quantity (DECIMAL(15,2));
              required int64 l_extendedprice (DECIMAL(15,2));
              required int64 l_discount (DECIMAL(15,2));
              required int64 l_tax (DECIMAL(15,2));
              required binary l_returnflag (STRING);
              required binary l_linestatus (STRING);
              required int32 l_shipdate (DATE);
              required int32 l_commitdate (DATE);
              required int32 l_receiptdate (DATE);
              required binary l_shipmode (STRING);
            }""";

    @TempDir
    static Path folder;

    @BeforeAll
    static void generate() throws IOException {
        List<LineItem> sorted = new ArrayList<>();
        List<LineItem> unsorted = new ArrayList<>();
        new LineItemGenerator(SCALE, 1, 1).forEach(item -> (item.getOrderKey() % 2 == 0 ? sorted : unsorted).add(item));
        sorted.sort(Comparator.comparingInt(LineItem::getShipDate));
        write("lineitem-0", LINEITEM, sorted, TpchScansTest::fill);
        write("lineitem-1", LINEITEM, unsorted, TpchScansTest::fill);
        write(
                "orders",
                "message orders { required int64 o_orderkey; required binary o_orderpriority (STRING); }",
                new OrderGenerator(SCALE, 1, 1),
                (Order order, Group group) -> group.append("o_orderkey", order.getOrderKey())
                        .append("o_orderpriority", order.getOrderPriority()));
        write(
                "part",
                "message part { required int64 p_partkey; required binary p_type (STRING); }",
                new PartGenerator(SCALE, 1, 1),
                (Part part, Group group) ->
                        group.append("p_partkey", part.getPartKey()).append("p_type", part.getType()));
    }

    private static void fill(LineItem item, Group group) {
        group.append("l_orderkey", item.getOrderKey())
                .append("l_partkey", item.getPartKey())
                .append("l_quantity", 100L * item.getQuantity())
                .append("l_extendedprice", item.getExtendedPriceInCents())
                .append("l_discount", item.getDiscountPercent())
                .append("l_tax", item.getTaxPercent())
                .append("l_returnflag", item.getReturnFlag())
                .append("l_linestatus", item.getStatus())
                .append("l_shipdate", item.getShipDate())
                .append("l_commitdate", item.getCommitDate())
                .append("l_receiptdate", item.getReceiptDate())
                .append("l_shipmode", item.getShipMode());
    }

    private static <T> void write(String name, String message, Iterable<T> rows, BiConsumer<T, Group> fill)
            throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(message);
        Path parquet = folder.resolve(name + ".parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(parquet))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .build()) {
            for (T row : rows) {
                Group group = new SimpleGroup(schema);
                fill.accept(row, group);
                writer.write(group);
            }
        }
        StringWriter said = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(said));
        line.setErr(new PrintWriter(said));
        int exitCode = line.execute(
                "convert", parquet.toString(), folder.resolve(name + ".stoa").toString());
        assertEquals(0, exitCode, said::toString);
    }

    /** Sums of columns by their names; of texts, of their checksums; and the number of rows. */
    private static final class Sums {
        private final Map<String, Long> byColumn = new TreeMap<>();
        private long rows;

        void add(String column, long value) {
            byColumn.merge(column, value, Math::addExact);
        }

        void add(Sums other) {
            rows += other.rows;
            other.byColumn.forEach(this::add);
        }

        static long of(byte[] text) {
            CRC32 crc = new CRC32();
            crc.update(text);
            return crc.getValue();
        }

        @Override
        public String toString() {
            return rows + " rows " + byColumn;
        }
    }

    private static Sums ofParquet(List<String> files, List<String> columns, Predicate<Group> filter)
            throws IOException {
        Sums sums = new Sums();
        for (String file : files) {
            try (ParquetReader<Group> reader = new GroupReader(folder.resolve(file + ".parquet")).build()) {
                for (Group row = reader.read(); row != null; row = reader.read()) {
                    if (filter.test(row)) {
                        sums.rows++;
                        for (String column : columns) {
                            sums.add(column, value(row, column));
                        }
                    }
                }
            }
        }
        return sums;
    }

    private static final class GroupReader extends ParquetReader.Builder<Group> {
        GroupReader(Path file) {
            super(new LocalInputFile(file), new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    private static long value(Group row, String column) {
        PrimitiveType type = row.getType().getType(column).asPrimitiveType();
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> row.getInteger(column, 0);
            case INT64 -> row.getLong(column, 0);
            default -> Sums.of(row.getBinary(column, 0).getBytes());
        };
    }

    /** What is left of a filter that compares columns with each other. */
    private interface Residual {
        boolean test(Batch batch, int row);
    }

    private static Sums ofStoa(List<String> files, List<String> columns, Filter filter, Residual residual, int threads)
            throws IOException {
        List<Sums> parts = Collections.synchronizedList(new ArrayList<>());
        List<ScanInput> inputs = new ArrayList<>();
        List<StoaFile> open = new ArrayList<>();
        try {
            for (String file : files) {
                StoaFile stoa = StoaFile.open(RangeSources.open(folder.resolve(file + ".stoa")));
                open.add(stoa);
                ScanBuilder builder = stoa.scan()
                        .select(columns.toArray(String[]::new))
                        .filter(filter)
                        .stepBytes(100_000);
                inputs.add(() -> builder);
            }
            ScanStats stats = ParallelScan.of(inputs).threads(threads).forEach(() -> {
                Sums sums = new Sums();
                parts.add(sums);
                return (input, batch) -> add(sums, batch, residual);
            });
            assertTrue(stats.rowsDelivered() > 0, stats.toString());
        } finally {
            for (StoaFile file : open) {
                file.close();
            }
        }
        Sums all = new Sums();
        parts.forEach(all::add);
        return all;
    }

    private static void add(Sums sums, Batch batch, Residual residual) {
        for (int i = 0; i < batch.selectedCount(); i++) {
            int row = batch.selected(i);
            if (residual.test(batch, row)) {
                sums.rows++;
                for (int c = 0; c < batch.columns().size(); c++) {
                    sums.add(batch.schema().fields().get(c).name(), value(batch.column(c), row));
                }
            }
        }
    }

    private static long value(ColumnVector vector, int row) {
        if (vector instanceof IntVector ints) {
            return ints.values()[row];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[row];
        }
        return Sums.of(((BytesVector) vector).get(row));
    }

    private static void assertSame(
            List<String> files, List<String> columns, Predicate<Group> onParquet, Filter pushed, Residual residual)
            throws IOException {
        Sums expected = ofParquet(files, columns, onParquet);
        assertTrue(expected.rows > 0, expected.toString());
        for (int threads : new int[] {1, 2, 5}) {
            assertEquals(
                    expected.toString(),
                    ofStoa(files, columns, pushed, residual, threads).toString(),
                    threads + " threads");
        }
    }

    private static final List<String> LINEITEMS = List.of("lineitem-0", "lineitem-1");

    private static int day(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }

    private static String text(Group row, String column) {
        return new String(row.getBinary(column, 0).getBytes(), StandardCharsets.UTF_8);
    }

    private static boolean isBetween(Group row, String column, String first, String end) {
        int day = row.getInteger(column, 0);
        return day >= day(first) && day < day(end);
    }

    private static Filter between(String column, String first, String end) {
        return Filter.and(
                Filter.greaterOrEqual(column, LocalDate.parse(first)), Filter.less(column, LocalDate.parse(end)));
    }

    @Test
    void decimalsAreKeptExactly() throws IOException {
        try (StoaFile file = StoaFile.open(RangeSources.open(folder.resolve("lineitem-0.stoa")))) {
            assertEquals(Type.decimal(15, 2), file.schema().fields().get(3).type());
            assertTrue(file.rowCount() > 65_536, "more than one zone: " + file.rowCount());
        }
    }

    @Test
    void query1() throws IOException {
        assertSame(
                LINEITEMS,
                List.of("l_quantity", "l_extendedprice", "l_discount", "l_tax", "l_returnflag", "l_linestatus"),
                row -> row.getInteger("l_shipdate", 0) <= day("1998-12-01") - 90,
                Filter.lessOrEqual("l_shipdate", LocalDate.parse("1998-12-01").minusDays(90)),
                (batch, row) -> true);
    }

    @Test
    void query6() throws IOException {
        assertSame(
                LINEITEMS,
                List.of("l_extendedprice", "l_discount"),
                row -> isBetween(row, "l_shipdate", "1994-01-01", "1995-01-01")
                        && row.getLong("l_discount", 0) >= 5
                        && row.getLong("l_discount", 0) <= 7
                        && row.getLong("l_quantity", 0) < 2400,
                Filter.and(
                        between("l_shipdate", "1994-01-01", "1995-01-01"),
                        Filter.between("l_discount", new BigDecimal("0.05"), new BigDecimal("0.07")),
                        Filter.less("l_quantity", 24)),
                (batch, row) -> true);
    }

    @Test
    void query12() throws IOException {
        assertSame(
                LINEITEMS,
                List.of("l_orderkey", "l_shipmode", "l_shipdate", "l_commitdate", "l_receiptdate"),
                row -> List.of("MAIL", "SHIP").contains(text(row, "l_shipmode"))
                        && row.getInteger("l_commitdate", 0) < row.getInteger("l_receiptdate", 0)
                        && row.getInteger("l_shipdate", 0) < row.getInteger("l_commitdate", 0)
                        && isBetween(row, "l_receiptdate", "1994-01-01", "1995-01-01"),
                Filter.and(
                        Filter.in("l_shipmode", List.of("MAIL", "SHIP")),
                        between("l_receiptdate", "1994-01-01", "1995-01-01")),
                (batch, row) -> value(batch.column(3), row) < value(batch.column(4), row)
                        && value(batch.column(2), row) < value(batch.column(3), row));
        assertSame(
                List.of("orders"),
                List.of("o_orderkey", "o_orderpriority"),
                row -> true,
                Filter.and(),
                (batch, row) -> true);
    }

    @Test
    void query14() throws IOException {
        assertSame(
                LINEITEMS,
                List.of("l_partkey", "l_extendedprice", "l_discount"),
                row -> isBetween(row, "l_shipdate", "1995-09-01", "1995-10-01"),
                between("l_shipdate", "1995-09-01", "1995-10-01"),
                (batch, row) -> true);
        assertSame(
                List.of("part"),
                List.of("p_partkey", "p_type"),
                row -> text(row, "p_type").startsWith("PROMO"),
                Filter.startsWith("p_type", "PROMO"),
                (batch, row) -> true);
    }
}
