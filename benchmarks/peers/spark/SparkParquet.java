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

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.harness.IoCounts;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.interop.tpch.LineItems;
import dev.stoa.format.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;

/**
 * Parquet through Spark's vectorised reader, batches of 4096 rows on the heap. As arrays: what a batch holds, which where a
 * dictionary is in use are ids that nobody has looked up yet, of numbers too. As values: each one through its getter.
 */
final class SparkParquet implements PeerFormat {
    private static final int BATCH_ROWS = 4096;
    private static final Configuration CONF = configuration();

    private static final java.lang.reflect.Field INTS = field("intData");
    private static final java.lang.reflect.Field LONGS = field("longData");
    private static final java.lang.reflect.Field BYTES = field("byteData");
    private static final java.lang.reflect.Field OFFSETS = field("arrayOffsets");
    private static final java.lang.reflect.Field LENGTHS = field("arrayLengths");

    SparkParquet() {}

    private static java.lang.reflect.Field field(String name) {
        try {
            java.lang.reflect.Field field = OnHeapColumnVector.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this is another version of Spark", e);
        }
    }

    private static Configuration configuration() {
        Configuration conf = CountingFileSystem.configuration();
        for (String flag : List.of(
                "spark.sql.parquet.binaryAsString",
                "spark.sql.parquet.int96AsTimestamp",
                "spark.sql.caseSensitive",
                "spark.sql.parquet.inferTimestampNTZ.enabled",
                "spark.sql.legacy.parquet.nanosAsLong")) {
            conf.setBoolean(flag, false);
        }
        conf.set("spark.sql.session.timeZone", "UTC");
        conf.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
        conf.setBoolean("parquet.hadoop.vectored.io.enabled", true);
        return conf;
    }

    @Override
    public void write(Path parquet, String variant, Path file) {
        throw new UnsupportedOperationException("the files are parquet-java's");
    }

    @Override
    public Map<String, Long> columnBytes(Path file) {
        throw new UnsupportedOperationException("the files are parquet-java's");
    }

    private static StructType schema(List<String> columns) {
        StructType schema = new StructType();
        for (String name : columns) {
            schema = schema.add(name, typeOf(name), true);
        }
        return schema;
    }

    private static DataType typeOf(String name) {
        Field field = LineItems.schema().fields().stream()
                .filter(f -> f.name().equals(name))
                .findFirst()
                .orElseThrow();
        return switch (field.type().kind()) {
            case INT32 -> DataTypes.IntegerType;
            case INT64 -> DataTypes.LongType;
            case DATE -> DataTypes.DateType;
            case DECIMAL ->
                DataTypes.createDecimalType(
                        field.type().precision(), field.type().scale());
            case STRING -> DataTypes.StringType;
            default -> throw new IllegalArgumentException("no benchmark has a column of " + field.type());
        };
    }

    private static VectorizedParquetRecordReader open(Path file, StructType schema)
            throws IOException, InterruptedException {
        Configuration conf = new Configuration(CONF);
        conf.set("org.apache.spark.sql.parquet.row.requested_schema", schema.json());
        conf.set("org.apache.spark.sql.parquet.row.attributes", schema.json());
        VectorizedParquetRecordReader reader =
                new VectorizedParquetRecordReader(null, "CORRECTED", "UTC", "CORRECTED", "UTC", false, BATCH_ROWS);
        reader.initialize(
                new FileSplit(CountingFileSystem.path(file), 0, Files.size(file), new String[0]),
                new TaskAttemptContextImpl(conf, new TaskAttemptID()));
        reader.initBatch(new StructType(), null);
        reader.enableReturningBatches();
        return reader;
    }

