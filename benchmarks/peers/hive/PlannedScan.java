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
package dev.stoa.benchmarks.engines;

import dev.stoa.hive.HiveSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.exec.Task;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.mr.ExecMapper;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.HiveInputFormat;
import org.apache.hadoop.hive.ql.plan.BaseWork;
import org.apache.hadoop.hive.ql.plan.MapWork;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * The scans of a query as Hive plans them, without what comes after: its input format makes the splits and the readers of each
 * table, with the columns and the filter of the plan, and hands out batches, which nobody looks at.
 */
final class PlannedScan {
    private final List<JobConf> jobs = new ArrayList<>();

    /** Plans a query; its tables are those of the current database. */
    PlannedScan(HiveSession hive, String query) throws Exception {
        try (IDriver driver = DriverFactory.newDriver(hive.conf())) {
            driver.compileAndRespond(query);
            for (Task<?> task : driver.getPlan().getRootTasks()) {
                for (BaseWork work : ((TezTask) task).getWork().getAllWork()) {
                    if (work instanceof MapWork map) {
                        jobs.add(job(hive, map));
                    }
                }
            }
        }
    }

    private JobConf job(HiveSession hive, MapWork work) throws IOException {
        if (!work.getVectorMode()) {
            throw new IOException(work.getName() + " is not vectorised");
        }
        JobConf job = new JobConf(hive.conf());
        Path plan = new Path(hive.folder("plans").resolve("plan" + System.nanoTime()).toUri());
        job.set("mapred.mapper.class", ExecMapper.class.getName()); // by which Hive knows what kind of plan it is
        Utilities.setMapWork(job, work, plan, true);
        FileInputFormat.setInputPaths(job, work.getPathToAliases().keySet().toArray(Path[]::new));
        return job;
    }

    /** A scan that is ready to start. */
    Run ready() {
        // readers write into what they are given
        return new Run(jobs.stream().map(JobConf::new).toList());
    }

    /** One scan of all tables. */
    static final class Run {
        private final List<JobConf> jobs;

        private Run(List<JobConf> jobs) {
            this.jobs = jobs;
        }

        /** Scans; gives the rows that were handed out. */
        long rows() throws IOException {
            long rows = 0;
            for (JobConf job : jobs) {
                HiveInputFormat<WritableComparable<?>, Writable> format = new HiveInputFormat<>();
                format.configure(job);
                for (InputSplit split : format.getSplits(job, 1)) {
                    rows += rows(format, split, job);
                }
            }
            return rows;
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // as Hive declares it
        private static long rows(HiveInputFormat format, InputSplit split, JobConf job) throws IOException {
            RecordReader<Object, Object> reader = format.getRecordReader(split, job, Reporter.NULL);
            try {
                Object key = reader.createKey();
                VectorizedRowBatch batch = (VectorizedRowBatch) reader.createValue();
                long rows = 0;
                while (reader.next(key, batch)) {
                    rows += batch.size;
                }
                return rows;
            } finally {
                reader.close();
            }
        }
    }
}
