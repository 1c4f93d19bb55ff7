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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.read.RowReader;
import dev.stoa.hive.internal.rows.StoaRow;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.ql.io.sarg.ConvertAstToSearchArg;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How files are divided among tasks, and what a task reads; without Hive's driver. */
class SplitsTest {
    private static final int ROWS = 300_000;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void write() throws IOException {
        Schema schema = Schema.of(
                Field.nullable("n", Type.of(TypeKind.INT64)), Field.nullable("wide", Type.of(TypeKind.STRING)));
        try (StoaWriter writer = StoaWriter.create(
                LocalFileSink.create(folder.resolve("rows.stoa"), SinkOptions.DEFAULT),
                schema,
                WriterOptions.DEFAULT)) {
            for (long row = 0; row < ROWS; row++) {
                long mixed = row * 0x9E37_79B9_7F4A_7C15L;
                writer.rows().append(row, Long.toHexString(mixed) + Long.toHexString(mixed * mixed));
            }
            writer.finish();
        }
    }

    private static JobConf job(int... columns) {
        JobConf job = new JobConf(false);
        job.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS, "n,wide");
        job.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS_TYPES, "bigint:string");
        List<Integer> ids = new ArrayList<>();
        for (int column : columns) {
            ids.add(column);
        }
        ColumnProjectionUtils.setReadColumns(job, ids);
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(folder.toUri()));
        return job;
    }

    @Test
    void dividedByRows() throws IOException {
        JobConf job = job(1);
        job.setLong("mapreduce.input.fileinputformat.split.maxsize", 2 << 20);
        List<StoaSplit> splits = splits(job);
        assertTrue(splits.size() > 2, "there are " + splits.size());
        long next = 0;
        for (StoaSplit split : splits) {
            assertEquals(next, split.fromRow());
            next = split.toRow();
            assertEquals(split.getLength(), split.getColumnarProjectionSize());
        }
        assertEquals(ROWS, next);

        long sum = 0;
        for (StoaSplit split : splits(withColumn(job, 0))) {
            sum += sum(job, split);
        }
        assertEquals((long) ROWS * (ROWS - 1) / 2, sum);
    }

    private static JobConf withColumn(JobConf job, int column) {
        ColumnProjectionUtils.setReadColumns(job, List.of(column));
        return job;
    }

    @Test
    void smallFilesAreNotOpened() throws IOException {
        List<StoaSplit> splits = splits(job(0));
        assertEquals(1, splits.size());
        assertEquals(Long.MAX_VALUE, splits.get(0).toRow());
    }

    @Test
    void whatTransactionsLeftIsReadOnlyIfHiveNamesIt(@TempDir Path table) throws IOException {
        Path delta = Files.createDirectories(table.resolve("delta_0000003_0000003_0001"));
        Files.copy(folder.resolve("rows.stoa"), delta.resolve("000000_0"));
        JobConf job = job(0);
        job.setBoolean("mapreduce.input.fileinputformat.input.dir.recursive", true);
        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(table.toUri()));
        IOException refused = assertThrows(IOException.class, () -> splits(job));
        assertTrue(refused.getMessage().contains("delta_0000003_0000003_0001"), refused.getMessage());

        FileInputFormat.setInputPaths(job, new org.apache.hadoop.fs.Path(delta.toUri()));
        assertEquals(1, splits(job).size());
    }

    @Test
    void splitsTravel() throws IOException {
        StoaSplit split =
                new StoaSplit(new org.apache.hadoop.fs.Path("/a"), 100, 10, 20, 65_536, 131_072, new String[] {"h"});
        DataOutputBuffer out = new DataOutputBuffer();
        split.write(out);
        DataInputBuffer in = new DataInputBuffer();
        in.reset(out.getData(), out.getLength());
        StoaSplit read = new StoaSplit();
        read.readFields(in);
        assertEquals(split.getPath(), read.getPath());
        assertEquals(
                List.of(100L, 10L, 20L, 65_536L, 131_072L),
                List.of(read.fileLength(), read.getStart(), read.getLength(), read.fromRow(), read.toRow()));
    }

    @Test
    void onlyRowsThatMatchAreRead() throws IOException {
        JobConf job = job(0);
        SearchArgument argument = SearchArgumentFactory.newBuilder()
                .startAnd()
                .startNot()
                .lessThan("n", PredicateLeaf.Type.LONG, 1000L)
                .end()
                .lessThanEquals("n", PredicateLeaf.Type.LONG, 1003L)
                .equals("partition_column", PredicateLeaf.Type.STRING, "x")
                .end()
                .build();
        job.set(ConvertAstToSearchArg.SARG_PUSHDOWN, ConvertAstToSearchArg.sargToKryo(argument));
        assertEquals(1000 + 1001 + 1002 + 1003, sum(job, splits(job).get(0)));
    }

    private static List<StoaSplit> splits(JobConf job) throws IOException {
        List<StoaSplit> splits = new ArrayList<>();
        for (InputSplit split : new StoaInputFormat().getSplits(job, 1)) {
            splits.add((StoaSplit) split);
        }
        return splits;
    }

    private static long sum(JobConf job, StoaSplit split) throws IOException {
        long sum = 0;
        RowReader reader = new RowReader(job, split);
        try {
            StoaRow row = reader.createValue();
            while (reader.next(NullWritable.get(), row)) {
                sum += (Long) ((Object[]) row.row())[0];
            }
            assertEquals(1, reader.getProgress());
        } finally {
            reader.close();
        }
        return sum;
    }
}
