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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.Verifier;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/** Rows with ids from 0 on, jobs that write and read them, and what must be true of them wherever they are. */
final class Lines {
    /** Rows of a group: more than a zone has. */
    static final int GROUP = 70_000;
    /** Groups, over which the reducers are spread. */
    static final int GROUPS = 4;

    static final long ROWS = (long) GROUP * GROUPS;
    static final int REDUCERS = 2;

    static final Schema SCHEMA = Schema.of(
            Field.required("id", Type.of(TypeKind.INT64)),
            Field.nullable("name", Type.of(TypeKind.STRING)),
            Field.nullable("price", Type.decimal(15, 2)),
            Field.nullable("day", Type.of(TypeKind.DATE)));

    private Lines() {}

    /** What the jobs count. */
    enum Sum {
        ROWS,
        IDS,
        COLUMNS
    }

    static Object[] row(long id) {
        return new Object[] {
            id, id % 10 == 0 ? null : "name " + id % 7, BigDecimal.valueOf(id % 1000, 2), LocalDate.ofEpochDay(id / 100)
        };
    }

    /** Settings with which jobs run in this process, in a folder. */
    static Configuration local(java.nio.file.Path folder) {
        Configuration conf = new Configuration();
        conf.set("mapreduce.framework.name", "local");
        conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
        conf.set("mapreduce.cluster.local.dir", folder.resolve("local").toString());
        conf.set(
                "mapreduce.jobtracker.staging.root.dir",
                folder.resolve("staging").toString());
        conf.set("mapreduce.task.io.sort.mb", "1");
        conf.setInt("mapreduce.client.completion.pollinterval", 20);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 20);
        return conf;
    }

    /** Gives each reducer the first ids of groups. */
    static final class Groups extends Mapper<LongWritable, Text, LongWritable, NullWritable> {
        @Override
        protected void map(LongWritable at, Text line, Context context) throws IOException, InterruptedException {
            for (int group = 0; group < GROUPS; group++) {
                context.write(new LongWritable(group), NullWritable.get());
            }
        }
    }

    /** Writes the rows of groups. */
    static final class Rows extends Reducer<LongWritable, NullWritable, NullWritable, Object[]> {
        @Override
        protected void reduce(LongWritable group, Iterable<NullWritable> values, Context context)
                throws IOException, InterruptedException {
            long first = group.get() * GROUP;
            for (long id = first; id < first + GROUP; id++) {
                context.write(NullWritable.get(), row(id));
            }
        }
    }

    /** Counts rows, and ids where they are the first column. */
    static final class Count extends Mapper<NullWritable, StoaRow, NullWritable, NullWritable> {
        @Override
        protected void map(NullWritable key, StoaRow row, Context context) {
            context.getCounter(Sum.ROWS).increment(1);
            context.getCounter(Sum.COLUMNS).increment(row.schema().fields().size());
            context.getCounter(Sum.IDS).increment(row.schema().fields().isEmpty() ? 0 : row.getLong(0));
        }
    }

    /** A job that writes all rows into a folder, in as many files as it has reducers. */
    static Job write(Configuration conf, Path output) throws IOException {
        Path input = new Path(conf.get("hadoop.tmp.dir"), "one-line");
        FileSystem fs = FileSystem.getLocal(conf);
        try (FSDataOutputStream out = fs.create(fs.makeQualified(input), true)) {
            out.write("go".getBytes(StandardCharsets.UTF_8));
        }
        Job job = Job.getInstance(conf);
        job.setInputFormatClass(TextInputFormat.class);
        TextInputFormat.addInputPath(job, fs.makeQualified(input));
        job.setMapperClass(Groups.class);
        job.setMapOutputKeyClass(LongWritable.class);
        job.setMapOutputValueClass(NullWritable.class);
        job.setReducerClass(Rows.class);
        job.setNumReduceTasks(REDUCERS);
        job.setOutputFormatClass(StoaOutputFormat.class);
        StoaOutputFormat.setOutputPath(job, output);
        StoaOutputFormat.setSchema(job.getConfiguration(), SCHEMA);
        return job;
    }

    /** A job that counts the rows of a folder. */
    static Job count(Configuration conf, Path input) throws IOException {
        Job job = Job.getInstance(conf);
        job.setInputFormatClass(StoaInputFormat.class);
        StoaInputFormat.addInputPath(job, input);
        job.setMapperClass(Count.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(NullOutputFormat.class);
        return job;
    }

    static void run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
        assertTrue(job.waitForCompletion(false), () -> "the job failed: " + job);
    }

    static long counter(Job job, Enum<?> counter) throws IOException {
        return job.getCounters().findCounter(counter).getValue();
    }

    /** Visible files below a folder, by name. */
    static List<FileStatus> files(Configuration conf, Path folder) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> found = folder.getFileSystem(conf).listFiles(folder, true);
        while (found.hasNext()) {
            FileStatus file = found.next();
            if (!file.getPath().getName().startsWith("_")
                    && !file.getPath().getName().startsWith(".")) {
                files.add(file);
            }
        }
        files.sort(Comparator.comparing(FileStatus::getPath));
        return files;
    }

    /** Checks that files hold all rows, are sound, and that their zones prune. */
    static void check(Configuration conf, List<FileStatus> files) throws IOException {
        long rows = 0;
        long found = 0;
        long zonesPruned = 0;
        for (FileStatus status : files) {
            try (RangeSource source = open(conf, status)) {
                assertEquals(
                        List.of(),
                        Verifier.verify(source, (done, of) -> {}),
                        () -> status.getPath().toString());
            }
            try (StoaFile file = StoaFile.open(open(conf, status));
                    Scan scan = file.scan()
                            .select("id", "name")
                            .filter(Filter.equal("id", 17))
                            .build()) {
                rows += file.rowCount();
                while (scan.next()) {
                    found += scan.batch().selectedCount();
                }
                zonesPruned += scan.stats().zonesPruned();
            }
        }
        assertEquals(ROWS, rows);
        assertEquals(1, found);
        // each reducer has two groups, which are three zones: one of all that there are has the row
        assertEquals(3 * REDUCERS - 1, zonesPruned, "zones pruned");
    }

    private static RangeSource open(Configuration conf, FileStatus status) throws IOException {
        return HadoopRangeSource.open(status.getPath().getFileSystem(conf), status);
    }

    /** Checks that a job that reads a folder finds what it shall, and passes over zones. */
    static void checkByJob(Configuration conf, Path folder) throws Exception {
        Job all = count(conf, folder);
        run(all);
        assertEquals(ROWS, counter(all, Sum.ROWS));
        assertEquals(ROWS * (ROWS - 1) / 2, counter(all, Sum.IDS));
        assertEquals(ROWS * SCHEMA.fields().size(), counter(all, Sum.COLUMNS));
        Job some = count(conf, folder);
        StoaInputFormat.select(some.getConfiguration(), "id", "price");
        StoaInputFormat.filter(some.getConfiguration(), "id between 5 and 14 and name is not null");
        run(some);
        assertEquals(9, counter(some, Sum.ROWS));
        assertEquals(2 * 9, counter(some, Sum.COLUMNS));
        assertEquals(5 + 6 + 7 + 8 + 9 + 11 + 12 + 13 + 14, counter(some, Sum.IDS));
        assertTrue(counter(some, ScanCounter.ZONES_PRUNED) > 0, "zones pruned");
        long read = counter(some, ScanCounter.BYTES_READ);
        long most = counter(all, ScanCounter.BYTES_READ) / 2;
        assertTrue(read > 0 && read < most, () -> "read " + read + " bytes, which is not below " + most);
    }
}
