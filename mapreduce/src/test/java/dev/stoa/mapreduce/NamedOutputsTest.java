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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of {@code MultipleOutputs}, which Hadoop neither checks nor, for some formats of the job, publishes. */
class NamedOutputsTest {
    private static final String NAME = "some";
    private static final String BASE = "test.base";

    @TempDir
    private Path folder;

    private Configuration conf;

    /** Writes the rows of groups to a named output. */
    static final class Named extends Reducer<LongWritable, NullWritable, NullWritable, Object[]> {
        @Override
        protected void reduce(LongWritable group, Iterable<NullWritable> values, Context context)
                throws IOException, InterruptedException {
            MultipleOutputs<NullWritable, Object[]> outputs = new MultipleOutputs<>(context);
            try {
                String base = context.getConfiguration().get(BASE) + group.get();
                outputs.write(NAME, NullWritable.get(), Lines.row(group.get()), base);
            } finally {
                outputs.close();
            }
        }
    }

    @BeforeEach
    void begin() throws IOException {
        conf = Lines.local(folder);
        Table.create(
                new LocalFolder(folder.resolve("table")), Lines.SCHEMA, TableProperties.NONE, TableSettings.DEFAULT);
    }

    @SuppressWarnings("rawtypes") // as Hadoop has it
    private Job job(Class<? extends OutputFormat> own, String output, String base) throws IOException {
        conf.set(BASE, base);
        Job job = Lines.write(
                conf, new org.apache.hadoop.fs.Path(folder.resolve(output).toUri()));
        job.setReducerClass(Named.class);
        job.setOutputFormatClass(own);
        MultipleOutputs.addNamedOutput(job, NAME, StoaOutputFormat.class, NullWritable.class, Object[].class);
        return job;
    }

    private long files(String below) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve(below))) {
            return all.filter(file -> file.toString().endsWith(".stoa")).count();
        }
    }

    private static String refusal(Job job) {
        TaskAttemptContext task = new TaskAttemptContextImpl(
                job.getConfiguration(), TaskAttemptID.forName("attempt_202601010000_0001_r_000000_0"));
        return assertThrows(IOException.class, () -> new StoaOutputFormat().getRecordWriter(task))
                .getMessage();
    }

    @Test
    void rowsOfNamedOutputsAreThere() throws Exception {
        Lines.run(job(TextOutputFormat.class, "text", "part-of-"));
        Job lazy = job(LazyOutputFormat.class, "lazy", "part-of-");
        LazyOutputFormat.setOutputFormatClass(lazy, StoaOutputFormat.class);
        Lines.run(lazy);
        Lines.run(job(
                TextOutputFormat.class,
                "moved",
                folder.resolve("elsewhere/part-of-").toString()));
        for (String place : List.of("text/part-of-*.stoa", "lazy", "elsewhere")) {
            Job count = Lines.count(
                    conf, new org.apache.hadoop.fs.Path(folder.resolve(place).toString()));
            Lines.run(count);
            assertEquals(Lines.GROUPS, Lines.counter(count, Lines.Sum.ROWS), place);
        }
    }

    @Test
    void filesAreNotPutIntoATable() throws Exception {
        assertEquals(
                false,
                job(
                                TextOutputFormat.class,
                                "text",
                                folder.resolve("table/data/x").toString())
                        .waitForCompletion(false));
        assertEquals(false, job(TextOutputFormat.class, "table/data/out", "x").waitForCompletion(false));
        assertEquals(0, files("table"));
        String message = refusal(job(TextOutputFormat.class, "table/data/out2", "x"));
        assertTrue(message.contains("inside the table"), message);
    }

    @Test
    void whatNothingPublishesIsRefused() throws Exception {
        Job job = job(NullOutputFormat.class, "none", "x");
        assertEquals(false, job.waitForCompletion(false));
        String message = refusal(job);
        assertTrue(message.contains("publishes no files"), message);
        assertTrue(message.contains("LazyOutputFormat"), message);
    }
}
