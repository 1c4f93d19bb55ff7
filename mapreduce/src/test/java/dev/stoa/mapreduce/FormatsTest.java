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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.reader.Filter;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of both interfaces on local files, and what is refused. */
@Tag("smoke")
class FormatsTest {
    @TempDir
    Path folder;

    private Configuration conf;
    private org.apache.hadoop.fs.Path output;

    @BeforeEach
    void begin() {
        conf = Lines.local(folder);
        output = new org.apache.hadoop.fs.Path(folder.resolve("output").toUri());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatReducersWriteIsRead(int algorithm) throws Exception {
        conf.setInt("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
        Lines.run(Lines.write(conf, output));
        assertEquals(
                List.of("part-r-00000.stoa", "part-r-00001.stoa"),
                Lines.files(conf, output).stream()
                        .map(file -> file.getPath().getName())
                        .toList());
        Lines.check(conf, Lines.files(conf, output));
        Lines.checkByJob(conf, output);
    }

    /** Passes over rows that can't be written, as programs do with dirty data. */
    static final class Passing extends Reducer<LongWritable, NullWritable, NullWritable, Object[]> {
        @Override
        protected void reduce(LongWritable group, Iterable<NullWritable> values, Context context)
                throws InterruptedException {
            for (Object id : new Object[] {1L, "two", 3L}) {
                Object[] row = Lines.row(group.get());
                row[0] = id;
                try {
                    context.write(NullWritable.get(), row);
                } catch (IOException | IllegalStateException e) {
                    context.getCounter(Lines.Sum.ROWS).increment(1);
                }
            }
        }
    }

    /** Its file would lack rows that the program takes for written. */
    @Test
    void aTaskWhoseProgramPassesOverFailuresFails() throws Exception {
        Job job = Lines.write(conf, output);
        job.setReducerClass(Passing.class);
        assertFalse(job.waitForCompletion(false));
        assertEquals(List.of(), Lines.files(conf, output));
        RecordWriter<NullWritable, Object[]> writer = new StoaOutputFormat()
                .getRecordWriter(new TaskAttemptContextImpl(
                        job.getConfiguration(), TaskAttemptID.forName("attempt_202601010000_0001_r_000000_0")));
        Object[] row = Lines.row(1);
        row[0] = "two";
        IOException first = assertThrows(IOException.class, () -> writer.write(NullWritable.get(), row));
        assertThrows(IllegalStateException.class, () -> writer.write(NullWritable.get(), Lines.row(2)));
        IOException lost = assertThrows(IOException.class, () -> writer.close(null));
        assertTrue(lost.getMessage().contains("part-r-00000.stoa: nothing of this task is kept"), lost.getMessage());
        assertTrue(lost.getMessage().contains(first.getMessage()), lost.getMessage());
    }

    @Test
    void aJobWithoutColumnsCounts() throws Exception {
        Lines.run(Lines.write(conf, output));
        Job none = Lines.count(conf, new org.apache.hadoop.fs.Path(output, "part-*0"));
        assertThrows(FileNotFoundException.class, () -> new StoaInputFormat().getSplits(none));
        Job one = Lines.count(conf, new org.apache.hadoop.fs.Path(output, "part-r-*0.stoa"));
        StoaInputFormat.select(one.getConfiguration());
        Lines.run(one);
        assertEquals(Lines.ROWS / 2, Lines.counter(one, Lines.Sum.ROWS));
        assertEquals(0, Lines.counter(one, Lines.Sum.COLUMNS));
    }

    /** Copies rows, changed, by the older interface. */
    static final class Copy extends MapReduceBase implements Mapper<NullWritable, StoaRow, NullWritable, Object[]> {
        @Override
        public void map(NullWritable key, StoaRow row, OutputCollector<NullWritable, Object[]> out, Reporter reporter)
                throws IOException {
            Object[] values = row.values();
            values[row.column("name")] = row.isNull(1) ? "none" : row.getString(1) + "!";
            out.collect(key, values);
        }
    }

    @Test
    void theOlderInterfaceReadsAndWrites() throws Exception {
        Lines.run(Lines.write(conf, output));
        org.apache.hadoop.fs.Path copy = new org.apache.hadoop.fs.Path(output.getParent(), "copy");
        JobConf job = new JobConf(conf);
        job.setInputFormat(StoaMapredInputFormat.class);
        StoaMapredInputFormat.setInputPaths(job, output);
        StoaInputFormat.filter(job, "id < 100000 and name like 'name 3%'");
        job.setMapperClass(Copy.class);
        job.setNumReduceTasks(0);
        job.setOutputFormat(StoaMapredOutputFormat.class);
        StoaMapredOutputFormat.setOutputPath(job, copy);
        StoaOutputFormat.setSchema(job, Lines.SCHEMA);
        RunningJob done = JobClient.runJob(job);
        assertTrue(done.isSuccessful());
        assertTrue(done.getCounters().findCounter(ScanCounter.ZONES_PRUNED).getValue() > 0, "zones pruned");
        Job count = Lines.count(conf, copy);
        StoaInputFormat.filter(count.getConfiguration(), "name = 'name 3!'");
        Lines.run(count);
        long[] ids = LongStream.range(0, 100_000)
                .filter(id -> id % 7 == 3 && id % 10 != 0)
                .toArray();
        assertEquals(ids.length, Lines.counter(count, Lines.Sum.ROWS));
        assertEquals(LongStream.of(ids).sum(), Lines.counter(count, Lines.Sum.IDS));
        assertArrayEquals(
                new String[] {"part-00000.stoa", "part-00001.stoa"},
                Lines.files(conf, copy).stream()
                        .map(file -> file.getPath().getName())
                        .toArray());
    }

    private Table table(String name) throws IOException {
        LocalFolder place = new LocalFolder(folder.resolve(name));
        Table table = Table.create(place, Lines.SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
        List<Object[]> rows = new ArrayList<>();
        for (long id = 0; id < 1000; id++) {
            rows.add(Lines.row(id));
        }
        TableOperations operations = TableOperations.of(table);
        try (RowInsert insert = operations.insert()) {
            insert.write(JavaRows.batch(insert.snapshot().schema(), rows));
            insert.commit();
        }
        operations.delete(Filter.less("id", 100));
        return table;
    }

    @Test
    void ofATableWithALogThatIsReadWhichCounts() throws Exception {
        table("table");
        Job job = Lines.count(
                conf, new org.apache.hadoop.fs.Path(folder.resolve("table").toUri()));
        Lines.run(job);
        assertEquals(900, Lines.counter(job, Lines.Sum.ROWS));
        assertEquals(999 * 500 - 99 * 50, Lines.counter(job, Lines.Sum.IDS));
    }

    @Test
    void filesWithinATableAreNeitherReadNorWritten() throws Exception {
        table("table");
        org.apache.hadoop.fs.Path data =
                new org.apache.hadoop.fs.Path(folder.resolve("table/data").toUri());
        for (String path : List.of("", "/*.stoa")) {
            Job job = Lines.count(conf, new org.apache.hadoop.fs.Path(data + path));
            IOException e = assertThrows(IOException.class, () -> new StoaInputFormat().getSplits(job));
            assertTrue(e.getMessage().contains("name the table"), e.getMessage());
        }
        Job job = Lines.write(conf, new org.apache.hadoop.fs.Path(data, "more"));
        IOException e = assertThrows(IOException.class, () -> new StoaOutputFormat().checkOutputSpecs(job));
        assertTrue(e.getMessage().contains("is inside the table"), e.getMessage());
    }

    @Test
    void filesAreNotWrittenIntoTablesOfOtherFormats() throws Exception {
        Path inner = Files.createDirectories(folder.resolve("delta/_delta_log")).resolveSibling("more");
        Job job = Lines.write(conf, new org.apache.hadoop.fs.Path(inner.toUri()));
        IOException e = assertThrows(IOException.class, () -> new StoaOutputFormat().checkOutputSpecs(job));
        assertTrue(e.getMessage().contains("would be inside the table"), e.getMessage());
    }

    /** A filter of paths. */
    static final class All implements PathFilter {
        @Override
        public boolean accept(org.apache.hadoop.fs.Path path) {
            return true;
        }
    }

    @Test
    void whatAJobSaysWronglyIsRefused() throws Exception {
        Job without = Job.getInstance(conf);
        without.setOutputKeyClass(LongWritable.class);
        StoaOutputFormat.setOutputPath(without, output);
        IOException e = assertThrows(IOException.class, () -> new StoaOutputFormat().checkOutputSpecs(without));
        assertTrue(e.getMessage().contains("setSchema"), e.getMessage());
        Job missing = Lines.count(conf, output);
        e = assertThrows(IOException.class, () -> new StoaInputFormat().getSplits(missing));
        assertTrue(e.getMessage().contains(output + ": the input of the job is not there"), e.getMessage());
        IllegalArgumentException bad =
                assertThrows(IllegalArgumentException.class, () -> StoaInputFormat.filter(conf, "id >"));
        assertTrue(bad.getMessage().contains("position"), bad.getMessage());
        table("table");
        Job unknown = Lines.count(
                conf, new org.apache.hadoop.fs.Path(folder.resolve("table").toUri()));
        StoaInputFormat.select(unknown.getConfiguration(), "id", "nme");
        bad = assertThrows(IllegalArgumentException.class, () -> new StoaInputFormat().getSplits(unknown));
        assertTrue(bad.getMessage().contains("'nme'"), bad.getMessage());
        Job filtered = Lines.count(
                conf, new org.apache.hadoop.fs.Path(folder.resolve("table").toUri()));
        StoaInputFormat.setInputPathFilter(filtered, All.class);
        e = assertThrows(IOException.class, () -> new StoaInputFormat().getSplits(filtered));
        assertTrue(e.getMessage().contains(All.class.getName()), e.getMessage());
        Job misspelt = Lines.count(
                conf, new org.apache.hadoop.fs.Path(folder.resolve("table").toUri()));
        misspelt.getConfiguration().set("stoa.mapreduce.fliter", "id > 3");
        e = assertThrows(IOException.class, () -> new StoaInputFormat().getSplits(misspelt));
        assertTrue(e.getMessage().contains("stoa.mapreduce.fliter, which is no setting"), e.getMessage());
        StoaOutputFormat.setOutputPath(misspelt, output);
        e = assertThrows(IOException.class, () -> new StoaOutputFormat().checkOutputSpecs(misspelt));
        assertTrue(e.getMessage().contains("stoa.mapreduce.fliter, which is no setting"), e.getMessage());
    }

    @Test
    void splitsAreRowsAndCoverAll() throws Exception {
        Lines.run(Lines.write(conf, output));
        Job job = Lines.count(conf, output);
        StoaInputFormat.setMaxInputSplitSize(job, 1000);
        List<InputSplit> splits = new StoaInputFormat().getSplits(job);
        assertEquals(2 * 3, splits.size(), splits.toString());
        Lines.run(job);
        assertEquals(Lines.ROWS, Lines.counter(job, Lines.Sum.ROWS));
        assertEquals(Lines.ROWS * (Lines.ROWS - 1) / 2, Lines.counter(job, Lines.Sum.IDS));
    }
}