    @Override
    public ReadResult read(Path file, List<String> columns) throws IOException {
        IoCounts before = CountingFileSystem.counts();
        long values = 0;
        long checksum = 0;
        try (VectorizedParquetRecordReader reader = open(file, schema(columns))) {
            while (reader.nextKeyValue()) {
                ColumnarBatch batch = (ColumnarBatch) reader.getCurrentValue();
                for (int c = 0; c < columns.size(); c++) {
                    WritableColumnVector column = (WritableColumnVector) batch.column(c);
                    checksum += Touch.DELIVERY == Delivery.ARRAYS
                            ? arrays(column, batch.numRows())
                            : values(column, batch.numRows());
                    values += batch.numRows();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading " + file, e);
        }
        return new ReadResult(
                values, checksum + Touch.rest(), CountingFileSystem.counts().minus(before));
    }

    /** Row groups and pages are left out by statistics and column indexes; numbers come through getters. */
    @Override
    public ReadResult answer(StoredFile file, String variant, Fig1Query query) throws IOException {
        Qualifying found = new Qualifying();
        try (VectorizedParquetRecordReader reader = open(file, query.day())) {
            while (reader.nextKeyValue()) {
                ColumnarBatch batch = (ColumnarBatch) reader.getCurrentValue();
                add(batch.column(0), batch.column(1), batch.numRows(), query.day(), found);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading " + file.path(), e);
        }
        return found.result();
    }

    /** As Spark does: the file is opened once, for its footer and for its pages. */
    private static VectorizedParquetRecordReader open(StoredFile file, int day)
            throws IOException, InterruptedException {
        StructType schema = schema(List.of(Fig1Query.DATES, Fig1Query.NUMBERS));
        Configuration conf = new Configuration(CONF);
        file.conf().forEach(setting -> conf.set(setting.getKey(), setting.getValue()));
        conf.set("org.apache.spark.sql.parquet.row.requested_schema", schema.json());
        conf.set("org.apache.spark.sql.parquet.row.attributes", schema.json());
        ParquetInputFormat.setFilterPredicate(conf, FilterApi.lt(FilterApi.intColumn(Fig1Query.DATES), day));
        HadoopInputFile input = HadoopInputFile.fromStatus(file.status(), conf);
        SeekableInputStream stream = input.newStream();
        var footer = ParquetFileReader.readFooter(
                input, HadoopReadOptions.builder(conf, file.path()).build(), stream);
        VectorizedParquetRecordReader reader =
                new VectorizedParquetRecordReader(null, "CORRECTED", "UTC", "CORRECTED", "UTC", false, BATCH_ROWS);
        reader.initialize(
                new FileSplit(file.path(), 0, file.status().getLen(), new String[0]),
                new TaskAttemptContextImpl(conf, new TaskAttemptID()),
                Option.apply(input),
                Option.apply(stream),
                Option.apply(footer));
        reader.initBatch(new StructType(), null);
        reader.enableReturningBatches();
        return reader;
    }

    private static void add(ColumnVector dates, ColumnVector numbers, int rows, int day, Qualifying found) {
        int[] qualifying = found.room(rows);
        int count = 0;
        for (int row = 0; row < rows; row++) {
            if (dates.getInt(row) < day) {
                qualifying[count++] = numbers.getInt(row);
            }
        }
        found.add(qualifying, count);
    }

    private static long arrays(WritableColumnVector column, int count) {
        try {
            if (column.hasDictionary()) {
                return Touch.numbers((int[]) INTS.get(column.getDictionaryIds()), count);
            }
            if (column.dataType() == DataTypes.StringType) {
                int[] offsets = (int[]) OFFSETS.get(column);
                int[] lengths = (int[]) LENGTHS.get(column);
                int end = offsets[count - 1] + lengths[count - 1];
                return Touch.numbers(offsets, count)
                        + Touch.numbers(lengths, count)
                        + Touch.bytes((byte[]) BYTES.get(column.getChild(0)), 0, end);
            }
            return LONGS.get(column) instanceof long[] longs
                    ? Touch.numbers(longs, count)
                    : Touch.numbers((int[]) INTS.get(column), count);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long values(WritableColumnVector column, int count) {
        DataType type = column.dataType();
        if (type == DataTypes.StringType) {
            return texts(column, count);
        }
        return type == DataTypes.IntegerType || type == DataTypes.DateType ? ints(column, count) : longs(column, count);
    }

    private static long ints(WritableColumnVector column, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Touch.number(column.getInt(i));
        }
        return sum;
    }

    private static long longs(WritableColumnVector column, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Touch.number(column.getLong(i));
        }
        return sum;
    }

    private static long texts(WritableColumnVector column, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            UTF8String text = column.getUTF8String(i);
            // on the heap a text is an array with a place within it
            int start = (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
            sum += Touch.text((byte[]) text.getBaseObject(), start, text.numBytes());
        }
        return sum;
    }
}
