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
package dev.stoa.benchmarks.kernels;

import dev.stoa.arrow.StoaArrowReader;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Scans a file of one column, and turns the scan into Arrow batches. The difference is the price of Arrow (ADR 0060). */
@State(Scope.Thread)
public class ReadIntoArrow {
    private static final int ROWS = 65_536;
    private static final String[] MODES = {"REG AIR", "AIR", "RAIL", "SHIP", "TRUCK", "MAIL", "FOB"};

    /** The column. */
    @Param({"long", "double", "date", "nullable-int", "decimal", "text-of-seven"})
    public String data;

    private final RootAllocator allocator = new RootAllocator();
    private StoaFile file;

    /** Made by JMH. */
    public ReadIntoArrow() {}

    /** Writes the file. */
    @Setup
    public void write() throws IOException {
        Path path = Files.createTempFile("arrow", ".stoa");
        Files.delete(path);
        SplittableRandom random = new SplittableRandom(data.length());
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(path, SinkOptions.DEFAULT), Schema.of(field()), WriterOptions.DEFAULT)) {
            for (int i = 0; i < ROWS; i++) {
                writer.rows().append(value(random));
            }
            writer.finish();
        }
        file = StoaFile.open(RangeSources.open(path));
        Files.delete(path); // the file stays open
    }

    private Field field() {
        return switch (data) {
            case "long" -> Field.required("c", Type.of(TypeKind.INT64));
            case "double" -> Field.required("c", Type.of(TypeKind.FLOAT64));
            case "date" -> Field.required("c", Type.of(TypeKind.DATE));
            case "nullable-int" -> Field.nullable("c", Type.of(TypeKind.INT32));
            case "decimal" -> Field.required("c", Type.decimal(15, 2));
            default -> Field.required("c", Type.of(TypeKind.STRING));
        };
    }

    private Object value(SplittableRandom random) {
        return switch (data) {
            case "long" -> random.nextLong(1L << 40);
            case "double" -> random.nextDouble();
            case "date" -> 8036 + random.nextInt(2526);
            case "nullable-int" -> random.nextInt(10) == 0 ? null : random.nextInt(100_000);
            case "decimal" -> BigDecimal.valueOf(random.nextLong(10_000_000), 2);
            default -> MODES[random.nextInt(MODES.length)];
        };
    }

    /** Closes the file. */
    @TearDown
    public void close() throws IOException {
        file.close();
        allocator.close();
    }

    /** The scan alone. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int scan() throws IOException {
        int rows = 0;
        try (Scan scan = file.scan().build()) {
            while (scan.next()) {
                ColumnVector column = scan.batch().column(0);
                rows += column.size();
            }
        }
        return rows;
    }

    /** The scan, and its batches for Arrow. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public int arrow() throws IOException {
        int rows = 0;
        try (StoaArrowReader reader = StoaArrowReader.of(allocator, file.scan().build())) {
            while (reader.loadNextBatch()) {
                rows += reader.getVectorSchemaRoot().getRowCount();
            }
        }
        return rows;
    }
}
